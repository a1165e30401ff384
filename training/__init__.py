"""Learning: `learn` holds the learners, `improve` policy iteration by search, `configs` the presets of `eurogym train`,
and `pipelines` the stages by which networks like those that ship are trained.
"""

if __name__ == "training":
    raise ImportError("this folder is the package eurogym.training: write `import eurogym.training`")
