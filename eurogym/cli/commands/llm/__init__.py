"""Language models: matches, positions, coding tasks, tools over MCP."""
