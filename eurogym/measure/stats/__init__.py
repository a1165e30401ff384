"""Statistics: intervals, sequential tests, deviation ratings, luck."""
