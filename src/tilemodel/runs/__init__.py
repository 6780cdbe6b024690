"""Runs that survive: an instance in thousands of disjoint parts, and a journal that keeps what is known of each.

:mod:`question` says what is to be found out and of which instances; :mod:`plan` cuts them; :mod:`crew` and
:mod:`cluster` have the parts searched, here or on other machines; :mod:`journal` is the file; :mod:`longrun` ties
them together.
"""
