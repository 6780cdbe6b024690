"""The command line: parsing and printing only, a file for each command."""
