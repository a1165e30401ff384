"""Keepsakes: a toy game with everything that the engine has to deal with, and a best play that anyone can see.

Rules. The deck holds the values 1 to 5, four cards each. Every player is dealt three cards, seen by nobody else, and
chance names the first player. In two rounds, in turn order, each player plays one card and scores its value. In round 1
the player may then stake a point: one point less now, three points more at the end of the game; in round 2 there is no
stake to make, only a pass. Most points win; ties go to the higher card left in hand.

Solo: a rival turns the top card of the deck after each of the player's turns and scores it, with two points more in all
on "hard". The rival wins ties.

What a seat scores never depends on the others, so the best play is known: the two highest cards, and the stake.
"""

from eurogym.envs.core.faces.functions import make_faces
from tests.toy.game import GAME, best_final_score

env, raw_env, batch, gym_env, vector_env = make_faces(GAME)

__all__ = ["GAME", "batch", "best_final_score", "env", "gym_env", "raw_env", "vector_env"]
