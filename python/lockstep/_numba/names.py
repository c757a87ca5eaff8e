"""What kernels call: marks that the translator knows by identity. Outside a kernel they say that they belong inside one."""

from __future__ import annotations

from typing import Any


class Mark:
    """A name of numba.cuda inside kernels."""

    def __init__(self, name: str):
        self._lockstep_name = name

    def __repr__(self) -> str:
        return f"<lockstep.numba_cuda.{self._lockstep_name}>"

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        raise RuntimeError(f"cuda.{self._lockstep_name} can only be used inside a kernel")


class Group(Mark):
    """threadIdx, shared, atomic: a mark with members."""

    def __init__(self, name: str, members: str):
        super().__init__(name)
        for member in members.split():
            setattr(self, member, Mark(f"{name}.{member}"))


class NumberType:
    """float32 and the others: a type of elements, and a cast inside kernels."""

    def __init__(self, name: str):
        self.name = name

    def __repr__(self) -> str:
        return self.name

    def __call__(self, value: Any) -> Any:
        import numpy as np

        return np.dtype(self.name).type(value)


threadIdx, blockIdx, blockDim, gridDim = (Group(name, "x y z") for name in ("threadIdx", "blockIdx", "blockDim", "gridDim"))
shared, local = Group("shared", "array"), Group("local", "array")
atomic = Group("atomic", "add sub max min exch and_ or_ xor compare_and_swap cas")
# The rest: the name here, and how CUDA C++ spells the call.
CALLS = {
    "syncthreads": "__syncthreads", "syncwarp": "__syncwarp", "threadfence": "__threadfence",
    "threadfence_block": "__threadfence_block", "syncthreads_count": "__syncthreads_count",
    "syncthreads_and": "__syncthreads_and", "syncthreads_or": "__syncthreads_or", "shfl_sync": "__shfl_sync",
    "shfl_up_sync": "__shfl_up_sync", "shfl_down_sync": "__shfl_down_sync", "shfl_xor_sync": "__shfl_xor_sync",
    "ballot_sync": "__ballot_sync", "all_sync": "__all_sync", "any_sync": "__any_sync", "fma": "fma"}
# Of the bits of an integer. With 64 bits their names in CUDA C++ end in "ll".
BITS = {"popc": "__popc", "clz": "__clz", "ffs": "__ffs", "brev": "__brev"}
# Functions of math whose result is a float of the argument's size: of one argument, and of two. Those for float32 end in "f".
MATH1 = {"sqrt", "exp", "log", "log2", "log10", "log1p", "expm1", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh",
         "tanh", "asinh", "acosh", "atanh", "fabs", "erf", "erfc", "lgamma"}
MATH2 = {"pow", "atan2", "fmod", "hypot", "copysign"}
MATH = {name + suffix for name in [*MATH1, *MATH2, "floor", "ceil", "trunc", "fma"] for suffix in ("", "f")}
MARKS = {name: Mark(name) for name in [*CALLS, *BITS, "grid", "gridsize", "laneid", "warpsize"]}
TYPES = {name: NumberType(name) for name in (
    "int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 float32 float64 boolean").split()}
