"""Runs a program that says `from numba import cuda`, unchanged, with lockstep.numba_cuda in the place of numba.cuda.

    python -m lockstep.numba program.py arguments...
    python -m lockstep.numba -m module arguments...     # -c "code", too
    python -m lockstep.numba --path                     # for PYTHONPATH, with LOCKSTEP_NUMBA=1: each Python that starts does it

Numba itself may be installed or not. pytest has the option --lockstep-numba, and takes LOCKSTEP_NUMBA=1 for it. A program's own
text says `import lockstep.numba; lockstep.numba.redirect()`, before it imports numba.cuda.
"""

from __future__ import annotations

import pathlib
import runpy
import sys
from typing import List

from ._numba.redirect import START, is_on, redirect


def main(arguments: List[str]) -> int:
    """What `python -m lockstep.numba` does."""
    if arguments == ["--path"]:
        print(START)
        return 0
    if not arguments or arguments[0] in ("-h", "--help") or arguments[0] in ("-m", "-c") and len(arguments) < 2:
        print((__doc__ or "").strip())
        return 0 if arguments[:1] in (["-h"], ["--help"]) else 2
    if arguments[0] not in ("-m", "-c") and not pathlib.Path(arguments[0]).exists():
        print(f"lockstep.numba: there is no file {arguments[0]}", file=sys.stderr)
        return 2
    redirect()
    if arguments[0] == "-m":
        sys.argv = arguments[1:]
        sys.path[0] = ""
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    elif arguments[0] == "-c":
        sys.argv = ["-c", *arguments[2:]]
        sys.path[0] = ""
        exec(compile(arguments[1], "<string>", "exec"), {"__name__": "__main__"})
    else:
        sys.argv = arguments
        sys.path[0] = str(pathlib.Path(arguments[0]).resolve().parent)
        runpy.run_path(arguments[0], run_name="__main__")
    return 0


__all__ = ["is_on", "main", "redirect"]

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
