"""Names of Python as names of C++: those that mean something else there get an underscore at their end.

An underscore too many does no harm, so that families of names are enough here, where C's headers have hundreds of names.
"""

from __future__ import annotations

import ctypes
import functools
import re
from typing import List

from . import names

_KEYWORDS = set("""alignas alignof and_eq asm auto bitand bitor bool case catch char char8_t char16_t char32_t compl concept const
const_cast consteval constexpr constinit co_await co_return co_yield decltype default delete do double dynamic_cast enum explicit
export extern false float friend goto inline int long mutable namespace new noexcept not_eq nullptr operator or_eq private
protected public register reinterpret_cast requires short signed sizeof static static_assert static_cast struct switch template
this thread_local throw true typedef typeid typename typeof union unsigned using virtual void volatile wchar_t xor xor_eq main
linux unix i386""".split())
_MACROS = re.compile(r"""(FP|ADJ|MOD|NL|STA|NV|CLOCK|CUDART|CUDA|SEEK|EXIT|FD|RENAME|PTHREAD|CCCL|MATH|TIME|TIMER)_\w+|\w+_(MAX|MIN)|
    (S?CHAR|UCHAR|U?SHRT|U?INT\w*|U?L?LONG\w*|S?SIZE|PTRDIFF|WCHAR|WINT|WORD|SIG_ATOMIC|BOOL)_(WIDTH|C|BIT)|
    M_([12]_(PI|SQRTPI)|E|LN10|LN2|LOG10E|LOG2E|PI|PI_[24]|SQRT1_2|SQRT2)(f\d*x?|l)?|(SNAN|HUGE_VAL)\w*|W(CONTINUED|EXIT\w*|IF\w+|NO\w+|STOP\w+|
    TERMSIG|UNTRACED)|((BIG|LITTLE|PDP)_ENDIAN|BYTE_ORDER)|\w+(16|32|64)toh|hto\w+|(is|to)\w+_l|CUDARTAPI\w*|CLOCKS_PER_SEC|MAX_(CANON|INPUT)|
    MB_CUR_MAX|BUFSIZ|EOF|INFINITY|L_(ctermid|cuserid|tmpnam)|NAN|NFDBITS|NULL|NZERO|MAXFLOAT|PIPE_BUF|P_tmpdir|alloca|
    assert|assert_perror|isascii|issubnormal|math_errhandling|offsetof|std(err|in|out)|strn?dupa|toascii|cuda[A-Z]\w*""", re.VERBOSE)
# What the translator itself writes.
_OWN = re.compile(r"""(thread|block)Idx|(block|grid)Dim|warpSize|printf|(l?l?|f)(abs|min|max)f?|(is|signbit)(nan|inf|finite)?|u?int(8|16|32|64)_t|
    python_\w+|\w+_(shape|stride)_\d+|atomic[A-Z]\w*""", re.VERBOSE)
# Of CUDA's headers, beside C's functions.
_GLOBAL = re.compile(r"""\w+_t|make_\w+|(tex|surf)\w*|h2?(ceil|cos|exp|floor|log|rcp|rint|rsqrt|sin|sqrt|tanh|trunc)\w*|cu(da|[A-Z])\w*|CU\w+|
    (u?char|u?short|u?int|u?long|u?longlong|float|double)[1-4]?(_16a|_32a)?|(nv_)?(half|bfloat16)2?|(__)?nv_\w+|dim3|
    (sin|cos|sincos)pif?|cyl_bessel_i[01]f?|erf(c?inv|cx)f?|fdividef?|r?norm([34]d)?f?|normcdf(inv)?f?|rcbrtf?|rhypotf?|rsqrtf?|(u|ll|ull)(min|max)|
    clock(64)?|is\w+|signbit|iseqsig|fpclassify|u_\w+|fd_(set|mask)|FILE|va_list|div|obstack|tm|time(spec|val|x)|itimerspec|sig\w+|
    linear|swap|move|std|operator""", re.VERBOSE)


@functools.lru_cache(maxsize=None)
def _c_library() -> List[ctypes.CDLL]:
    return [ctypes.CDLL(name) for name in ("libc.so.6", "libm.so.6")]


def spelled(name: str) -> str:
    """Of a variable."""
    if name.startswith("__") or re.match("_[A-Z]", name):
        return "python" + name
    # What ends in underscores already gets another one, so that no two names become the same.
    stem = name.rstrip("_")
    is_taken = stem in _KEYWORDS or stem in names.MATH or any(each.fullmatch(stem) for each in (_MACROS, _OWN))
    return name + "_" if is_taken else name


def spelled_global(name: str) -> str:
    """Of a function or constant, which C's and CUDA's functions and types must not be."""
    once = spelled(name)
    if once != name:
        return once
    stem = name.rstrip("_")
    is_taken = bool(_GLOBAL.fullmatch(stem)) or any(hasattr(each, stem) for each in _c_library())
    return name + "_" if is_taken else name
