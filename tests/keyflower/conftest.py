"""The two sides of the rule tests."""

from tests.keyflower import positions
from tests.keyflower.on_oracle import OracleTable
from tests.sides import side_fixture

side = side_fixture(positions, OracleTable)
