"""Runs and studies: from parameters to folders, tables and reports."""
