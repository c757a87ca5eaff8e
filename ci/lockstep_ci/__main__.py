"""Lockstep in anybody's CI: installs it, builds, checks and tests kernels, and writes the results in the forms that CI systems read.

A judged program's words are data. They go to files and are quoted; a verdict comes only from the exit status of the command that
judges, and from the reports that it writes. The results are those of one call: a folder with results of an earlier one is emptied.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from typing import List

import results
from install import Installer, key, state_folder
from judging import Judge
from options import MARKER, USAGE, Options, read_options
from running import Clock, Trouble, complain, say
from verdicts import NO_VERDICT, Verdict, status_of
from words import name_of


def empty_results(folder: str) -> str:
    """The whole path. Results of an earlier call must not be taken for this one's, and nothing else may be deleted."""
    shown = name_of(folder)
    if os.path.islink(folder):
        raise Trouble("--results is a link")
    try:
        if os.path.exists(folder) and not os.path.exists(f"{folder}/{MARKER}") and (not os.path.isdir(folder) or os.listdir(folder)):
            raise Trouble(f"--results {shown} holds something else: name a folder that is new or empty")
        if os.path.exists(folder):
            shutil.rmtree(folder)
        for name in ("logs", "junit", "reports", "recordings", "pictures"):
            os.makedirs(f"{folder}/{name}")
        open(f"{folder}/{MARKER}", "w").close()
    except OSError as error:
        raise Trouble(f"--results {shown} cannot be written: {error.strerror}") from None
    return os.path.abspath(folder)


def judge(options: Options, folder: str, scratch: str) -> Judge:
    clock = Clock()
    judged = Judge(options, folder, scratch)
    try:
        lockstep = Installer(options, f"{folder}/logs/install.log").run()
    except (Trouble, OSError) as trouble:
        complain(str(trouble))
        judged.row("install", " ".join(options.install) or "Lockstep", Verdict(NO_VERDICT, "Lockstep could not be installed"), clock.seconds)
    else:
        judged.all(lockstep, clock.seconds)
    return judged


def write(judged: Judge, folder: str) -> None:
    for name in ("reports", "recordings", "pictures"):
        if os.path.isdir(f"{folder}/{name}") and not os.listdir(f"{folder}/{name}"):
            os.rmdir(f"{folder}/{name}")
    recordings = f"{os.path.basename(folder)}/recordings" if judged.recorded else ""
    summary = results.summary(judged.rows, judged.findings, judged.ends, recordings, judged.lockstep.version)
    texts = {"junit/check.xml": results.junit(judged.rows), "lockstep.sarif": results.sarif(judged.findings, judged.meanings, judged.lockstep.version),
             "summary.md": summary}  # fmt: skip
    for name, text in texts.items():
        if text is not None:
            with open(f"{folder}/{name}", "w", encoding="utf-8") as file:
                file.write(text)
    if os.environ.get("GITHUB_STEP_SUMMARY"):
        with open(os.environ["GITHUB_STEP_SUMMARY"], "a", encoding="utf-8") as file:
            file.write(summary)
    if os.environ.get("BUILDKITE") == "true" and shutil.which("buildkite-agent"):
        style = "error" if status_of(judged.rows) else "success"
        if subprocess.run(["buildkite-agent", "annotate", "--context", "lockstep", "--style", style], input=summary.encode()).returncode:
            complain("Buildkite took no annotation")
    if os.environ.get("GITHUB_ACTIONS") == "true":
        for command in results.annotations(judged.findings):
            print(command, flush=True)


def call(words: List[str]) -> int:
    if {"--help", "-h"} & set(words[::2]):
        print(USAGE)
        return 0
    if "--key" in words[::2]:
        print(f"{key()}\n{state_folder()}/built")
        return 0
    options = read_options(words, os.environ)
    folder = empty_results(options.results)
    with tempfile.TemporaryDirectory() as scratch:
        judged = judge(options, folder, scratch)
        write(judged, folder)
    status = status_of(judged.rows)
    say(f"lockstep.sh: {results.TITLES[status]}; the results are in {name_of(folder)}")
    return status


def main() -> int:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(130))
    try:
        return call(sys.argv[1:])
    except Trouble as trouble:
        complain(str(trouble))
    except Exception as error:
        complain(f"there is no verdict, because of a {type(error).__name__}: {str(error)[:300]}")
    return 2


if __name__ == "__main__":
    sys.exit(main())
