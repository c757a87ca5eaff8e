"""What commands wrote, as values. It is checked in size and shape: anything else than a whole report is none."""

import functools
import json
import os
import re
from typing import Dict, List, NamedTuple, Optional, Tuple, Type, TypeVar
from urllib.parse import quote

from running import bytes_of
from words import name_of, path_of

LARGEST_REPORT = 8_000_000  # bytes

T = TypeVar("T")


class Place(NamedTuple):
    uri: str
    line: int = 0  # 0: unknown
    column: int = 0
    thread: str = ""  # "2,0,0/31,0,0": its block, and where it is in it; empty: no thread was there


class Finding(NamedTuple):
    level: str
    kind: str
    message: str
    place: Place
    others: Tuple[Place, ...] = ()

    @property
    def counts(self) -> bool:
        return self.level != "note"

    @property
    def where(self) -> str:
        return f"{name_of(path_of(self.place.uri))}:{self.place.line}" if self.place.uri != "-" else "an unknown line"


class Report(NamedTuple):
    findings: List[Finding]
    meanings: Dict[str, str]  # of kinds

    @property
    def counted(self) -> List[Finding]:
        return [finding for finding in self.findings if finding.counts]


class Damaged(Exception):
    pass


def read_report(file: str) -> Optional[Report]:
    """Lockstep's SARIF. Files of this project are named relative to it."""
    try:
        return _report(_json(file, LARGEST_REPORT))
    except Damaged:
        return None


def states_of_grades(file: str) -> List[str]:
    """The states of all answers in the JSON that `lockstep lesson grade` writes; none if it is damaged."""
    try:
        return [_member(str, answer, "state") for answer in _member(list, _json(file, 8 * LARGEST_REPORT), "answers")]
    except Damaged:
        return []


class Suite(NamedTuple):
    ran: int
    failed: int


def first_suite(file: str) -> Suite:
    """The numbers of the first test suite in JUnit's form. Words of tests come later in the file."""
    text = bytes_of(file)[:4000].decode("utf-8", "replace")
    found = re.search(r"<testsuite\s([^>]*)", text)
    numbers = {name: int(value) for name, value in re.findall(r'\b([a-z]+)="([0-9]{1,9})"', found[1])} if found else {}
    return Suite(numbers.get("tests", 0) - numbers.get("skipped", 0) - numbers.get("disabled", 0),
                 numbers.get("failures", 0) + numbers.get("errors", 0))  # fmt: skip


def _json(file: str, most: int) -> object:
    try:
        return json.loads(bytes_of(file, most).decode("utf-8", "replace"), parse_int=lambda digits: int(digits[:9]))
    except (ValueError, RecursionError):
        raise Damaged from None


def _member(kind: Type[T], value: object, *names: str) -> T:
    for name in names:
        if type(value) is not dict:
            raise Damaged
        value = value.get(name)
    if type(value) is not kind:
        raise Damaged
    return value


def _matching(pattern: str, text: str) -> str:
    if not re.fullmatch(pattern, text):
        raise Damaged
    return text


def _report(whole: object) -> Report:
    report = Report([], {})
    runs = _member(list, whole, "runs")
    for run in runs:
        for rule in _member(list, run, "tool", "driver", "rules"):
            report.meanings[_member(str, rule, "id")] = _member(str, rule, "shortDescription", "text")
        report.findings.extend(map(_finding, _member(list, run, "results")))
    if not runs:
        raise Damaged
    return report


def _finding(result: object) -> Finding:
    kind = _matching("[a-z0-9-]{1,100}", _member(str, result, "ruleId"))
    level = _matching("error|warning|note", _member(str, result, "level"))
    message = _member(str, result, "message", "text")
    if not message:
        raise Damaged
    if len(message) > 6000:
        message = f"{kind}: the report has the text, which is long"
    members = _member(dict, result)
    places = [_place(place) for place in _member(list, members.get("locations", []))[:1]]
    others = [_place(place) for place in _member(list, members.get("relatedLocations", []))[:20]]
    return Finding(level, kind, message, places[0] if places else Place("-"), tuple(others))


def _place(location: object) -> Place:
    uri = _matching(r"[A-Za-z0-9%._~/!$&'()*+,;=@:-]{1,2000}", _member(str, location, "physicalLocation", "artifactLocation", "uri"))
    region = _member(dict, location, "physicalLocation").get("region", {})
    line, column = (_member(int, _member(dict, region).get(name, 0)) for name in ("startLine", "startColumn"))
    if line < 0 or column < 0:
        raise Damaged
    named = _member(dict, _member(dict, location).get("properties", {}))
    block, thread = (_matching(r"|\([0-9]{1,10},[0-9]{1,10},[0-9]{1,10}\)", _member(str, named.get(name, ""))) for name in ("block", "thread"))
    return Place(re.sub(_here(), "", uri) or "-", line, column, f"{block[1:-1]}/{thread[1:-1]}" if block and thread else "")


@functools.lru_cache(maxsize=None)
def _here() -> str:
    """A pattern for this folder as a URI, by its names with and without links."""
    named = os.environ.get("PWD", "")
    folders = {os.getcwd(), named if os.path.isabs(named) and os.path.realpath(named) == os.getcwd() else os.getcwd()}
    return "|".join("^file://" + re.escape(quote(os.fsencode(folder), safe="/!$&'()*+,;=@") + "/") for folder in folders)
