"""A thread's time in a notebook: lines with numbers, variables, the block's threads and the arrays, played by keys.

It is the page of `lockstep export`, in a frame: with anywidget as a widget whose stop Python knows, otherwise as HTML. Where
neither works (GitHub), a picture of the moment stands below it.
"""

from __future__ import annotations

import functools
import html
import importlib
import json
import pathlib
import re
import tempfile
from typing import Any, Dict, List, Optional, Sequence

from . import _app

_CSS = ("text{font:12px ui-monospace,monospace;fill:#24292f} .dim{fill:#6e7781} .now{fill:#fff8c5} .cell{fill:none;stroke:#d0d7de} "
        ".write{fill:#ffd8a8} .read{fill:#c5e1ff} .head{font-weight:bold}")
_LINES_AROUND = 6
_CELLS = 32


def picture(data: Dict[str, Any]) -> str:
    """The moment at which an exported page opens, as SVG: the lines around it, with numbers, and the arrays."""
    frame = data["frames"][data["start"]]
    values: List[List[str]] = [[""] * array["cells"] for array in data["arrays"]]
    for each in data["frames"][:data["start"] + 1]:
        for array, cell, text in each["cells"]:
            values[array][cell] = text
    rows: List[str] = []
    y = 20

    def write(x: int, text: str, name: str = "") -> None:
        rows.append(f'<text x="{x}" y="{y}" class="{name}" xml:space="preserve">{html.escape(text)}</text>')

    write(8, frame["says"], "head")
    lines = data["files"][frame["file"]]["lines"] if frame["file"] >= 0 else []
    notes = dict(frame["notes"])
    begin = max(0, frame["line"] - 1 - _LINES_AROUND)
    for number in range(begin, min(len(lines), frame["line"] + _LINES_AROUND)):
        y += 18
        if number + 1 == frame["line"]:
            rows.append(f'<rect x="0" y="{y - 13}" width="960" height="18" class="now"/>')
        write(8, f"{number + 1:4}  {lines[number]}")
        if number + 1 in notes:
            write(640, str(notes[number + 1]), "dim")
    for index, array in enumerate(data["arrays"]):
        y += 26
        write(8, f"{array['name']}  {array['type']}[{array['count']}]", "dim")
        touched = {cell: "write" if writes else "read" for which, cell, writes, *_ in frame["touches"] if which == index}
        for cell, text in enumerate(values[index][:_CELLS]):
            if cell % 16 == 0:
                y += 22
            x = 8 + cell % 16 * 59
            rows.append(f'<rect x="{x}" y="{y - 14}" width="58" height="20" class="cell {touched.get(cell, "")}"/>')
            write(x + 4, text[:7])
        if array["count"] > _CELLS:
            y += 18
            write(8, f"... {array['count'] - _CELLS} more cells", "dim")
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 {y + 16}" width="960" role="img"><style>{_CSS}</style>'
            f'<rect width="960" height="{y + 16}" fill="#ffffff"/>{"".join(rows)}</svg>')


def export(path: pathlib.Path, moment: Dict[str, str], caption: str, stops: int, cells: int) -> str:
    """The page of a moment of a recording."""
    with tempfile.TemporaryDirectory(prefix="lockstep-") as scratch:
        page = pathlib.Path(scratch) / "page.html"
        address = "&".join(f"{name}={value}" for name, value in moment.items())
        _app.judge(_app.run(["export", f"{path}#{address}" if address else str(path), "--html", str(page), "--stops", str(stops),
                             "--cells", str(cells), *(["--caption", caption] if caption else [])]))
        return page.read_text()


def data_of(page: str) -> Dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)
    assert found, "an exported page has its data"
    return dict(json.loads(found[1]))


class Stepper:
    """What `Recording.stepper` returns: a notebook shows it. `page` is the whole web page, which `save` writes to a file."""

    height = 620

    def __init__(self, path: pathlib.Path, moment: Dict[str, str], caption: str, stops: int, cells: int):
        self._path, self._caption, self._stops, self._cells = path, caption, stops, cells
        self.go_to(moment)

    def go_to(self, moment: Dict[str, str]) -> None:
        self.page = export(self._path, moment, self._caption, self._stops, self._cells)

    def save(self, path: Any) -> None:
        pathlib.Path(path).write_text(self.page)

    def svg(self) -> str:
        """A picture of the moment, that needs no script."""
        return picture(data_of(self.page))

    def __repr__(self) -> str:
        return f"<lockstep stepper: {data_of(self.page)['title']}>"

    def _repr_html_(self) -> str:
        frame = (f'<iframe sandbox="allow-scripts" title="Lockstep" height="{self.height}" '
                 f'style="width:100%;border:1px solid #8884;border-radius:6px" srcdoc="{html.escape(self.page)}"></iframe>')
        return f"{frame}<details><summary>The moment as a picture</summary>{self.svg()}</details>"


@functools.lru_cache(maxsize=None)
def _widget_class() -> Optional[type]:
    try:
        anywidget: Any = importlib.import_module("anywidget")
        traitlets: Any = importlib.import_module("traitlets")
    except ImportError:
        return None

    class StepperWidget(anywidget.AnyWidget, Stepper):  # type: ignore[misc]
        """As Stepper; `stop` is the stop that the reader is at, and follows the page."""

        _esm = pathlib.Path(__file__).with_name("stepper.js")
        page = traitlets.Unicode().tag(sync=True)
        height = traitlets.Int(620).tag(sync=True)
        stop = traitlets.Int(0).tag(sync=True)

        def __init__(self, *arguments: Any):
            anywidget.AnyWidget.__init__(self)
            Stepper.__init__(self, *arguments)

        def _repr_mimebundle_(self, **options: Any) -> Any:
            shown = super()._repr_mimebundle_(**options)
            bundle, rest = shown if isinstance(shown, tuple) else (shown, {})
            return {**(bundle or {}), "text/html": Stepper._repr_html_(self)}, rest

    return StepperWidget


def make(path: pathlib.Path, moment: Dict[str, str], caption: str, stops: int, cells: int) -> Stepper:
    made: Stepper = (_widget_class() or Stepper)(path, moment, caption, stops, cells)
    return made


def moment_of(block: Optional[Sequence[int]], thread: Optional[Sequence[int]], line: Optional[int],
              step: Optional[int]) -> Dict[str, str]:
    """An address as `lockstep view` takes it. A block or thread may have fewer than three numbers."""
    def three(numbers: Optional[Sequence[int]]) -> str:
        return ",".join(str(int(number)) for number in [*(numbers or ()), 0, 0, 0][:3])

    moment: Dict[str, str] = {}
    if step is not None:
        moment["step"] = str(int(step))
    if block is not None or thread is not None:
        moment["thread"] = f"{three(block)}/{three(thread)}"
    if line is not None:
        moment["line"] = str(int(line))
    return moment
