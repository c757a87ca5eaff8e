"""The Lockstep that this package uses: the command, and the library that runs kernels."""

from __future__ import annotations

import codecs
import contextlib
import functools
import json
import os
import pathlib
import selectors
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from typing import Any, Iterator, List, Optional, Sequence, TextIO, Tuple

from .errors import CompileError, LockstepError

# Exit statuses of the command (shared/base/exit_status.h).
COMPILE_ERROR = 102
PROGRAM_FAILED = 103
TIME_LIMIT = 104
FINDINGS = 105

MOST_SHOWN = 1 << 20


@dataclass(frozen=True)
class App:
    command: pathlib.Path
    runtime: pathlib.Path


@dataclass(frozen=True)
class Failure:
    """Why a command failed, as it says itself (cli/failure.h); a program can print what it likes and change none of it."""

    status: int
    message: str
    hint: str = ""

    def __str__(self) -> str:
        return self.message + (f"; {self.hint}" if self.hint else "")


@dataclass(frozen=True)
class Ended:
    status: int
    output: str
    errors: str
    failure: Optional[Failure] = None

    @property
    def reason(self) -> str:
        return str(self.failure) if self.failure else f"lockstep ended with status {self.status}"


def _app_in(folder: pathlib.Path) -> Optional[App]:
    command = folder / "bin" / "lockstep"
    for runtime in (folder / "lib" / "lockstep" / "liblockstep.so", folder / "lib" / "liblockstep.so"):
        if command.exists() and runtime.exists():
            return App(command, runtime)
    return None


@functools.lru_cache(maxsize=None)
def app() -> App:
    """The Lockstep in LOCKSTEP_HOME, in this package (a wheel), built in the source tree that this file lies in, or
    installed with it (PREFIX/lib/python3/dist-packages/lockstep)."""
    here = pathlib.Path(__file__).resolve().parent
    home = os.environ.get("LOCKSTEP_HOME")
    for folder in [pathlib.Path(home)] if home else [here / "app", here.parents[1] / "build", *list(here.parents)[3:4]]:
        found = _app_in(folder)
        if found:
            return found
    raise LockstepError(
        f"there is no built Lockstep in {home}" if home else
        "Lockstep is not built: run ./lockstep in its source tree, or set LOCKSTEP_HOME to an installation")


def _command(words: Sequence[str], failure: pathlib.Path) -> List[str]:
    """`lockstep WORDS`, which leaves the reason of a failure in that file."""
    at = words.index("--") if "--" in words else len(words)
    return [str(app().command), *words[:at], "--failure", str(failure), *words[at:]]


def _failure_in(file: pathlib.Path) -> Optional[Failure]:
    try:
        read = json.loads(file.read_text(errors="replace"))
        return Failure(int(read["status"]), str(read["message"]), str(read["hint"]))
    except (OSError, ValueError, LookupError, TypeError):
        return None


@contextlib.contextmanager
def _started(words: Sequence[str], folder: Optional[pathlib.Path], **text: Any) -> Iterator[Tuple[Any, pathlib.Path]]:
    """The process of `lockstep WORDS`, and where it leaves the reason of a failure. An exception ends it."""
    with tempfile.TemporaryDirectory(prefix="lockstep-") as scratch:
        failure = pathlib.Path(scratch) / "failure.json"
        process = subprocess.Popen(_command(words, failure), cwd=folder, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, **text)
        try:
            yield process, failure
        except BaseException:
            process.terminate()
            if process.stdout and process.stdout.closed:
                process.wait()
            else:
                process.communicate()
            raise


def run(words: Sequence[str], folder: Optional[pathlib.Path] = None) -> Ended:
    """Runs `lockstep WORDS` in a folder; an interrupt ends it with all that it has started."""
    with _started(words, folder, text=True, errors="replace") as (process, failure):
        output, errors = process.communicate()
        return Ended(process.returncode, output, errors, _failure_in(failure))


class _Shown:
    """One of a program's streams: what is read of it is kept and shown until there is too much."""

    def __init__(self, target: Optional[TextIO]):
        self.target = target
        self.text = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._is_full = False

    def take(self, data: bytes) -> None:
        if self._is_full:
            return
        piece = self._decoder.decode(data, final=not data)
        if len(self.text) + len(piece) > MOST_SHOWN:
            self._is_full = True
            piece = piece[:MOST_SHOWN - len(self.text)] + f"\n... (only the first {MOST_SHOWN >> 20} Mi characters are shown)\n"
        self.text += piece
        if self.target and piece:
            self.target.write(piece)
            self.target.flush()


def run_shown(words: Sequence[str], folder: Optional[pathlib.Path] = None) -> Ended:
    """As `run`; the output appears while the program runs. Of output and errors, the first MOST_SHOWN characters are kept."""
    with _started(words, folder) as (process, failure):
        output, errors = _Shown(sys.stdout), _Shown(None)
        with selectors.DefaultSelector() as selector, process.stdout, process.stderr:
            selector.register(process.stdout, selectors.EVENT_READ, output)
            selector.register(process.stderr, selectors.EVENT_READ, errors)
            while selector.get_map():
                for key, _ in selector.select():
                    data = os.read(key.fd, 1 << 16)
                    key.data.take(data)
                    if not data:
                        selector.unregister(key.fileobj)
        process.wait()
        return Ended(process.returncode, output.text, errors.text, _failure_in(failure))


def judge(ended: Ended, fine: Sequence[int] = (0,)) -> Ended:
    """Raises the reason of a failed command."""
    if ended.status in fine:
        return ended
    if has_not_compiled(ended):
        raise CompileError(ended.errors.strip())
    raise LockstepError(ended.reason)


def has_not_compiled(ended: Ended) -> bool:
    """Then no program has run, and what is on standard error is the compiler's. (A program may end with any status.)"""
    return ended.failure is not None and ended.failure.status == COMPILE_ERROR


def keep_text(path: pathlib.Path, text: str) -> pathlib.Path:
    """The file with this text. One that has it already stays as it is, so that what was made from it is not made again."""
    try:
        if path.read_text() == text:
            return path
    except OSError:
        pass
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    new = path.with_name(f"{path.name}.{id(text)}.new")
    new.write_text(text)
    new.replace(path)
    return path


def cache_folder() -> pathlib.Path:
    """As the command has it: $LOCKSTEP_CACHE, else the user's cache folder."""
    chosen = os.environ.get("LOCKSTEP_CACHE")
    if chosen:
        return pathlib.Path(chosen)
    return pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "lockstep"


def main() -> None:
    """The command `lockstep` of an environment into which the package was installed."""
    os.execv(app().command, ["lockstep", *sys.argv[1:]])
