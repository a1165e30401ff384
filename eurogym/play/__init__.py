"""Games for people: at a table in the terminal or the browser, with hints, lessons, replays and reviews."""
