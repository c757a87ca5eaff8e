"""check and explain: a launch with every check on, in a process of its own."""

from __future__ import annotations

import html
import json
import pathlib
import sys
import tempfile
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Optional, Sequence, Union

from . import _app
from ._call import Call, Launchable, as_call
from .errors import CheckFailed

_OURS = "lockstep_python/"


@dataclass(frozen=True)
class Finding:
    """A defect (severity "error" or "warning") or advice, at a line of the source.

    `array` is the parameter's name where it concerns an argument; `data` has all that `lockstep check --json` says.
    """

    kind: str
    severity: str
    fact: str
    file: str
    line: int
    hint: str
    count: int
    array: str
    data: Dict[str, Any] = field(repr=False)
    python: str = ""  # the line of Python that it comes from ("add.py:7"), of a kernel of numba_cuda

    def __str__(self) -> str:
        lines = [f"{self.python or f'{self.file}:{self.line}'}: {self.fact}  [{self.kind}]"]
        lines += [f"  {each}" for each in self.details()]
        if self.hint:
            lines.append(f"  hint: {self.hint}")
        return "\n".join(lines)

    def details(self) -> List[str]:
        lines = []
        for side in self.data["sides"]:
            place = side["place"]
            if not place or _OURS in place["file"]:
                continue
            who = side["by"]
            if "thread" in side:
                who = "thread ({},{},{})".format(*side["thread"]) + " of block ({},{},{})".format(*side["block"])
            size = f" {side['size']} bytes" if side["size"] else ""
            lines.append(f"{who} {side['action']}{size} at line {place['line']}" + (" of the C++" if self.python else "")
                         + (f" ({side['note']})" if side["note"] else ""))
        thing = self.data["object"]
        if thing and thing["name"]:
            lines.append(f"`{thing['name']}`: {thing['size']} bytes of {thing['what']} (`{thing['type']}`); "
                         f"the access begins at byte {thing['offset']}")
        if self.count > 1:
            lines.append(f"this happened {self.count} times; above is the first")
        return lines


def _finding(row: Dict[str, Any], python_line: Callable[[int], str]) -> Finding:
    place = row["place"] or {"file": "", "line": 0}
    return Finding(row["kind"], row["severity"], row["fact"], pathlib.Path(place["file"]).name, place["line"],
                   row["hint"], row["count"], (row["object"] or {}).get("name", ""), row, python_line(place["line"]))


def _is_the_kernels(row: Dict[str, Any]) -> bool:
    return not (row["place"] and _OURS in row["place"]["file"])


class Checked:
    """What a check found. `ok`: nothing but advice. `findings`: a list of Finding; those that probably follow from
    another one come after it."""

    def __init__(self, kernel: str, report: Dict[str, Any], output: str,
                 python_line: Callable[[int], str] = lambda line: ""):
        self.kernel, self.report, self.output = kernel, report, output
        self.findings = [_finding(row, python_line) for row in report["findings"] if _is_the_kernels(row)]

    @property
    def ok(self) -> bool:
        return all(each.severity == "advice" for each in self.findings)

    def __bool__(self) -> bool:
        """`ok`, for `assert check(...)`."""
        return self.ok

    def raise_if_wrong(self) -> "Checked":
        """CheckFailed with all findings, unless `ok`."""
        if not self.ok:
            raise CheckFailed("\n" + str(self), self)
        return self

    def summary(self) -> str:
        checked = self.report["checked"]
        wrong = sum(each.severity != "advice" for each in self.findings)
        what = "nothing is wrong" if self.ok else f"{wrong} finding{'s' if wrong > 1 else ''}"
        counts = [f"{checked[name]} {name}" for name in ("threads", "accesses") if checked.get(name) is not None]
        pretended = sys.modules.get("lockstep._torch_pretend")
        note = " (there is no GPU: pretend_cuda)" if pretended and pretended.is_pretending() else ""
        return f"{what}: checked {' and '.join(counts)} of `{self.kernel}`{note}"

    def __str__(self) -> str:
        return "\n\n".join([*map(str, self.findings), self.summary()])

    def __repr__(self) -> str:
        return f"<lockstep check of {self.kernel}: {'ok' if self.ok else self.summary()}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{html.escape(each.python or f'{each.file}:{each.line}')}</td><td style='text-align:left'><b>{_text(each.fact)}</b> "
            f"[{html.escape(each.kind)}]<br>{'<br>'.join(map(_text, each.details()))}"
            f"<br><i>{_text(each.hint)}</i></td></tr>" for each in self.findings)
        return f"<p>{'&#10003;' if self.ok else '&#10007;'} {_text(self.summary())}</p>" + (
            f"<table>{rows}</table>" if rows else "")


def _text(text: str) -> str:
    """With `code` in backticks."""
    parts = html.escape(text).split("`")
    return "".join(f"<code>{part}</code>" if i % 2 else part for i, part in enumerate(parts))


class Explained(Checked):
    """What each line of a kernel costs, counted. `lines`: a dictionary for each kind of access of a line; `host`: what
    the host handed over."""

    @property
    def lines(self) -> List[Dict[str, Any]]:
        return [{**line, "file": pathlib.Path(line["file"]).name} for kernel in self.report["explained"]["kernels"]
                for line in kernel["lines"] if _OURS not in line["file"]]

    @property
    def host(self) -> Dict[str, int]:
        """What the host did: copies, and the bytes that it handed to kernels in other ways (docs/METRICS.md)."""
        return dict(self.report["explained"]["host"])

    def _columns(self) -> List[str]:
        columns: Dict[str, None] = {}
        for line in self.lines:
            columns.update(dict.fromkeys(name for name, value in line.items() if value not in (None, "", [])
                                         and not isinstance(value, (dict, list)) and name not in ("file", "function")))
        return list(columns)

    def __str__(self) -> str:
        columns = self._columns()
        rows = [columns] + [["" if line.get(name) is None else str(line[name]) for name in columns] for line in self.lines]
        widths = [max(len(row[i]) for row in rows) for i in range(len(columns))]
        table = "\n".join("  ".join(cell.rjust(width) for cell, width in zip(row, widths)).rstrip() for row in rows)
        return "\n\n".join([table, super().__str__()])

    def __repr__(self) -> str:
        return f"<lockstep explain of {self.kernel}: {len(self.lines)} lines>"

    def _repr_html_(self) -> str:
        columns = self._columns()
        head = "".join(f"<th>{html.escape(name.replace('_', ' '))}</th>" for name in columns)
        body = "".join("<tr>" + "".join(f"<td>{'' if line.get(name) is None else html.escape(str(line[name]))}</td>"
                                        for name in columns) + "</tr>" for line in self.lines)
        return f"<table><tr>{head}</tr>{body}</table>" + super()._repr_html_()


def _run(call: Call, flags: Sequence[str]) -> Dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="lockstep-") as scratch:
        report = pathlib.Path(scratch) / "report.json"
        words = ["check", "--json", "--report", str(report), *flags]
        with call.run(words, (0, _app.PROGRAM_FAILED, _app.FINDINGS)) as ended:
            if not report.exists():
                _app.judge(ended)
            return dict(json.loads(report.read_text()))


def _limits(limit: Optional[float]) -> List[str]:
    return [] if limit is None else ["--limit", str(limit)]


def check(kernel: Launchable, *launch: Any, shared_mem: int = 0, schedule: str = "auto",
          limit: Optional[float] = None) -> Checked:
    """Runs a launch with every check on, and returns what is wrong with it.

    `check(k, grid, block, (x, n))` or `check(k[grid, block], x, n)`. The arrays get what the kernel wrote, as from a
    launch, unless it failed. `schedule`: an order of threads, or "all". `limit`: in seconds.
    """
    call = as_call(kernel, launch, shared_mem)
    report = _run(call, ["--schedule", schedule, *_limits(limit)])
    return Checked(call.name, report, call.output, call.python_line)


def explain(kernel: Launchable, *launch: Any, shared_mem: int = 0, device: Optional[str] = None,
            limit: Optional[float] = None) -> Explained:
    """Runs a launch as `check` does, and counts what each line costs: requests, sectors, bank conflicts, divergence.

    `device`: the GPU for the occupancy ("H100").
    """
    call = as_call(kernel, launch, shared_mem)
    report = _run(call, ["--explain", *(["--device", device] if device else []), *_limits(limit)])
    return Explained(call.name, report, call.output, call.python_line)
