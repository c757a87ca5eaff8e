"""Decides: from exit statuses and reports to verdicts, and to nothing else. No word that a program prints comes here."""

from typing import List, NamedTuple, Optional, Sequence

from reports import Report, Suite

PASSED, FAILED, NO_VERDICT = "passed", "failed", "no verdict"
_OUT_OF_TIME = (124, 137)


class Verdict(NamedTuple):
    state: str
    text: str = ""
    shows_log: bool = False


class Row(NamedTuple):
    """One for each thing that was judged."""

    group: str
    name: str
    state: str
    text: str = ""
    seconds: int = 0
    detail: str = ""


def status_of(rows: Sequence[Row]) -> int:
    """The exit status of a call: nothing judged is no success."""
    states = {row.state for row in rows}
    return 0 if states == {PASSED} else 1 if states <= {PASSED, FAILED} and states else 2


def of_build(status: int) -> Verdict:
    return Verdict(FAILED, f"exit status {status}", True) if status else Verdict(PASSED)


def of_check(status: int, report: Optional[Report], limit: int) -> Verdict:
    if status == 102:
        return Verdict(FAILED, "it does not compile", True)
    if status in _OUT_OF_TIME:
        return Verdict(FAILED, f"it did not end within {limit} s")
    # Whatever it says of itself: a verdict needs a whole report.
    if report is None:
        return Verdict(NO_VERDICT, f"lockstep check ended with exit status {status} and left no whole report", True)
    if report.counted:
        return Verdict(FAILED, f"{len(report.counted)} finding{'s' * (len(report.counted) != 1)}: {first_of(report)}")
    return {
        0: Verdict(PASSED),
        103: Verdict(FAILED, "the program failed", True),
        104: Verdict(FAILED, "the program did not end"),
        105: Verdict(FAILED, "advice that counts as a finding"),
        108: Verdict(FAILED, "no kernel ran, so nothing was checked"),
        111: Verdict(FAILED, "it uses what Lockstep refuses", True),
    }.get(status, Verdict(NO_VERDICT, f"lockstep check ended with exit status {status}", True))


def first_of(report: Report) -> str:
    return f"{report.counted[0].kind} at {report.counted[0].where}" if report.counted else ""


def wrong_in_reports(found: Sequence[str], needed: bool) -> str:
    """Of what was found in each report of a build's tests, the first; "" if nothing was."""
    if needed and not found:
        return "no test ran a program that was built with --lockstep-mode=check"
    return next(filter(None, found), "")


def of_tests(status: int, suite: Suite, wrong: str, limit: int) -> Verdict:
    if status in _OUT_OF_TIME:
        return Verdict(FAILED, f"it did not end within {limit} s", True)
    if suite.ran <= 0:
        return Verdict(NO_VERDICT, f"no test ran (exit status {status})", True)
    if status or wrong:
        return Verdict(FAILED, f"{suite.failed} of {suite.ran} tests failed" + (f"; {wrong}" if wrong else ""), True)
    return Verdict(PASSED, f"{suite.ran} tests")


def of_grades(status: int, states: List[str], all_solved: bool, has_hidden: bool) -> Verdict:
    if status or not states:
        return Verdict(NO_VERDICT, f"lockstep lesson grade ended with exit status {status}", True)
    solved = states.count("solved")
    # A sentence may quote what hidden runs expect.
    return Verdict(FAILED if all_solved and solved < len(states) else PASSED, f"{len(states)} graded, {solved} solved", not has_hidden)
