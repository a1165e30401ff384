"""The two sides of the rule tests."""

from tests.sides import side_fixture
from tests.villagers import positions
from tests.villagers.on_oracle import OracleTable

side = side_fixture(positions, OracleTable)
