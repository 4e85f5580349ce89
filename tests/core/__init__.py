"""Tests of the kernel, module by module, then by properties and by seeded faults."""
