"""Learning from labels: what a search says actions are worth, and what positions of games came to.

| question | file |
| --- | --- |
| What can be set? | `config.py` |
| What are labels, and how are they read and checked? | `labels.py` |
| How does a search make them? | `make.py` |
| How good are choices by them? | `regret.py` |
| Which moments of games are learned from? | `moments.py` |
| What does the network compute? | `judge.py` |
| What is the same for all that learn from labels? | `learner.py` |
| What is learned from labels, and what from outcomes? | `distil.py`, `values.py` |
"""
