"""What people call: PettingZoo and gymnasium environments, replays, the functions of a game's module."""
