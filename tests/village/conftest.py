"""The two sides of the rule tests."""

from tests.sides import side_fixture
from tests.village import positions
from tests.village.on_oracle import OracleTable

side = side_fixture(positions, OracleTable)
