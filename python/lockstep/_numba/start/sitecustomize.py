"""Python imports this when it starts, if the folder is in PYTHONPATH: numba.cuda becomes Lockstep's, where LOCKSTEP_NUMBA is 1.

It comes before a sitecustomize of the environment's own, and runs that one too.
"""

import importlib.machinery
import importlib.util
import os
import pathlib
import sys

_here = pathlib.Path(__file__).resolve().parent
_others = [each for each in sys.path if pathlib.Path(each or ".").resolve() != _here]
_next = importlib.machinery.PathFinder.find_spec("sitecustomize", _others)
if _next is not None and _next.loader is not None:
    _next.loader.exec_module(importlib.util.module_from_spec(_next))
if os.environ.get("LOCKSTEP_NUMBA") == "1":
    # Not by its name in the package, whose import loads numpy.
    _spec = importlib.util.spec_from_file_location("lockstep_numba_redirect", _here.parent / "redirect.py")
    if _spec is not None and _spec.loader is not None:
        _redirect = importlib.util.module_from_spec(_spec)
        _spec.loader.exec_module(_redirect)
        sys.modules["lockstep._numba.redirect"] = _redirect  # so that there is one
        _redirect.redirect()
