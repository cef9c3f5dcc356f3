"""Why this plan, why not that one, and what must give: answers found by solving again, never by guessing."""
