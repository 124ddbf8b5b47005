"""All scenarios, by subject."""

from soccer.scenarios import actions, commands, fouls, goals, kicks, roster, senses, times

SCENARIOS = [
    scenario
    for module in (kicks, goals, fouls, times, roster, commands, actions, senses)
    for scenario in module.COLLECTION.scenarios
]
