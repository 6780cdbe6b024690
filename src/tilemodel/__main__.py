"""``python -m tilemodel`` is ``tilemodel``."""

import sys

from tilemodel.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
