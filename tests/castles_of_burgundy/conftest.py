"""The two sides of the rule tests."""

from tests.castles_of_burgundy import positions
from tests.castles_of_burgundy.on_oracle import OracleTable
from tests.sides import side_fixture

side = side_fixture(positions, OracleTable)
