"""Keepsakes without a check of its own: states from outside are held to the ranges of their fields alone."""

import dataclasses

from tests.toy.game import GAME as CHECKED

GAME = dataclasses.replace(CHECKED, package="tests.toy.plain", check=None, faults=None)
