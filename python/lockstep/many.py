"""check_many and grade: whole folders of programs, on all cores of this machine, or on the workers of a Dask cluster.

A program travels to its worker as the bytes of its files, so that workers need no common disk, only this package. What a lost
worker had not finished, Dask gives to another one; a program's row depends on the program alone.
"""

from __future__ import annotations

import concurrent.futures
import json
import os
import pathlib
import tempfile
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterable, List, Optional, Sequence, Tuple, Union

from . import _app
from .checking import Checked
from .errors import LockstepError
from .recording import Table

Path = Union[str, pathlib.Path]
_HEADERS = (".h", ".hpp", ".cuh", ".inl")
_MOST_BYTES = 64 << 20
_RETRIES = 3  # of a program whose worker is lost


@dataclass(frozen=True)
class Job:
    """A program's files, by their paths in a folder of its own, and the words of the command, with REPORT for its report."""

    name: str
    files: Dict[str, bytes]
    words: Tuple[str, ...]
    fine: Tuple[int, ...]


def run(job: Job) -> Dict[str, Any]:
    """On a worker: the row of a program."""
    with tempfile.TemporaryDirectory(prefix="lockstep-") as scratch:
        folder = pathlib.Path(scratch) / "files"
        for name, data in job.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        report = pathlib.Path(scratch) / "report.json"
        ended = _app.run([str(report) if word == "REPORT" else word for word in job.words], folder)
        text = ended.errors if _app.has_not_compiled(ended) else ended.reason if ended.status else ""
        text = text.replace(str(folder) + "/", "").strip()
        if ended.status not in job.fine or not report.exists():
            return {"name": job.name, "status": ended.status, "errors": text, "report": None}
        return {"name": job.name, "status": ended.status, "errors": text,
                "report": json.loads(report.read_text().replace(str(folder) + "/", ""))}


def _run_all(jobs: Sequence[Job], workers: Optional[int], client: Any) -> List[Dict[str, Any]]:
    if client is None:
        with concurrent.futures.ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
            return list(pool.map(run, jobs))
    futures = client.map(run, jobs, retries=_RETRIES, pure=False, key=[f"lockstep-{i}-{id(jobs)}" for i in range(len(jobs))])
    rows = []
    for job, future in zip(jobs, futures):
        try:
            rows.append(future.result())
        except Exception as error:  # what the worker or the cluster says
            rows.append({"name": job.name, "status": -1, "errors": f"{type(error).__name__}: {error}", "report": None})
    return rows


def _read(paths: Iterable[pathlib.Path], root: pathlib.Path) -> Dict[str, bytes]:
    files: Dict[str, bytes] = {}
    total = 0
    for path in paths:
        total += path.stat().st_size
        if total > _MOST_BYTES:
            raise LockstepError(f"{root} has more than {_MOST_BYTES >> 20} MiB of files: pass a smaller folder, or fewer files")
        files[str(path.relative_to(root))] = path.read_bytes()
    return files


def _existing(path: Path) -> pathlib.Path:
    found = pathlib.Path(path).resolve()
    if not found.exists():
        raise FileNotFoundError(f"there is no {path}")
    return found


def check_many(folder: Path, *, pattern: str = "**/*.cu", files: str = "", arguments: Sequence[str] = (),
               flags: Sequence[str] = (), limit: float = 60, workers: Optional[int] = None, client: Any = None) -> Table:
    """Checks each program (a .cu file with a main) of a folder. A row: program, result, findings, first, and `checked`.

    A program sees the folder's headers, and the files that fit the pattern `files` ("**/*.txt"). `arguments` are the programs',
    `flags` those of `lockstep check`; `limit` in seconds for each. `workers`: at once on this machine, otherwise one for each core.
    `client`: of dask.distributed.
    """
    root = _existing(folder)
    programs = sorted(path for path in root.glob(pattern) if path.is_file())
    if not programs:
        raise LockstepError(f"no file in {folder} fits {pattern}")
    shared = {path for path in root.rglob("*") if path.is_file() and path.suffix in _HEADERS}
    shared |= {path for path in (root.glob(files) if files else ()) if path.is_file()}
    beside = _read(sorted(shared - set(programs)), root)
    jobs = []
    for path in programs:
        name = str(path.relative_to(root))
        words = ("check", "--json", "--report", "REPORT", "--limit", str(limit), *flags, name, "--", *arguments)
        jobs.append(Job(name, {**beside, name: path.read_bytes()}, words,
                        (0, _app.PROGRAM_FAILED, _app.TIME_LIMIT, _app.FINDINGS)))
    return _table(["program", "result", "findings", "first"], _run_all(jobs, workers, client), _checked_row)


def _checked_row(row: Dict[str, Any]) -> Dict[str, Any]:
    if row["report"] is None:
        result = {_app.COMPILE_ERROR: "does not compile", _app.TIME_LIMIT: "time limit"}.get(row["status"], "failed")
        return {"program": row["name"], "result": result, "findings": None, "first": _first_line(row["errors"]), "checked": None}
    checked = Checked(row["name"], row["report"], "")
    wrong = [each for each in checked.findings if each.severity != "advice"]
    result = {_app.PROGRAM_FAILED: "failed", _app.TIME_LIMIT: "time limit"}.get(row["status"], "findings" if wrong else "ok")
    first = f"{wrong[0].file}:{wrong[0].line}: {wrong[0].fact}" if wrong else _first_line(row["errors"]) if result != "ok" else ""
    return {"program": row["name"], "result": result, "findings": len(wrong), "first": first, "checked": checked}


def _first_line(text: str) -> str:
    """Of a compiler's messages, the first error."""
    lines = [line for line in text.splitlines() if ": error: " in line] or text.splitlines() or [""]
    return lines[0]


def grade(lesson: Union[int, Path], submissions: Path, *, hidden: Optional[Path] = None, flags: Sequence[str] = (),
          workers: Optional[int] = None, client: Any = None) -> Table:
    """Grades the submissions of a class: one .cu file or one folder for each student. A row: name, state, points, of, sentence,
    and `data`, with each check.

    `lesson` is its number or folder, `hidden` a folder with hidden.json, `flags` those of `lockstep lesson grade`
    (docs/GRADING.md): each submission runs in a sandbox of its own. `workers` and `client` as in check_many.
    """
    root = _existing(submissions)
    found = [root] if root.is_file() else sorted(path for path in root.iterdir() if path.is_dir() or path.suffix == ".cu")
    if not found:
        raise LockstepError(f"{submissions} has no submissions: one .cu file or one folder for each student")
    extra: Dict[str, bytes] = {}
    words: List[str] = ["lesson", "grade", _lesson(lesson, extra), "submissions", "--json", "REPORT", "--jobs", "1", *flags]
    if hidden is not None:
        folder = _existing(hidden)
        extra.update({f"hidden/{name}": data for name, data in _read(_files_in(folder), folder).items()})
        words += ["--hidden", "hidden"]
    jobs = []
    for path in found:
        files = _read(_files_in(path), path.parent)
        jobs.append(Job(path.stem, {**extra, **{f"submissions/{name}": data for name, data in files.items()}}, tuple(words),
                        (0, 1, _app.FINDINGS)))
    return _table(["name", "state", "points", "of", "sentence"], _run_all(jobs, workers, client), _graded_row)


def _files_in(path: pathlib.Path) -> List[pathlib.Path]:
    return [path] if path.is_file() else sorted(each for each in path.rglob("*") if each.is_file())


def _lesson(lesson: Union[int, Path], extra: Dict[str, bytes]) -> str:
    """The lesson's word for the command; a folder of one's own travels along."""
    if isinstance(lesson, int) or not pathlib.Path(lesson).is_dir():
        return str(lesson)
    folder = _existing(lesson)
    extra.update({f"lesson/{folder.name}/{name}": data for name, data in _read(_files_in(folder), folder).items()})
    return f"lesson/{folder.name}"


def _graded_row(row: Dict[str, Any]) -> Dict[str, Any]:
    answers = (row["report"] or {}).get("answers") or []
    if not answers:
        return {"name": row["name"], "state": "not graded", "points": None, "of": None, "sentence": _first_line(row["errors"]), "data": None}
    data = answers[0]
    return {"name": row["name"], "state": data["state"], "points": data["points"], "of": data["most_points"],
            "sentence": data["sentence"], "data": data}


def _table(columns: List[str], rows: List[Dict[str, Any]], make: Callable[[Dict[str, Any]], Dict[str, Any]]) -> Table:
    made = [make(row) for row in rows]
    counts: Dict[str, int] = {}
    for each in made:
        counts[each[columns[1]]] = counts.get(each[columns[1]], 0) + 1
    note = f"{len(made)} in all: " + ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
    return Table({"columns": columns, "notes": [note], "rows": made})
