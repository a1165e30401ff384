"""Training, evaluation and measurement: everything behind the command `eurogym`.

`commands` holds a file per subcommand, `learn` the learners, `measure` matches, tables and speed, `show` what people
read; `configs` are presets for `eurogym train`. The files beside them are shared.
"""

from eurogym import aliases as _aliases

if __name__ == "training":  # imported from a checkout by the folder's name
    _aliases.stand_in(__name__)
