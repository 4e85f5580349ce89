"""Nations in a crisis: alliances, treaties, peace agreements, mobilization and war among governments."""
