"""Puts lockstep.numba_cuda in the place of numba.cuda, for programs that say `from numba import cuda`.

With Numba installed, everything but numba.cuda stays its own. Without it, there is a small `numba` with the types. Nothing of
Numba's own numba.cuda is ever imported: what Lockstep does not have is an ImportError that names it.

This file imports nothing but Python's library, so that processes which never use Numba start without a delay.
"""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import os
import pathlib
import sys
import types
from typing import Any, Dict, List, Optional, Sequence

# What stands for which module of Numba's: a module of ours, and where in it.
_SERVED: Dict[str, str] = {
    "numba.cuda": "lockstep.numba_cuda",
    "numba.cuda.random": "lockstep._numba.random",
    "numba.cuda.vectorizers": "lockstep._numba.vectorizers",
    "numba.cuda.types": "lockstep._numba.names:Types",
}
# The same for a `numba` that is not installed.
_SMALL: Dict[str, str] = {"numba": "lockstep._numba.small", "numba.types": "lockstep._numba.names:Types"}
START = pathlib.Path(__file__).parent / "start"  # with it in PYTHONPATH, each Python that starts does the same


# Texts that the program has given to exec and compile, the newest last: kernels are translated from their text, and that of a
# function made in this way is nowhere else.
executed: Dict[str, None] = {}
_MOST_TEXTS = 1000


def _note(event: str, arguments: Any) -> None:
    """An audit hook, which must not fail."""
    if event != "compile" or len(arguments) != 2 or not str(arguments[1]).startswith("<"):
        return
    text = arguments[0]
    text = text.decode(errors="replace") if isinstance(text, bytes) else text
    if isinstance(text, str) and ("def " in text or "lambda" in text) and len(text) < 1 << 20 and text not in executed:
        if len(executed) >= _MOST_TEXTS:
            executed.pop(next(iter(executed)))
        executed[text] = None


class Served(types.ModuleType):
    """A module of Numba's name with the contents of ours."""

    def __init__(self, name: str, source: str):
        module, _, inner = source.partition(":")
        super().__init__(name, f"Lockstep's {name}.")
        found: Any = importlib.import_module(module)
        self._lockstep_source = getattr(found, inner) if inner else found
        if hasattr(self._lockstep_source, "__all__"):
            self.__all__ = self._lockstep_source.__all__

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name != "__version__" or name == "_lockstep_source":
            raise AttributeError(name)
        try:
            return getattr(self._lockstep_source, name)
        except AttributeError:
            raise AttributeError(f"Lockstep's {self.__name__} has no `{name}`") from None

    def __dir__(self) -> List[str]:
        return sorted({*super().__dir__(), *dir(self._lockstep_source)})


class Loader(importlib.abc.Loader):
    def __init__(self, source: str):
        self._source = source

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        return Served(spec.name, self._source)

    def exec_module(self, module: types.ModuleType) -> None:
        """It has its contents."""


class Finder(importlib.abc.MetaPathFinder):
    """Finds numba.cuda and all below it; and `numba`, if nobody else does."""

    def find_spec(self, fullname: str, path: Optional[Sequence[str]], target: Any = None) -> Optional[importlib.machinery.ModuleSpec]:
        if fullname.partition(".")[0] != "numba":
            return None
        if fullname in _SERVED:
            has_types = fullname == "numba.cuda.types" and not _is_small()
            return _spec(fullname, "numba.core.types" if has_types else _SERVED[fullname])
        if fullname.startswith("numba.cuda."):
            raise ModuleNotFoundError(f"Lockstep's numba.cuda has no module `{fullname}`: docs/PYTHON.md says what there is", name=fullname)
        is_small = _is_small()
        if fullname == "numba":
            return _spec(fullname, _SMALL[fullname]) if is_small else None
        if not is_small:
            return None
        if fullname in _SMALL:
            return _spec(fullname, _SMALL[fullname])
        raise ModuleNotFoundError(f"`{fullname}` needs Numba itself, which is not installed: Lockstep has numba.cuda and Numba's types",
                                  name=fullname)


def _spec(name: str, source: str) -> importlib.machinery.ModuleSpec:
    is_package = any(each.startswith(name + ".") for each in (*_SERVED, *_SMALL))
    return importlib.machinery.ModuleSpec(name, Loader(source), origin="lockstep", is_package=is_package)


def _is_small() -> bool:
    """Whether no other `numba` is installed."""
    known = sys.modules.get("numba")
    if known is not None:
        return isinstance(known, Served)
    others = (each for each in sys.meta_path if not isinstance(each, Finder) and hasattr(each, "find_spec"))
    return all(each.find_spec("numba", None) is None for each in others)


def is_on() -> bool:
    return any(isinstance(each, Finder) for each in sys.meta_path)


def redirect() -> None:
    """From now on `from numba import cuda` is lockstep.numba_cuda, here and in processes that inherit the environment.
    ImportError: numba.cuda has been imported before."""
    known = sys.modules.get("numba.cuda")
    if known is not None and not isinstance(known, Served):
        raise ImportError("numba.cuda has been imported, so that Lockstep comes too late: start the program with "
                          "`python -m lockstep.numba`, or pytest with --lockstep-numba")
    if not is_on():
        sys.meta_path.insert(0, Finder())
        sys.addaudithook(_note)
    os.environ["LOCKSTEP_NUMBA"] = "1"
    # For programs that leave out in a simulator what it cannot do.
    os.environ.setdefault("NUMBA_ENABLE_CUDASIM", "1")
    paths = [each for each in os.environ.get("PYTHONPATH", "").split(os.pathsep) if each]
    if str(START) not in paths:
        os.environ["PYTHONPATH"] = os.pathsep.join([str(START), *paths])
