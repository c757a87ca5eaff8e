"""compare: what a launch computes in several ways - orders of threads, engines, a real GPU - from the same arrays."""

from __future__ import annotations

import html
import pathlib
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Sequence, Tuple

import numpy as np

from . import _app
from ._call import Call, Launchable, as_call
from .errors import CompileError, LockstepError
from .kernel import INCLUDE

ORDERS = ("serial", "lockstep", "consumer-first", "shuffled")
ENGINES = ("loops", "fibers", "threads", "warps")


@dataclass(frozen=True)
class Difference:
    """An array that two ways leave with other contents. `index` is that of the first cell that differs, `values` are both
    ways' there; `count` cells differ, by at most `largest`."""

    array: str
    ways: Tuple[str, str]
    index: Tuple[int, ...]
    values: Tuple[Any, Any]
    count: int
    largest: float

    def __str__(self) -> str:
        place = self.array + "".join(f"[{number}]" for number in self.index)
        more = f"; {self.count} cells differ, by at most {self.largest:g}" if self.count > 1 else ""
        return f"`{place}` is {self.values[0]} with {self.ways[0]} and {self.values[1]} with {self.ways[1]}{more}"


class Compared:
    """What `compare` found. `arrays`: for each way its arrays after the launch, by the kernel's names. `ok`: all are equal."""

    def __init__(self, kernel: str, arrays: Dict[str, Dict[str, np.ndarray]], differences: List[Difference]):
        self.kernel, self.arrays, self.differences = kernel, arrays, differences

    @property
    def ok(self) -> bool:
        return not self.differences

    def __bool__(self) -> bool:
        """`ok`, for `assert compare(...)`."""
        return self.ok

    def summary(self) -> str:
        return f"`{self.kernel}` with {', '.join(self.arrays)}: " + ("equal" if self.ok else "different")

    def __str__(self) -> str:
        return "\n".join([*map(str, self.differences), self.summary()])

    def __repr__(self) -> str:
        return f"<lockstep comparison: {self.summary()}>"

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{each}</th>" for each in ("array", "first cell", "with", "", "cells", "largest difference"))
        rows = "".join("<tr>" + "".join(f"<td>{html.escape(str(each))}</td>" for each in (
            row.array, list(row.index), f"{row.ways[0]}: {row.values[0]}", f"{row.ways[1]}: {row.values[1]}", row.count,
            f"{row.largest:g}")) + "</tr>" for row in self.differences)
        return f"<p>{'&#10003;' if self.ok else '&#10007;'} {html.escape(self.summary())}</p>" + (
            f"<table><tr>{head}</tr>{rows}</table>" if rows else "")


def has_gpu() -> bool:
    """Whether `compare` can use nvcc and a GPU here."""
    if not _nvcc() or not shutil.which("nvidia-smi"):
        return False
    return subprocess.run(["nvidia-smi", "-L"], capture_output=True, check=False).stdout.startswith(b"GPU")


def _nvcc() -> Optional[str]:
    return shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")


def _words(way: str, limit: Optional[float]) -> List[str]:
    name = way.partition(":")[0]
    if name in ORDERS:
        words = ["run", "--order", way]
    elif way in ENGINES:
        words = ["run", "--engine", way]
    else:
        raise ValueError(f"{way!r} is no way to run a kernel: pass orders ({', '.join(ORDERS)}, shuffled:SEED), engines "
                         f"({', '.join(ENGINES)}), or gpu")
    return words + (["--limit", str(limit)] if limit is not None else [])


def _on_gpu(call: Call, limit: Optional[float]) -> None:
    if not has_gpu():
        raise LockstepError("there is no nvcc with a GPU here: compare orders and engines, or run this on a machine with one")
    program = call.program()
    headers = _app.app().command.parent.parent
    public = [folder for folder in (headers / "include/lockstep/public", headers.parent / "shared") if folder.is_dir()]
    with tempfile.TemporaryDirectory(prefix="lockstep-") as scratch:
        binary = pathlib.Path(scratch) / "program"
        built = subprocess.run([str(_nvcc()), "-arch=native", "-std=c++17", "-o", str(binary), program.name, "-I", str(INCLUDE),
                                *[word for folder in public for word in ("-I", str(folder))], *call.source.options,
                                *call.source.includes], cwd=call.source.folder, capture_output=True, text=True, check=False)
        if built.returncode:
            raise CompileError(built.stderr.strip())
        given, kept = pathlib.Path(scratch) / "call", pathlib.Path(scratch) / "kept"
        given.write_bytes(call.file())
        try:
            ended = subprocess.run([str(binary), str(given), str(kept)], capture_output=True, text=True, timeout=limit, check=False)
        except subprocess.TimeoutExpired:
            raise LockstepError(f"the kernel did not end on the GPU within {limit} s") from None
        if ended.returncode:
            raise LockstepError(f"on the GPU: {_reason_beside(kept) or f'the program ended with exit status {ended.returncode}'}")
        call.read(kept)


def _reason_beside(kept: pathlib.Path) -> str:
    """What the program gave as the reason (include/lockstep_python/call.h)."""
    try:
        return kept.with_name(kept.name + ".reason").read_text(errors="replace")
    except OSError:
        return ""


def _differences(array: str, ways: Tuple[str, str], a: np.ndarray, b: np.ndarray, rtol: float, atol: float) -> List[Difference]:
    if a.tobytes() == b.tobytes():
        return []
    if a.dtype.kind == "f":
        wide_a, wide_b = a.astype(np.float64), b.astype(np.float64)
        is_equal = np.isclose(wide_a, wide_b, rtol, atol, equal_nan=True)
    else:
        wide_a, wide_b, is_equal = a, b, a == b
    if is_equal.all():
        return []
    index = tuple(int(number) for number in np.argwhere(~is_equal)[0])
    if a.dtype.kind in "fiu":
        with np.errstate(all="ignore"):
            largest = float(np.nanmax(np.abs(wide_a.astype(np.float64) - wide_b.astype(np.float64))[~is_equal]))
    else:
        largest = 1.0
    return [Difference(array, ways, index, (a[index], b[index]), int((~is_equal).sum()), largest)]


def compare(kernel: Launchable, *launch: Any, ways: Sequence[str] = ("serial", "shuffled:1"), shared_mem: int = 0, rtol: float = 0,
            atol: float = 0, limit: Optional[float] = None) -> Compared:
    """Runs a launch in each of the ways, from the same arrays, and compares the arrays that the kernel may write.

    `compare(k, grid, block, (x, n))` or `compare(k[grid, block], x, n)`. A way is an order of threads ("serial", "lockstep",
    "consumer-first", "shuffled:SEED"), an engine ("loops", "fibers", "threads", "warps"), or "gpu": the same kernel, built by nvcc, on
    this machine's GPU. Floats are equal if |a - b| <= atol + rtol |b|; NaNs are equal. The arrays get what the first way wrote.
    """
    if len(ways) < 2:
        raise ValueError("compare needs two ways or more")
    call = as_call(kernel, launch, shared_mem)
    arrays: Dict[str, Dict[str, np.ndarray]] = {}
    for way in ways:
        if way == "gpu":
            _on_gpu(call, limit)
        else:
            with call.run(_words(way, limit), (0,), takes_back=False):
                pass
        arrays[way] = call.arrays()
    first = ways[0]
    found: List[Difference] = []
    for way in list(arrays)[1:]:
        for name, array in arrays[first].items():
            found += _differences(name, (first, way), array, arrays[way][name], rtol, atol)
    call.take_back(arrays[first])
    return Compared(call.name, arrays, found)
