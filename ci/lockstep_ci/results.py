"""Rows and findings as the texts that CI systems read."""

import json
import os
import xml.etree.ElementTree as xml
from typing import Dict, Iterable, List, Optional, Sequence, Tuple

from reports import Finding, Place
from verdicts import FAILED, NO_VERDICT, PASSED, Row, status_of
from words import clean, for_github, for_page, path_of, property_for_github

MOST_FINDINGS = 50  # in the summary; the other files have all
MOST_ROWS = 500
LARGEST_SUMMARY = 900_000  # bytes; GitHub takes a mebibyte
MARKS = {PASSED: "✅", FAILED: "❌", NO_VERDICT: "⚠️"}
TITLES = ("passed", "not passed", "no verdict")


def sarif(findings: Sequence[Finding], meanings: Dict[str, str], version: str) -> str:
    kinds = dict.fromkeys(finding.kind for finding in findings)
    rules = [{"id": kind, "shortDescription": {"text": clean(meanings[kind])}} for kind in kinds if kind in meanings]
    version = version[len("lockstep ") :] if version.startswith("lockstep ") else version
    run = {"tool": {"driver": {"name": "Lockstep", "version": clean(version), "rules": rules}}, "results": [_result(finding) for finding in findings]}
    return json.dumps({"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}) + "\n"


def _filled(**members: object) -> Dict[str, object]:
    return {name: member for name, member in members.items() if member}


def _result(finding: Finding) -> Dict[str, object]:
    others = [dict(_location(place), message={"text": "an access that takes part"}) for place in finding.others]
    return _filled(ruleId=finding.kind, level=finding.level, message={"text": clean(finding.message)},
                   locations=[_location(finding.place)] if finding.place.uri != "-" else [], relatedLocations=others)  # fmt: skip


def _location(place: Place) -> Dict[str, object]:
    region = _filled(startLine=place.line, startColumn=place.line and place.column)
    return {"physicalLocation": _filled(artifactLocation={"uri": place.uri}, region=region)}


def junit(rows: Sequence[Row]) -> Optional[str]:
    """JUnit's form, for what has no program that writes it."""
    rows = [row for row in rows if row.group == "check"]
    if not rows:
        return None
    states = [row.state for row in rows]
    suites = xml.Element("testsuites")
    suite = xml.SubElement(suites, "testsuite", name="lockstep check", tests=str(len(rows)), failures=str(states.count(FAILED)),
                           errors=str(states.count(NO_VERDICT)))  # fmt: skip
    for row in rows:
        name = clean(row.name)
        case = xml.SubElement(suite, "testcase", classname="lockstep.check", name=name, file=name, time=str(row.seconds))
        if row.state != PASSED:
            xml.SubElement(case, "failure" if row.state == FAILED else "error", message=clean(row.text)).text = clean(row.detail)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + xml.tostring(suites, encoding="unicode") + "\n"


def summary(rows: Sequence[Row], findings: Sequence[Finding], ends: Sequence[Tuple[str, bytes]], recordings: str, version: str) -> str:
    head = f"## Lockstep: {TITLES[status_of(rows)]}\n\n<table>\n<tr><th></th><th>what</th><th>name</th><th>result</th><th>seconds</th></tr>\n"
    shown = _fitting((_row(row) for row in rows[:MOST_ROWS]), LARGEST_SUMMARY // 2)
    if len(shown) < len(rows):
        shown.append(f'<tr><td></td><td colspan="4">and {len(rows) - len(shown)} more</td></tr>\n')
    ordered = sorted(findings, key=lambda finding: not finding.counts)
    parts = [_finding(finding) for finding in ordered[:MOST_FINDINGS]]
    if len(ordered) > MOST_FINDINGS:
        parts.append("<p>There are more findings: lockstep.sarif has all.</p>\n")
    parts += [_end(title, text) for title, text in ends]
    if recordings:
        parts.append("<p>Recordings to step through, and pictures of where the threads were, are among the results: "
                     f"<code>{for_page(recordings)}</code>.</p>\n")  # fmt: skip
    tail = f"<p>{for_page(version)}</p>\n"
    return head + "".join(shown) + "</table>\n\n" + "".join(_fitting(parts, LARGEST_SUMMARY // 2 - 10_000)) + tail


def _fitting(parts: Iterable[str], most: int) -> List[str]:
    """The first parts, as long as all of them together have so many bytes."""
    taken: List[str] = []
    for part in parts:
        most -= len(part.encode())
        if most < 0:
            break
        taken.append(part)
    return taken


def _row(row: Row) -> str:
    text = for_page((row.text or row.state)[:400])
    return f"<tr><td>{MARKS[row.state]}</td><td>{row.group}</td><td><code>{for_page(row.name[:200])}</code></td><td>{text}</td><td>{row.seconds}</td></tr>\n"


def _finding(finding: Finding) -> str:
    # Places in other files are not shown.
    marks = [place if place.uri == finding.place.uri else Place("-") for place in finding.others]
    source = excerpt(path_of(finding.place.uri), finding.place.line, marks)
    return (f"<p>{finding.level} <b>{finding.kind}</b> <code>{for_page(finding.where)}</code></p>\n"
            f"<pre>\n{for_page(source)}\n\n{for_page(finding.message)}\n</pre>\n\n")  # fmt: skip


def _end(title: str, text: bytes) -> str:
    lines = text.decode("utf-8", "replace").rstrip("\n").split("\n")[-30:]
    return f"<p>{for_page(title)}</p>\n<pre>\n" + for_page("\n".join(lines)) + "\n</pre>\n\n"


def excerpt(path: str, at: int, marks: Sequence[Place]) -> str:
    """The lines around a finding, with a number below each place that takes part. Only files of this project are shown."""
    try:
        file = os.path.realpath(path)
        if not file.startswith(os.getcwd() + "/") or not os.path.isfile(file):
            return ""
        with open(file, "rb") as stream:
            lines = stream.read(2_000_000).replace(b"\t", b" ").split(b"\n")
    except (OSError, ValueError):
        return ""
    shown = []
    for number in range(max(1, at - 3), min(at + 3, len(lines)) + 1):
        line = lines[number - 1]
        shown.append(f"{'>' if number == at else ' '} {number:5} | {line.decode('utf-8', 'replace')[:160]}")
        below = [" "] * 160
        for side, place in enumerate(marks[:9], 1):
            # Columns count bytes.
            column = len(line[: place.column - 1].decode("utf-8", "replace"))
            if place.line == number and place.column and column < len(below):
                below[column] = str(side)
        if "".join(below).strip():
            shown.append("        | " + "".join(below).rstrip())
    return "\n".join(shown)


def annotations(findings: Sequence[Finding]) -> List[str]:
    """Marks in GitHub's view of a change; it shows ten of a step."""
    return [f"::{finding.level} {_file_of(finding.place)}title={finding.kind}::{for_github(finding.message)}" for finding in findings if finding.counts][:10]


def _file_of(place: Place) -> str:
    return f"file={property_for_github(path_of(place.uri))},line={place.line}," if place.uri != "-" else ""
