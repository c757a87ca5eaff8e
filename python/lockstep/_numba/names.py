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


class SignatureType:
    """`float32(int32, int32)`."""

    def __init__(self, return_type: Any, args: Any):
        self.return_type, self.args = return_type, args

    def __repr__(self) -> str:
        return f"({', '.join(map(str, self.args))}) -> {self.return_type}"


class ArrayType:
    """`float32[:, :]`; with `::1` at its end in C's order, at its begin in Fortran's."""

    def __init__(self, dtype: Any, ndim: int, layout: str):
        self.dtype, self.ndim, self.layout = dtype, ndim, layout

    def __repr__(self) -> str:
        return f"array({self.dtype}, {self.ndim}d, {self.layout})"


class NumberType:
    """float32 and the others: a type of elements, and a cast inside kernels."""

    def __init__(self, name: str):
        self.name = name

    def __repr__(self) -> str:
        return self.name

    def __call__(self, *values: Any) -> Any:
        """A number of this type; a signature, if it is called with types."""
        if len(values) != 1 or isinstance(values[0], (NumberType, ArrayType, tuple)) or type(values[0]).__module__.startswith("numba."):
            return SignatureType(self, values)
        import numpy as np

        return np.dtype(self.name).type(values[0])

    def __getitem__(self, index: Any) -> ArrayType:
        parts = index if isinstance(index, tuple) else (index,)
        if not all(isinstance(each, slice) for each in parts):
            raise TypeError(f"an array type is written as {self.name}[:] or {self.name}[:, :]")
        layout = "C" if parts[-1].step == 1 else "F" if parts[0].step == 1 else "A"
        return ArrayType(self, len(parts), layout)


threadIdx, blockIdx, blockDim, gridDim = (Group(name, "x y z") for name in ("threadIdx", "blockIdx", "blockDim", "gridDim"))
shared, local = Group("shared", "array"), Group("local", "array")
atomic = Group("atomic", "add sub max min nanmax nanmin inc dec exch and_ or_ xor compare_and_swap cas")
const = Group("const", "array_like")
cg = Group("cg", "this_grid")
# Of numba.cuda.random, after "xoroshiro128p_": the types of their results.
RANDOM = {"next": "uint64", "uniform_float32": "float32", "uniform_float64": "float64", "normal_float32": "float32", "normal_float64": "float64"}
GRID = Group("this_grid", "sync")  # what this_grid returns
# Of float16, with the names that cuda_fp16.h has: how many arguments, and the functions.
HALVES = {2: "hadd hsub hmul hdiv hmax hmin heq hne hge hgt hle hlt", 3: "hfma",
          1: "hneg habs hsin hcos hlog hlog10 hlog2 hexp hexp10 hexp2 hfloor hceil hsqrt hrsqrt hrcp hrint htrunc"}
fp16 = Group("fp16", " ".join(HALVES.values()))
# The rest: the name here, and how CUDA C++ spells the call.
CALLS = {
    "syncthreads": "__syncthreads", "syncwarp": "__syncwarp", "threadfence": "__threadfence",
    "threadfence_block": "__threadfence_block", "threadfence_system": "__threadfence_system", "syncthreads_count": "__syncthreads_count",
    "syncthreads_and": "__syncthreads_and", "syncthreads_or": "__syncthreads_or", "shfl_sync": "__shfl_sync",
    "shfl_up_sync": "__shfl_up_sync", "shfl_down_sync": "__shfl_down_sync", "shfl_xor_sync": "__shfl_xor_sync",
    "ballot_sync": "__ballot_sync", "all_sync": "__all_sync", "any_sync": "__any_sync", "fma": "fma",
    "activemask": "__activemask", "lanemask_lt": "python_lanemask_lt", "match_any_sync": "__match_any_sync",
    "nanosleep": "__nanosleep"}
# Of the bits of an integer. With 64 bits their names in CUDA C++ end in "ll".
BITS = {"popc": "__popc", "clz": "__clz", "ffs": "__ffs", "brev": "__brev"}
# Functions of math whose result is a float of the argument's size: of one argument, and of two. Those for float32 end in "f".
MATH1 = {"sqrt", "exp", "log", "log2", "log10", "log1p", "expm1", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh",
         "tanh", "asinh", "acosh", "atanh", "fabs", "erf", "erfc", "lgamma", "exp2"}
MATH2 = {"pow", "atan2", "fmod", "hypot", "copysign", "nextafter", "remainder"}
# numpy's functions that are those of math for a number, and those of our header.
NUMPY = {"arcsin": "asin", "arccos": "acos", "arctan": "atan", "arctan2": "atan2", "arcsinh": "asinh", "arccosh": "acosh", "arctanh": "atanh",
         "power": "pow", "float_power": "pow", "deg2rad": "radians", "rad2deg": "degrees",
         **{name: name for name in ("sin cos tan sinh cosh tanh exp exp2 expm1 log log2 log10 log1p sqrt fabs hypot copysign nextafter "
                                    "degrees radians isnan isinf isfinite fmod").split()}}
MATH = {name + suffix for name in [*MATH1, *MATH2, "floor", "ceil", "trunc", "fma", "cbrt", "tgamma", "ldexp", "rint"] for suffix in ("", "f")}
MARKS = {name: Mark(name) for name in [*CALLS, *BITS, "grid", "gridsize", "laneid", "warpsize", "cbrt", "selp", "match_all_sync"]}
TYPES = {name: NumberType(name) for name in (
    "int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 float32 float64 complex64 complex128 boolean").split()}
_OTHER_NAMES = """byte=uint8 char=int8 uchar=uint8 short=int16 ushort=uint16 int_=int64 uint=uint64 intc=int32 uintc=uint32 intp=int64
uintp=uint64 long_=int64 ulong=uint64 longlong=int64 ulonglong=uint64 ssize_t=int64 size_t=uint64 float_=float32 double=float64
bool_=boolean b1=boolean i1=int8 u1=uint8 i2=int16 u2=uint16 i4=int32 u4=uint32 i8=int64 u8=uint64 f2=float16 f4=float32 f8=float64
c8=complex64 c16=complex128"""
TYPES.update({name: TYPES[meaning] for name, meaning in (each.split("=") for each in _OTHER_NAMES.split())})
VOID = NumberType("void")


class Types:
    """numba.types, as far as signatures need it."""


for _name, _type in TYPES.items():
    setattr(Types, _name, _type)
setattr(Types, "void", VOID)
setattr(Types, "none", VOID)
