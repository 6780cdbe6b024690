"""The peers and their environments. ``python bench/peers/environments.py [NAME ...]`` sets them up.

What cannot be installed is said here, and by every run that wants it: a peer is never left out in silence.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
import venv
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE / ".environments"


@dataclass(frozen=True)
class Peer:
    """A solver: its script, and the packages of the environment that it runs in (``""`` is tilemodel's own)."""

    name: str
    script: str
    environment: str
    packages: tuple[str, ...]
    about: str

    @property
    def python(self) -> Path:
        """The interpreter that runs it."""
        return ROOT / self.environment / "bin" / "python" if self.environment else Path(sys.executable)

    @property
    def path(self) -> Path:
        return HERE / self.script

    def missing(self) -> str | None:
        """None where it can run, else what is not there."""
        if not self.python.exists():
            return f"no environment; python bench/peers/environments.py {self.name} makes it"
        code = "import sys, importlib.metadata as m; [m.version(p) for p in sys.argv[1:]]"
        names = [package.partition("<")[0] for package in self.packages]
        known = subprocess.run([self.python, "-c", code, *names], capture_output=True)
        if known.returncode == 0:
            return None
        what = "could not be installed" if self.environment else f"is not beside tilemodel in {sys.prefix}"
        return f"{' or '.join(names)} {what}"


def peers() -> dict[str, Peer]:
    """All peers by name."""
    table = tomllib.loads((HERE / "peers.toml").read_text())
    return {n: Peer(n, p["script"], p["environment"], tuple(p["packages"]), p["about"]) for n, p in table.items()}


def set_up(peer: Peer) -> bool:
    """Install a peer into its environment, which is made where there is none; whether it is there then."""
    if peer.environment:
        if not peer.python.exists():
            venv.create(peer.python.parent.parent, with_pip=True)
        subprocess.run([peer.python, "-m", "pip", "install", "--quiet", *peer.packages])
    why = peer.missing()
    print(f"{peer.name}: {why or 'ready'}", flush=True)
    return why is None


if __name__ == "__main__":
    wanted = sys.argv[1:] or list(peers())
    sys.exit(0 if all([set_up(peers()[name]) for name in wanted]) else 1)
