"""Plans: what passes hand to back ends. A back end renders a plan and decides nothing."""
