"""The Lockstep that this package uses: the command, and the library that runs kernels."""

from __future__ import annotations

import functools
import os
import pathlib
import subprocess
import sys
from dataclasses import dataclass
from typing import Optional, Sequence

from .errors import CompileError, LockstepError

# Exit statuses of the command (shared/base/exit_status.h).
COMPILE_ERROR = 102
PROGRAM_FAILED = 103
TIME_LIMIT = 104
FINDINGS = 105


@dataclass(frozen=True)
class App:
    command: pathlib.Path
    runtime: pathlib.Path


@dataclass(frozen=True)
class Ended:
    status: int
    output: str
    errors: str


def _app_in(folder: pathlib.Path) -> Optional[App]:
    command = folder / "bin" / "lockstep"
    for runtime in (folder / "lib" / "lockstep" / "liblockstep.so", folder / "lib" / "liblockstep.so"):
        if command.exists() and runtime.exists():
            return App(command, runtime)
    return None


@functools.lru_cache(maxsize=None)
def app() -> App:
    """The Lockstep in LOCKSTEP_HOME, in this package (a wheel), or built in the source tree that this file lies in."""
    here = pathlib.Path(__file__).resolve().parent
    home = os.environ.get("LOCKSTEP_HOME")
    for folder in [pathlib.Path(home)] if home else [here / "app", here.parent.parent / "build"]:
        found = _app_in(folder)
        if found:
            return found
    raise LockstepError(
        f"there is no built Lockstep in {home}" if home else
        "Lockstep is not built: run ./lockstep in its source tree, or set LOCKSTEP_HOME to an installation")


def run(words: Sequence[str], folder: Optional[pathlib.Path] = None) -> Ended:
    """Runs `lockstep WORDS` in a folder; an interrupt ends it with all that it has started."""
    process = subprocess.Popen([str(app().command), *words], cwd=folder, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace")
    try:
        output, errors = process.communicate()
    except BaseException:
        process.terminate()
        process.communicate()
        raise
    return Ended(process.returncode, output, errors)


def judge(ended: Ended, fine: Sequence[int] = (0,)) -> Ended:
    """Raises what a failed command says."""
    if ended.status in fine:
        return ended
    if ended.status == COMPILE_ERROR:
        raise CompileError(ended.errors.strip())
    raise LockstepError(ended.errors.strip().removeprefix("lockstep: ") or f"lockstep ended with status {ended.status}")


def cache_folder() -> pathlib.Path:
    """As the command has it: $LOCKSTEP_CACHE, else the user's cache folder."""
    chosen = os.environ.get("LOCKSTEP_CACHE")
    if chosen:
        return pathlib.Path(chosen)
    return pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "lockstep"


def main() -> None:
    """The command `lockstep` of an environment into which the package was installed."""
    os.execv(app().command, ["lockstep", *sys.argv[1:]])
