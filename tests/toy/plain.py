"""Keepsakes without a check of its own: states from outside are held to the ranges of their fields alone."""

import dataclasses

from tests.toy.game import GAME as CHECKED
from tests.toy.game import ToyOptions


class PlainOptions(ToyOptions):
    game_name = "plain"


GAME = dataclasses.replace(
    CHECKED, package="tests.toy.plain", options_class=PlainOptions, check=None, faults=None
)
