"""Runs commands with bounds on their time and output, and says what happens."""

import os
import pathlib
import subprocess
import sys
import time
from typing import List

from words import no_command, quoted

LARGEST_LOG = 4_000_000  # bytes of a command's output that are kept

# Files by which a command would set variables for later steps of a job.
_OF_A_STEP = {"GITHUB_ENV", "GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STATE", "GITHUB_STEP_SUMMARY", "BUILDKITE_ENV_FILE"}


class Trouble(Exception):
    """A sentence for the caller: there is no verdict."""


def say(text: str) -> None:
    print(no_command(text), flush=True)


def complain(text: str) -> None:
    print("lockstep.sh: " + no_command(text), file=sys.stderr, flush=True)


def bytes_of(file: str, most: int = 64_000_000) -> bytes:
    """Nothing, if it is no plain file (a pipe would never end) or has more bytes."""
    try:
        return pathlib.Path(file).read_bytes() if os.path.isfile(file) and os.path.getsize(file) <= most else b""
    except OSError:
        return b""


def show_end(log: str, lines: int) -> None:
    print(quoted(bytes_of(log), lines), flush=True)


class Clock:
    def __init__(self) -> None:
        self._begun = time.monotonic()

    @property
    def seconds(self) -> int:
        return int(time.monotonic() - self._begun)


def captured(log: str, seconds: int, command: List[str], **variables: str) -> int:
    """Runs a command with its output in a file only; its exit status, 124 or 137 after its time. What it leaves running delays nothing."""
    environment = {name: value for name, value in os.environ.items() if name not in _OF_A_STEP}
    with open(log, "wb") as file:  # all is read, or the command would wait; a part is kept
        keep = ["sh", "-c", f"head -c {LARGEST_LOG}; exec cat >/dev/null"]
        writer = subprocess.Popen(keep, stdin=subprocess.PIPE, stdout=file, stderr=subprocess.DEVNULL, start_new_session=True)
    assert writer.stdin
    with writer.stdin as output:
        running = subprocess.Popen(["timeout", "--kill-after=10", str(seconds), *command], env={**environment, **variables},
                                   stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)  # fmt: skip
    try:
        status = running.wait()
        writer.wait(2)
    except subprocess.TimeoutExpired:
        pass
    finally:
        if running.poll() is None:  # because this program is ended
            running.terminate()
    return 128 - status if status < 0 else status
