"""Property tests draw the same examples every time, so that a run says something of the change and not of chance.

``pytest --hypothesis-profile=chance`` draws new ones.
"""

from hypothesis import settings

settings.register_profile("fixed", derandomize=True, database=None)
settings.register_profile("chance", derandomize=False)
settings.load_profile("fixed")
