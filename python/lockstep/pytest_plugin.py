"""For pytest: the fixture `lockstep`, whose checks fail a test with the checker's own sentences.

    def test_add(lockstep):
        lockstep.check(add, 4, 256, (x, y, n))    # fails with `add.cu:3: a thread reads past the end of x`
        assert (x == 2).all()                     # the arrays have what the kernel wrote

--lockstep-schedules ORDERS: the orders of threads to check in ("all"). --lockstep-recordings FOLDER: keep a recording of
each launch with findings there, for `lockstep view`. --lockstep-numba, or LOCKSTEP_NUMBA=1: `from numba import cuda` is
lockstep.numba_cuda in all tests.
"""

from __future__ import annotations

import os
import pathlib
import re
from typing import Any, Optional

import pytest

from . import checking, numba
from .errors import CheckFailed, LockstepError
from .kernel import Kernel
from .recording import record


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("lockstep", "CUDA kernels on the CPU")
    group.addoption("--lockstep-schedules", metavar="ORDERS", default="auto",
                    help="orders of threads for lockstep.check: all, auto, serial, lockstep, consumer-first, shuffled:SEED")
    group.addoption("--lockstep-recordings", metavar="FOLDER",
                    help="keep a recording of each launch with findings in this folder")
    group.addoption("--lockstep-numba", action="store_true", default=os.environ.get("LOCKSTEP_NUMBA") == "1",
                    help="put lockstep.numba_cuda in the place of numba.cuda (also: LOCKSTEP_NUMBA=1)")


def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Before any file of the tests can import Numba: pytest itself loads them as the last one here."""
    if early_config.known_args_namespace.lockstep_numba:
        numba.redirect()


def pytest_report_header(config: pytest.Config) -> Optional[str]:
    return "lockstep: numba.cuda is lockstep.numba_cuda" if numba.is_on() else None


class Checker:
    """The fixture: `check` and `explain` as in the package, with the options of this run of pytest."""

    def __init__(self, schedule: str, folder: Optional[pathlib.Path], test: str):
        self._schedule, self._folder = schedule, folder
        self._test = re.sub(r"\W+", "-", test).strip("-")
        self._kept = 0

    def check(self, kernel: Any, *launch: Any, **options: Any) -> checking.Checked:
        """As lockstep.check; CheckFailed if anything is wrong."""
        __tracebackhide__ = True
        before = [each.copy() if hasattr(each, "copy") else each for each in _arguments(kernel, launch)]
        options.setdefault("schedule", self._schedule)
        run = checking.check(kernel, *launch, **options)
        if run.ok:
            return run
        kept = self._keep(kernel, launch, before, options)
        raise CheckFailed(f"\n{run}" + (f"\nrecording: {kept}" if kept else ""), run)

    def explain(self, kernel: Any, *launch: Any, **options: Any) -> checking.Explained:
        """As lockstep.explain."""
        return checking.explain(kernel, *launch, **options)

    def _keep(self, kernel: Any, launch: Any, before: Any, options: Any) -> Optional[pathlib.Path]:
        if not self._folder:
            return None
        self._folder.mkdir(parents=True, exist_ok=True)
        self._kept += 1
        path = self._folder / f"{self._test}{f'-{self._kept}' if self._kept > 1 else ''}.lstrace"
        again = (*launch[:-1], tuple(before)) if _is_in_a_tuple(kernel, launch) else tuple(before)
        try:
            record(kernel, *again, path=path, **{key: options[key] for key in ("shared_mem", "limit") if key in options})
        except LockstepError:
            return None
        return path


def _is_in_a_tuple(kernel: Any, launch: Any) -> bool:
    return isinstance(kernel, Kernel) and len(launch) == 3 and isinstance(launch[2], (tuple, list))


def _arguments(kernel: Any, launch: Any) -> Any:
    return launch[2] if _is_in_a_tuple(kernel, launch) else launch


@pytest.fixture
def lockstep(request: pytest.FixtureRequest) -> Checker:
    """Checks of CUDA kernels (docs/PYTHON.md)."""
    folder = request.config.getoption("--lockstep-recordings")
    return Checker(request.config.getoption("--lockstep-schedules"), pathlib.Path(folder) if folder else None,
                   request.node.nodeid)
