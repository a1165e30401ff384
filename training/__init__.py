"""Training, evaluation and measurement: everything behind the command `eurogym`.

`commands` holds a file per subcommand, `learn` the learners, `measure` matches, tables and speed, `show` what people
read; `configs` are presets for `eurogym train`. The files beside them are shared.
"""

if __name__ == "training":
    raise ImportError("this folder is the package eurogym.training: write `import eurogym.training`")
