"""The kernel: one chronicle, many views. It knows no family, no provider and no screen."""
