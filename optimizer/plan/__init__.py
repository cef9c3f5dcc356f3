"""The plan as data: everything a report needs, nothing a solver knows."""
