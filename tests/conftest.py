"""What all tests share."""

import signal

# A shell that runs the tests in the background has them ignore Ctrl-C, and so would the programs that they interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
