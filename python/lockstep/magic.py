"""The cell magic %%cuda of notebooks, with nvcc4jupyter's form: the cell is a CUDA program.

    %load_ext lockstep
    %%cuda                     compiles and runs the cell; what it prints appears below
    %%cuda check               ... with every check on: its findings
    %%cuda explain             ... what each line costs
    %%cuda record              ... its recording, as `_` for questions

Flags: -c, --compiler-args "FLAGS" for the compiler; -t, --timeit prints the time of the run; words after -- are the
program's arguments.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import shlex
import shutil
import sys
import tempfile
import time
from typing import Any, List, Optional, Sequence, Union

from . import _app
from .checking import Checked, Explained
from .errors import LockstepError
from .kernel import Source
from .recording import Recording


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Any:
        raise LockstepError(f"%%cuda: {message}")


def _parse(line: str) -> Any:
    words = shlex.split(line)
    at = words.index("--") if "--" in words else len(words)
    parser = _Parser(prog="%%cuda", add_help=False)
    parser.add_argument("what", nargs="?", default="run", choices=["run", "check", "explain", "record"])
    parser.add_argument("-c", "--compiler-args", default="")
    parser.add_argument("-t", "--timeit", action="store_true")
    parsed = parser.parse_args(words[:at])
    parsed.arguments = words[at + 1:]
    return parsed


def _run(source: Source, arguments: Sequence[str], shows_time: bool) -> None:
    start = time.perf_counter()
    ended = source.command(["run", source.file.name], ["--", *arguments], shows=True)
    if ended.failure and ended.failure.status != _app.PROGRAM_FAILED:
        _app.judge(ended)
    if ended.errors:
        print(ended.errors, end="", file=sys.stderr)
    if ended.status:
        raise LockstepError(f"the program ended with exit status {ended.status}")
    if shows_time:
        print(f"{time.perf_counter() - start:.3f} s, with the compiler if it was needed")


def _check(source: Source, arguments: Sequence[str], explains: bool) -> Checked:
    with tempfile.TemporaryDirectory(prefix="lockstep-") as scratch:
        report = pathlib.Path(scratch) / "report.json"
        words = ["check", "--json", "--report", str(report), *(["--explain"] if explains else []), source.file.name]
        ended = _app.judge(source.command(words, ["--", *arguments], shows=True), (0, _app.PROGRAM_FAILED, _app.FINDINGS))
        if not report.exists():
            _app.judge(ended)
        data = json.loads(report.read_text())
    return (Explained if explains else Checked)("the program", data, ended.output)


def _record(source: Source, arguments: Sequence[str]) -> Recording:
    scratch = tempfile.mkdtemp(prefix="lockstep-")
    file = pathlib.Path(scratch) / "cell.lstrace"
    try:
        ended = _app.judge(source.command(["record", "-o", str(file), source.file.name], ["--", *arguments], shows=True),
                           (0, _app.PROGRAM_FAILED, _app.TIME_LIMIT))
        if not file.exists():
            _app.judge(ended)
    except BaseException:
        shutil.rmtree(scratch, ignore_errors=True)
        raise
    return Recording(file, None if ended.status == 0 else ended.reason, scratch=scratch)


def cuda(line: str, cell: Optional[str] = None) -> Union[None, Checked, Recording]:
    """Runs a cell. The magic's own line counts, so that messages have the cell's line numbers."""
    parsed = _parse(line)
    source = Source("\n" + (cell or ""), "cell", shlex.split(parsed.compiler_args))
    if parsed.what == "run":
        _run(source, parsed.arguments, parsed.timeit)
        return None
    if parsed.what == "record":
        return _record(source, parsed.arguments)
    return _check(source, parsed.arguments, parsed.what == "explain")


def register(ipython: Any) -> None:
    ipython.register_magic_function(cuda, "cell", "cuda")


__all__: List[str] = ["cuda", "register"]
