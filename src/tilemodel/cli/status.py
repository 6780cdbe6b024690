"""Exit statuses."""

ANSWERED = 0
NO = 1  # proved that there is none, or a check failed
WRONG = 2  # the command line or a model is wrong, or no chosen backend can take it
CUT_SHORT = 3  # stopped at a limit before the answer
BUG = 70  # as in BSD's sysexits.h
INTERRUPTED = 130
