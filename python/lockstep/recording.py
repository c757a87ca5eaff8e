"""record: every step of a launch's threads, and questions about them."""

from __future__ import annotations

import html
import json
import pathlib
import shutil
import tempfile
import weakref
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple, Union

import numpy as np

from . import _app
from ._call import Call, Launchable, as_call
from .errors import LockstepError
from .stepper import Stepper, make, moment_of

_MOST_HISTORY = 1 << 30  # bytes

Index = Union[int, Tuple[int, ...]]


class Table:
    """Rows of an answer: a sequence of dictionaries from `columns` to values. A value that is missing is None."""

    def __init__(self, answer: Dict[str, Any]):
        self.columns: List[str] = answer["columns"]
        self.notes: List[str] = answer["notes"]
        self.rows: List[Dict[str, Any]] = answer["rows"]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Dict[str, Any]]:
        return iter(self.rows)

    def __getitem__(self, index: int) -> Dict[str, Any]:
        return self.rows[index]

    def column(self, name: str) -> List[Any]:
        return [row[name] for row in self.rows]

    def __repr__(self) -> str:
        rows = [self.columns] + [[str(row[name]) for name in self.columns] for row in self.rows]
        widths = [max(len(row[i]) for row in rows) for i in range(len(self.columns))]
        return "\n".join(["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]
                         + self.notes)

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{html.escape(name)}</th>" for name in self.columns)
        body = "".join("<tr>" + "".join(f"<td>{html.escape(str(row[name]))}</td>" for name in self.columns) + "</tr>"
                       for row in self.rows)
        return f"<table><tr>{head}</tr>{body}</table>" + "".join(f"<p>{html.escape(note)}</p>" for note in self.notes)


class Answer(str):
    """A text of several lines, which a notebook shows as it is."""

    def __repr__(self) -> str:
        return str(self)


def _number(value: Any, dtype: np.dtype) -> Any:
    """Of a cell of a table, where NaN and infinities are texts."""
    return dtype.type(float(value)) if isinstance(value, str) else value


class Recording:
    """Every step of the recorded blocks of a launch, in the file `path`.

    `ended` says why the launch failed, where it did. The file is removed with the last reference to the recording,
    unless `record` was given a path.
    """

    def __init__(self, path: pathlib.Path, ended: Optional[str], *, scratch: Optional[str] = None,
                 call: Optional[Call] = None, before: Optional[Dict[str, np.ndarray]] = None):
        self.path, self.ended = path, ended
        self._call = call
        # The arrays before the launch, for their history.
        self._before = before or {}
        if scratch:
            weakref.finalize(self, shutil.rmtree, scratch, ignore_errors=True)

    def __repr__(self) -> str:
        return f"<lockstep recording: {self.path}>"

    def _ask(self, query: str, *flags: str) -> str:
        return _app.judge(_app.run(["trace", "query", str(self.path), query, *flags])).output

    def query(self, query: str) -> Table:
        """The answer to a question in the language of docs/QUERIES.md, such as "writes to x[7]"."""
        return Table(json.loads(self._ask(query, "--json", "--limit", "0")))

    def _cell(self, array: Any, index: Index) -> str:
        if not isinstance(array, str) and self._call is None:
            raise TypeError("pass the array's name in the program")
        name: str = array if isinstance(array, str) or self._call is None else self._call.name_of(array)
        numbers = index if isinstance(index, tuple) else (index,)
        return name + "".join(f"[{int(number)}]" for number in numbers)

    def last_writer(self, array: Any, index: Index) -> Optional[Dict[str, Any]]:
        """The step that wrote a cell last: a row with its step, block, thread, line and values; None if nobody did.

        `array` is an argument of the launch, or the kernel's name for an array; `index` a number, or a tuple of them.
        """
        rows = self.query(f"last write to {self._cell(array, index)} "
                          "print step, block, thread, line, old, new").rows
        return rows[0] if rows else None

    def why(self, array: Any, index: Index) -> Answer:
        """Where the value of a cell comes from: the statement that made it, what that used, and so on."""
        return Answer(self._ask(f"why {self._cell(array, index)}").rstrip())

    def origin(self, array: Any, index: Index) -> Dict[str, Any]:
        """As `why`, as a tree: place, value, statement, moment, and the same of its inputs."""
        return dict(json.loads(self._ask(f"why {self._cell(array, index)}", "--json")))

    def whynot(self, array: Any, index: Index) -> Answer:
        """Why nobody wrote a cell."""
        return Answer(self._ask(f"whynot {self._cell(array, index)}").rstrip())

    def over_time(self, array: Any) -> Tuple[np.ndarray, np.ndarray]:
        """An array of the launch over time: the steps at which a cell changed, shape (n,), and the whole array before the
        first and after each of these steps, shape (n + 1, *the array's). Blocks that are not recorded are not in it."""
        if self._call is None:
            raise TypeError("only arrays that were passed to record have a history")
        name = self._call.name_of(array)
        before = self._before[name]
        rows = self.query(f"writes to {name} print step, index, new").rows
        if (len(rows) + 1) * before.nbytes > _MOST_HISTORY:
            raise LockstepError(f"the history of `{name}` has {len(rows)} writes of {before.nbytes} bytes each, more than 1 GiB: "
                                "record fewer blocks, or ask with query")
        values = np.empty((len(rows) + 1, *before.shape), before.dtype)
        flat = values.reshape(len(rows) + 1, -1)
        flat[0] = before.reshape(-1)
        for moment, row in enumerate(rows, 1):
            flat[moment] = flat[moment - 1]
            flat[moment, row["index"]] = _number(row["new"], before.dtype)
        return np.array([row["step"] for row in rows], np.int64), values

    def stepper(self, *, block: Optional[Sequence[int]] = None, thread: Optional[Sequence[int]] = None,
                line: Optional[int] = None, step: Optional[int] = None, caption: str = "", stops: int = 200,
                cells: int = 256) -> Stepper:
        """A thread's time around a moment, to be played in a notebook: its lines with numbers, variables, arrays.

        `block` and `thread` are indices ((3,) or (3, 0, 0)); `line` is the first time that the thread comes to it, `step` a
        step of the recording. `stops` lines of the thread and `cells` of each array are in it. `save` writes a web page.
        """
        moment = moment_of(block, thread, line, step)
        return make(self.path, moment, caption, stops, cells)

    def screenshot(self, path: Union[str, pathlib.Path], *, size: str = "1200x750", theme: str = "light") -> None:
        """Writes a picture (PNG) of the window that `view` opens."""
        _app.judge(_app.run(["view", str(self.path), "--screenshot", str(path), "--size", size, "--theme", theme]))

    def view(self) -> None:
        """Opens the window, and returns when it is closed."""
        _app.judge(_app.run(["view", str(self.path)]))

    def _repr_png_(self) -> bytes:
        with tempfile.TemporaryDirectory(prefix="lockstep-") as scratch:
            picture = pathlib.Path(scratch) / "recording.png"
            self.screenshot(picture)
            return picture.read_bytes()


def record(kernel: Launchable, *launch: Any, shared_mem: int = 0, blocks: Sequence[Sequence[int]] = (),
           order: str = "lockstep", steps: Optional[int] = None, path: Union[str, pathlib.Path, None] = None,
           limit: Optional[float] = None) -> Recording:
    """Runs a launch and keeps every step of its threads.

    `record(k, grid, block, (x, n))` or `record(k[grid, block], x, n)`. The arrays get what the kernel wrote, unless it
    failed; then the recording has what happened before. `blocks`: those to record, as [(0, 0, 0)]; without it the first
    ones. `order`: of threads. `steps`: the budget. `path`: a file to keep (.lstrace). `limit`: in seconds.
    """
    call = as_call(kernel, launch, shared_mem)
    scratch = None if path else tempfile.mkdtemp(prefix="lockstep-")
    file = pathlib.Path(path).resolve() if path else pathlib.Path(str(scratch)) / f"{call.source.file.stem}.lstrace"
    words = ["record", "-o", str(file), "--order", order]
    for block in blocks:
        words += ["--block", ",".join(str(int(number)) for number in block)]
    words += ["--steps", str(steps)] if steps is not None else []
    words += ["--limit", str(limit)] if limit is not None else []
    before = call.before()
    try:
        with call.run(words, (0, _app.PROGRAM_FAILED, _app.TIME_LIMIT)) as ended:
            if not file.exists():
                _app.judge(ended)
            return Recording(file, None if ended.status == 0 else ended.reason, scratch=scratch, call=call, before=before)
    except BaseException:
        if scratch:
            shutil.rmtree(scratch, ignore_errors=True)
        raise
