"""PyTorch's extensions as they are: after `import lockstep.torch`, `torch.utils.cpp_extension.load_inline` and `load` compile
CUDA sources with Lockstep in the place of nvcc. PyTorch's own tensors are passed, without a copy.

    import lockstep.torch
    lockstep.torch.pretend_cuda()   # and x.cuda(), device="cuda", torch.cuda.synchronize() ... work without a GPU

Extensions without CUDA sources are PyTorch's own business, as before.
"""

from __future__ import annotations

import functools
import inspect
import os
from typing import Any

try:
    from torch.utils import cpp_extension as _cpp
except ImportError as error:
    raise ImportError("lockstep.torch is for programs that use PyTorch, which is not installed here: pip install torch, or use "
                      "lockstep.load_inline, which needs none") from error

from . import _torch_build
from ._torch_pretend import is_pretending, pretend_cuda

_theirs = getattr(_cpp, "_lockstep_theirs", None) or _cpp._jit_compile


def _is_cuda(source: Any) -> bool:
    return os.path.splitext(str(source))[1] in (".cu", ".cuh")


@functools.wraps(_theirs)
def _jit_compile(*given: Any, **named: Any) -> Any:
    """PyTorch's load_inline and load both end here, whatever names a program has given them."""
    bound = inspect.signature(_theirs).bind(*given, **named)
    values = bound.arguments
    sources = [values["sources"]] if isinstance(values["sources"], str) else list(values["sources"])
    if values.get("is_standalone") or not any(map(_is_cuda, sources)):
        return _theirs(*given, **named)
    flags = [flag for name in ("extra_cflags", "extra_cuda_cflags", "extra_ldflags") for flag in values.get(name) or ()]
    folders = values.get("extra_include_paths") or []
    source = _torch_build.build(values["name"], sources, flags, [folders] if isinstance(folders, str) else folders)
    if values.get("verbose"):
        print(f"lockstep: building the extension {values['name']} for the CPU; the first one with this PyTorch takes a minute or two")
    return _torch_build.load(source, bool(values.get("is_python_module", True)))


_cpp._lockstep_theirs = _theirs
_cpp._jit_compile = _jit_compile

__all__ = ["is_pretending", "pretend_cuda"]
