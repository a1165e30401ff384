"""Statistics: intervals and sequential tests."""
