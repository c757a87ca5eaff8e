"""The options of a call, from its words and from variables."""

import dataclasses
import re
from typing import List, Mapping

from running import Trouble
from words import name_of

MARKER = ".lockstep-results"  # a file in a folder of results
USAGE = """\
lockstep.sh [OPTION VALUE]...: Lockstep in CI. What is named is done in this order; whatever fails, the rest is done too.

  --install FILE      a wheel (name both of them) or a .deb, or its address, perhaps with #sha256=HEX at the end; may be repeated.
                      Without: the program of --lockstep, else `lockstep` on the PATH, else a .deb built from this checkout
  --build COMMAND     a script for bash; CUDACXX, NVCC and CUDAFLAGS make CMake (not with wheels) and makefiles compile with Lockstep
  --check FILE        checks a .cu file, all those below a folder, or those of a pattern (kernels/**/*.cu); may be repeated
  --flags FLAGS       flags of the compiler for --check, separated by blanks
  --ctest FOLDER      runs the tests of a build folder
  --pytest PATH       runs pytest on a file or folder, with every order of threads; may be repeated
  --grade LESSON      grades --submissions FOLDER for this lesson; --hidden FOLDER has runs that students do not see.
                      With --solved yes, each submission must be solved; otherwise, grading itself must work

  --mode check|run    how --build compiles: checked, the default, or only fast
  --results FOLDER    where the results go (lockstep-results)
  --limit SECONDS     of each program of --check (600); the other commands may take ten times as long
  --lockstep PROGRAM  the installed program to use
  --key               prints what a cache of the built .deb should depend on, and where that is kept; nothing else

Each option is also a variable, with one value a line where it may be repeated: LOCKSTEP_CI_INSTALL, LOCKSTEP_CI_CHECK, ...
LOCKSTEP_CI_STATE is the folder for what it installs (~/.cache/lockstep-ci).

Results: summary.md, lockstep.sarif, junit/*.xml, recordings/ and pictures/ of what has findings, logs/.
Exit status: 0 all of it passed; 1 it did not; 2 the call is wrong, or Lockstep or the machine failed, so that there is no verdict."""


@dataclasses.dataclass
class Options:
    install: List[str] = dataclasses.field(default_factory=list)
    build: str = ""
    check: List[str] = dataclasses.field(default_factory=list)
    flags: str = ""
    ctest: str = ""
    pytest: List[str] = dataclasses.field(default_factory=list)
    grade: str = ""
    submissions: str = ""
    hidden: str = ""
    solved: str = "no"
    mode: str = "check"
    results: str = "lockstep-results"
    limit: str = "600"
    lockstep: str = ""

    @property
    def seconds(self) -> int:
        return int(self.limit)

    def set(self, name: str, value: str) -> None:
        if isinstance(getattr(self, name), list):
            getattr(self, name).append(value)
        else:
            setattr(self, name, value)


NAMES = [field.name for field in dataclasses.fields(Options)]


def read_options(words: List[str], variables: Mapping[str, str]) -> Options:
    """Words may have any text as a value, also one that begins with a dash."""
    options = Options()
    for name in NAMES:
        value = variables.get(f"LOCKSTEP_CI_{name.upper()}", "")
        values = [line.strip() for line in value.split("\n")] if isinstance(getattr(options, name), list) else [value]
        for value in filter(None, values):
            options.set(name, value)
    rest = iter(words)
    for word in rest:
        if not word.startswith("--"):
            raise Trouble(f"unknown argument: {name_of(word)}; see --help")
        if word[2:] not in NAMES:
            raise Trouble(f"unknown option: {name_of(word)}; see --help")
        value = next(rest, "")
        if not value:
            raise Trouble(f"{word} needs a value; see --help")
        options.set(word[2:], value)
    _judge(options)
    return options


def _judge(options: Options) -> None:
    wrong = {
        "--mode is check or run": options.mode not in ("check", "run"),
        "--limit is a number of seconds": not re.fullmatch("[1-9][0-9]{0,5}", options.limit),
        "--solved is yes or no": options.solved not in ("yes", "no"),
        "--grade and --submissions belong together": bool(options.grade) != bool(options.submissions),
        "a lesson and its folders do not begin with -": any(word.startswith("-") for word in (options.grade, options.submissions, options.hidden)),
        "there is nothing to do; see --help": not any(
            (options.install, options.build, options.check, options.ctest, options.pytest, options.grade)),
    }  # fmt: skip
    for sentence, holds in wrong.items():
        if holds:
            raise Trouble(sentence)
