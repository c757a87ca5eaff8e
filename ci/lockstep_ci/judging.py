"""Runs what is judged, one function for each kind, and collects rows and findings."""

import glob
import os
import re
import shutil
import subprocess
from typing import Dict, List, Tuple

import verdicts
from install import Lockstep, state_folder
from options import Options
from reports import Finding, Report, first_suite, read_report, states_of_grades
from running import Clock, bytes_of, captured, say, show_end
from verdicts import FAILED, NO_VERDICT, Row, Verdict
from words import name_of

MOST_RECORDINGS = 3  # of programs with findings, each with a picture
MOST_REPORTS = 2000  # of the tests of a build
MOST_FINDINGS = 20000


class Judge:
    def __init__(self, options: Options, results: str, scratch: str) -> None:
        self._options, self._results, self._scratch = options, results, scratch
        self.lockstep = Lockstep("", "Lockstep did not start", "python3")
        self.rows: List[Row] = []
        self.findings: List[Finding] = []
        self.meanings: Dict[str, str] = {}
        self.ends: List[Tuple[str, bytes]] = []  # of logs that the summary shows, each with its title
        self.recorded = 0

    def row(self, group: str, name: str, verdict: Verdict, seconds: int = 0, detail: str = "", log: str = "", title: str = "") -> None:
        text = re.sub("[\0-\x1f\x7f]", "?", verdict.text)
        self.rows.append(Row(group, name_of(name), verdict.state, text, seconds, detail))
        say(f"{verdict.state}: {group} {name_of(name)}" + (f": {text}" if text else ""))
        if verdict.shows_log:
            self.ends.append((title or f"{group} {name_of(name)}: the end of the output", bytes_of(log)[-8000:]))
            show_end(log, 30)

    def all(self, lockstep: Lockstep, seconds: int) -> None:
        """Whatever fails, the rest is done too."""
        self.lockstep = lockstep
        options = self._options
        built = not options.build or self._build()
        for pattern in options.check:
            self._check_all(pattern)
        if options.ctest and not built:
            self.row("ctest", options.ctest, Verdict(NO_VERDICT, "the build failed"))
        elif options.ctest and not shutil.which("ctest"):
            self.row("ctest", options.ctest, Verdict(NO_VERDICT, "there is no ctest"))
        elif options.ctest:
            self._ctest()
        if options.pytest:
            self._pytest()
        if options.grade:
            self._grade()
        if not self.rows:
            self.row("install", lockstep.program, Verdict(verdicts.PASSED, lockstep.version), seconds)

    def _build(self) -> bool:
        clock, log = Clock(), f"{self._results}/logs/build.log"
        status = captured(log, 10 * self._options.seconds, ["bash", "-euo", "pipefail", "-c", self._options.build])
        self.row("build", self._options.build.split("\n")[0], verdicts.of_build(status), clock.seconds, log=log, title="The end of the build")
        return status == 0

    def _check_all(self, pattern: str) -> None:
        files = files_of(pattern)
        if not files:
            self.row("check", pattern, Verdict(NO_VERDICT, "there is no such file, and nothing was checked"))
        for file in files:
            self._check(file)

    def _check(self, file: str) -> None:
        number = 1 + sum(row.group == "check" for row in self.rows)
        log, written = f"{self._results}/logs/check-{number}.log", f"{self._scratch}/check-{number}.sarif"
        recording = f"{self._results}/recordings/{number}.lstrace"
        command = [self.lockstep.program, "check", *self._options.flags.split(), "--sarif", "--report", written]
        command += ["--record", recording] if self.recorded < MOST_RECORDINGS else []
        clock = Clock()
        status = captured(log, self._options.seconds, [*command, f"./{file}" if file[0] in "-@" else file])
        seconds, report = clock.seconds, read_report(written)
        verdict = verdicts.of_check(status, report, self._options.seconds)
        if report:
            self._take(report)
            if report.counted and os.path.isfile(recording) and os.path.getsize(recording):
                self.recorded += 1
                self._picture(number, recording, report.counted[0])
        counted = report.counted[:10] if report else []
        detail = "\n".join(f"{finding.where}: {finding.message}  [{finding.kind}]" for finding in counted)
        compiles = status != 102
        self.row("check", file, verdict, seconds, detail, log, name_of(file) + (": the end of the output" if compiles else ": it does not compile"))

    def _take(self, report: Report) -> None:
        self.findings += report.findings[: MOST_FINDINGS - len(self.findings)]
        self.meanings.update(report.meanings)

    def _picture(self, number: int, recording: str, finding: Finding) -> None:
        """Where the threads were when the finding's first thread came to its line."""
        side = next((place for place in finding.others if place.thread and place.line and place.uri == finding.place.uri), None)
        if side:
            command = [self.lockstep.program, "export", recording, "--thread", side.thread, "--line", str(side.line)]
            captured(f"{self._results}/logs/picture-{number}.log", 60, [*command, "--svg", f"{self._results}/pictures/{number}.svg"])

    def _ctest(self) -> None:
        clock, reports, log = Clock(), f"{self._results}/reports", f"{self._results}/logs/ctest.log"
        junit = f"{self._results}/junit/ctest.xml"
        command = ["ctest", "--test-dir", self._options.ctest, "--no-tests=error", "--output-on-failure", "--output-junit", junit]
        status = captured(log, 10 * self._options.seconds, command, LOCKSTEP_REPORT=reports.replace("%", "%%") + "/%e-%p.sarif",
                          LOCKSTEP_FINDINGS_STATUS="105")  # fmt: skip
        found: List[str] = []  # in each report
        files = files_below(reports, ".sarif")
        if len(files) > MOST_REPORTS:
            found.append(f"there are more than {MOST_REPORTS} reports")
        for file in files[:MOST_REPORTS]:
            report = read_report(file)
            found.append(verdicts.first_of(report) if report else f"the report {name_of(os.path.basename(file))} is damaged")
            self._take(report or Report([], {}))
        wrong = verdicts.wrong_in_reports(found, needed=self._options.mode != "run")
        self._tests("ctest", self._options.ctest, status, clock.seconds, wrong)

    def _pytest(self) -> None:
        clock, python = Clock(), self.lockstep.python
        has_pytest = subprocess.run([python, "-c", "import pytest"], stderr=subprocess.DEVNULL).returncode == 0
        if not has_pytest and python.startswith(state_folder() + "/"):
            with open(f"{self._results}/logs/install.log", "ab") as log:
                subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "pytest"], stdout=log, stderr=log)
        command = [python, "-m", "pytest", "--junitxml", f"{self._results}/junit/pytest.xml", "--lockstep-schedules", "all",
                   "--lockstep-recordings", f"{self._results}/recordings", "--", *self._options.pytest]  # fmt: skip
        status = captured(f"{self._results}/logs/pytest.log", 10 * self._options.seconds, command)
        self._tests("pytest", " ".join(self._options.pytest), status, clock.seconds, "")

    def _tests(self, group: str, name: str, status: int, seconds: int, wrong: str) -> None:
        suite = first_suite(f"{self._results}/junit/{group}.xml")
        verdict = verdicts.of_tests(status, suite, wrong, 10 * self._options.seconds)
        self.row(group, name, verdict, seconds, log=f"{self._results}/logs/{group}.log")

    def _grade(self) -> None:
        clock, options, log = Clock(), self._options, f"{self._results}/logs/grade.log"
        # A link could lead to the solution.
        if os.path.realpath(options.submissions) != os.path.abspath(options.submissions):
            self.row("grade", options.submissions, Verdict(FAILED, "it is a link, or lies below one"))
            return
        command = [self.lockstep.program, "lesson", "grade", *(["--hidden", options.hidden] if options.hidden else [])]
        command += ["--csv", f"{self._results}/grades.csv", "--json", f"{self._results}/grades.json"]
        command += ["--junit", f"{self._results}/junit/grade.xml", options.grade, options.submissions]
        status = captured(log, 10 * options.seconds, command)
        states = states_of_grades(f"{self._results}/grades.json")
        verdict = verdicts.of_grades(status, states, options.solved == "yes", bool(options.hidden))
        title = "The end of the output" if verdict.state == NO_VERDICT else "The grades"
        self.row("grade", options.submissions, verdict, clock.seconds, log=log, title=title)


def files_of(pattern: str) -> List[str]:
    """Those of a pattern, a folder or a file."""
    if os.path.isdir(pattern):
        return [file[2:] if file.startswith("./") else file for file in files_below(pattern, ".cu")]
    if os.path.isfile(pattern):
        return [pattern]
    return sorted(file for file in glob.glob(pattern, recursive=True) if os.path.isfile(file))


def files_below(folder: str, end: str) -> List[str]:
    found = (os.path.join(place, name) for place, _, names in os.walk(folder) for name in names if name.endswith(end))
    return sorted(file for file in found if os.path.isfile(file) and not os.path.islink(file))
