"""A pytest plugin: what numba.cuda's own tests import beside numba.cuda, for a run of them on Lockstep.

Decorators that skip tests in Numba's simulator skip them here; those that ask for a device, a driver or a library do not.
"""

import importlib
import importlib.abc
import importlib.machinery
import os
import pathlib
import sys
import types
import unittest

import numpy

import lockstep.numba
from lockstep._numba import redirect

FOLDER = pathlib.Path(os.environ["LOCKSTEP_NUMBA_TESTS"]).resolve()


def skips(reason):
    return unittest.skip(reason)


def runs(*arguments):
    """As a decorator, and as one that is called with a reason first."""
    return arguments[0] if arguments and callable(arguments[0]) else lambda test: test


class Testing(types.ModuleType):
    """numba.cuda.testing."""

    unittest = unittest
    skip_on_cudasim = staticmethod(skips)
    test_data_dir = FOLDER.parent / "data"

    def __getattr__(self, name):
        if name.startswith(("skip_", "xfail_", "cc_")):
            return runs
        if name in ("CUDATestCase", "ContextResettingTestCase"):
            return _test_case()
        if name == "ForeignArray":
            return ForeignArray
        raise AttributeError(name)


class ForeignArray:
    """Of another library: it has the interface alone."""

    def __init__(self, array):
        self._array = array

    @property
    def __cuda_array_interface__(self):
        return self._array.__cuda_array_interface__


def _test_case():
    """With the methods that Numba's other tests have, where Numba is installed."""
    try:
        base = importlib.import_module("numba.tests.support").TestCase
    except ImportError:
        base = unittest.TestCase
    return type("CUDATestCase", (base,), {"FLOAT16_RTOL": numpy.finfo(numpy.float16).eps, "skip_if_lto": lambda self, reason: None,
                                          "skip_if_cudasim": lambda self, reason: self.skipTest(reason)})


# numba-cuda has copies of Numba's modules below numba.cuda.
COPIES = {"numba.cuda.core": "numba.core", "numba.cuda.np": "numba.np", "numba.cuda.typing": "numba.core.typing",
          "numba.cuda.typeconv": "numba.core.typeconv", "numba.cuda.misc": "numba.misc", "numba.cuda.extending": "numba.extending",
          "numba.cuda.tests.support": "numba.tests.support", "numba.cuda.utils": "numba.core.utils"}


class Loader(importlib.abc.Loader):
    def __init__(self, module):
        self.module = module

    def create_module(self, spec):
        return self.module

    def exec_module(self, module):
        """It has its contents."""


class Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, given, path, target=None):
        fullname = given
        # numba-cuda has its modules in a folder `numba` that is no package, so that pytest calls them by shorter names.
        if fullname == "cuda" or fullname.startswith("cuda.tests"):
            if fullname == "cuda":
                return importlib.machinery.ModuleSpec(fullname, Loader(types.ModuleType(fullname)), is_package=True)
            fullname = "numba." + fullname
        if fullname == "numba.cuda.testing":
            return importlib.machinery.ModuleSpec(fullname, Loader(Testing(fullname)))
        for copy, original in COPIES.items():
            if fullname == copy or fullname.startswith(copy + "."):
                module = importlib.import_module(original + fullname.removeprefix(copy))
                spec = importlib.machinery.ModuleSpec(fullname, Loader(_view(fullname, module)), is_package=hasattr(module, "__path__"))
                return spec
        # The packages of the tests without what their own __init__.py imports.
        if fullname.startswith("numba.cuda.tests"):
            place = FOLDER.parents[2].joinpath(*fullname.split(".")[1:])
            if not place.is_dir():
                return importlib.machinery.PathFinder.find_spec(given, [str(place.parent)])
            spec = importlib.machinery.ModuleSpec(given, Loader(types.ModuleType(given)), is_package=True)
            spec.submodule_search_locations = [str(place)]
            return spec
        return None


def _view(name, module):
    view = types.ModuleType(name)
    view.__dict__.update({key: value for key, value in vars(module).items() if not key.startswith("__")})
    return view


lockstep.numba.redirect()
sys.meta_path.insert(0, Finder())
served = importlib.import_module("numba.cuda")
served.HAS_NUMBA = True
served.config = importlib.import_module("numba.core.config")
assert isinstance(served, redirect.Served)
