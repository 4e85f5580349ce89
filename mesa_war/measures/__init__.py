"""Numbers drawn from outcomes, boards and chronicles; they judge a run and never change it."""
