"""What every model must do, whatever its family: the five toys and every folder in ``models``."""
