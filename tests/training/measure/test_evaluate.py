"""One agent measured against others."""

import json

from eurogym.training import cli


def test_evaluate_plays_every_seat(tmp_path, capsys):
    out = tmp_path / "duel.json"
    words = "evaluate toy --agent greedy --against random --players 2 3 --deals 10 --quiet --out"
    assert cli.main([*words.split(), str(out)]) == 0
    duels = json.loads(out.read_text())["duels"]
    assert [duel["games"] for duel in duels] == [20, 30]
    assert "greedy against" in capsys.readouterr().out
