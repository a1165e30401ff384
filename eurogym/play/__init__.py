"""Games for people: at a table in the terminal or the browser, with hints, lessons, replays and reviews.

- `table`: one game and what a person may do in it: choose, take back, see. `choices` reads what is typed.
- `session`: one person at a table in the terminal.
- `opening`: from a wish (game, options, seats, opponents) to a table and its agents; `solo_levels` picks solo settings.
- `room`: a table in the browser with its people, each of whom sees what that seat may see.
- `house`: all rooms of a server. A `Sitting` is a room with the secret addresses of its people, a `Place` one of these.
- `web` answers requests, within the limits of `connections`. `stage` is the markup of a table in a page.
- `legend` and `rulebook` explain signs, cards and rules; `words` and `colour` write them.
- `tutorial`, `judge`, `review`, `prospects`, `ending`: what a choice is worth or was, and who won by what.
- `record`: a person's results and level. `replay_page` and `pictures` show recorded games, `demo` a trained policy.
"""
