"""Policy iteration: a search with the present policy says what actions are worth, the policy learns it, a duel decides.

`config.py` what is asked for, `watch.py` the search that looks at decisions of games, `labels.py` what it said, as
files, `learner.py` the network that learns it, `loop.py` the generations.
"""
