"""CUDA C++ kernels on the CPU, on numpy arrays: run, check, record and explain them without a GPU.

    import lockstep as ls, numpy as np

    add = ls.RawKernel('extern "C" __global__ void add(float* x, int n) { ... }', "add")
    add((4,), (256,), (x, np.int32(x.size)))      # as in cupy; also add[4, 256](x, x.size)
    ls.check(add, 4, 256, (x, x.size))            # findings
    ls.record(add, 4, 256, (x, x.size)).why(x, 7) # where a value comes from

lockstep.numba_cuda takes kernels in Numba's Python. docs/PYTHON.md is the guide.
"""

from .checking import Checked, Explained, Finding, check, explain
from .comparing import Compared, Difference, compare, has_gpu
from .errors import CheckFailed, CompileError, CompileWarning, CUDAError, LockstepError
from .inline import load, load_inline
from .kernel import Kernel, RawKernel, RawModule
from .many import check_many, grade
from .memory import empty, empty_like
from .recording import Recording, Table, record
from .variables import Variable

__version__ = "0.1.0"


def load_ipython_extension(ipython: object) -> None:
    """`%load_ext lockstep`: the cell magic %%cuda."""
    from .magic import register

    register(ipython)


__all__ = ["CUDAError", "CheckFailed", "Checked", "Compared", "CompileError", "CompileWarning", "Difference", "Explained",
           "Finding", "Kernel", "LockstepError", "RawKernel", "RawModule", "Recording", "Table", "Variable", "check", "check_many",
           "compare", "empty", "empty_like", "explain", "grade", "has_gpu", "load", "load_inline", "record"]
