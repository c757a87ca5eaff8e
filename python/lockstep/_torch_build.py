"""Extensions on PyTorch's own tensors: their sources are compiled with PyTorch's headers and libraries, and Lockstep's device."""

from __future__ import annotations

import ctypes
import functools
import hashlib
import importlib.machinery
import importlib.util
import inspect
import pathlib
import re
import sysconfig
import types
from typing import Any, Dict, List, Sequence

import torch
from torch.utils import cpp_extension

from . import _app, _runtime, _torch_pretend, inline
from ._torch_headers import CORRECTED, OURS, corrected, flags
from .errors import CompileError, CUDAError
from .kernel import Source


@functools.lru_cache(maxsize=None)
def _headers() -> pathlib.Path:
    """The folder that comes before PyTorch's."""
    theirs = pathlib.Path(torch.__file__).parent / "include"
    name = hashlib.sha256(f"{torch.__version__}\n{theirs}".encode()).hexdigest()[:16]
    folder = _app.cache_folder() / "python" / f"torch-{name}"
    for each in OURS:
        _app.keep_text(folder / each, "#pragma once\n#include <lockstep_python/real_torch.h>\n")
    for each in CORRECTED:
        _app.keep_text(folder / each, corrected(torch.__version__, each, (theirs / each).read_text()))
    _app.keep_text(folder / "torch/cuda.h", "#pragma once\n#include <lockstep_python/real_torch_cuda.h>\n")
    _app.keep_text(folder / "torch/extension.h", "#pragma once\n#include_next <torch/extension.h>\n")
    _app.keep_text(folder / "torch/lockstep.h", "#pragma once\n#include <lockstep_python/real_torch.h>\n")
    return folder


def _standard(given: Sequence[str]) -> List[str]:
    if any(re.match(r"--?std\b", flag) for flag in given):
        return []
    return ["-std=c++" + max(re.findall(r"-std=c\+\+(\d+)", inspect.getsource(cpp_extension)), default="17")]


def _options(given: Sequence[str], folders: Sequence[str]) -> List[str]:
    home = pathlib.Path(torch.__file__).parent
    options = [*_standard(given), *given, "-O0"]
    if not torch._C._GLIBCXX_USE_CXX11_ABI:
        options.append("-D_GLIBCXX_USE_CXX11_ABI=0")
    for folder in [str(_headers()), *cpp_extension.include_paths(), sysconfig.get_paths()["include"], *folders]:
        options += ["-I", str(pathlib.Path(folder).resolve())]
    return [*options, f"-L{home / 'lib'}", "-ltorch_python", "-ltorch", "-ltorch_cpu", "-lc10"]


# The sources that have been loaded under a name: Python would take a second module of this name for the first.
_loaded: Dict[str, List[Source]] = {}


def _build_as(name: str, texts: Dict[str, str], options: Sequence[str]) -> Source:
    includes = "".join(f'#include "{each}"\n' for each in texts)
    code = ("#include <torch/lockstep.h>\n#undef TORCH_EXTENSION_NAME\n"
            f"#define TORCH_EXTENSION_NAME {name}\n#define TORCH_API_INCLUDE_EXTENSION_H\n"
            f"{includes}#include <lockstep_python/real_torch_run.h>\n")
    return Source(code, name, options, files=texts)


def build(name: str, sources: Sequence[str], given: Sequence[str], folders: Sequence[str]) -> Source:
    """All sources as one, those with the module's functions last."""
    texts = {str(pathlib.Path(each).resolve()): pathlib.Path(each).read_text() for each in sources}
    order = sorted(texts, key=lambda path: not path.endswith(".cu"))
    options = _options(flags(given), folders)
    files = {path: texts[path] for path in order}
    earlier = _loaded.setdefault(name, [])
    for number in range(len(earlier) + 1):  # as PyTorch names them
        source = _build_as(f"{name}_v{number}" if number else name, files, options)
        if number == len(earlier):
            earlier.append(source)
        if earlier[number].file == source.file:
            return source
    raise AssertionError("unreachable")


class _Host(ctypes.Structure):
    _fields_ = [("function", ctypes.c_void_p), ("tensors", ctypes.POINTER(ctypes.c_void_p)), ("count", ctypes.c_long)]


_CALLBACK = ctypes.CFUNCTYPE(None)


def _words_of(tensor: torch.Tensor) -> str:
    return str(tensor.dtype).replace("torch.", "") + str(list(tensor.shape))


class Function:
    """A function of an extension. Launches are complete when it returns; a kernel's fault is its exception."""

    def __init__(self, function: Any, run: Any, files: Dict[str, str]):
        self._function, self._run, self._files = function, run, files
        self.__name__ = self.name = function.__name__
        self.__doc__ = function.__doc__

    def __repr__(self) -> str:
        return f"<lockstep function {self.name} on PyTorch's tensors>"

    def on_lockstep_tensors(self) -> inline.Function:
        """For check, explain and record: the same sources with Lockstep's own headers, which have fewer operations.
        CompileError: the code needs others."""
        try:
            module = inline.load("extension_" + self.name, list(self._files))
        except CompileError as error:
            raise CompileError(f"`{self.name}` cannot be checked or recorded: with Lockstep's own torch/extension.h, which has "
                               f"fewer operations than PyTorch, its source does not compile\n{error.diagnostics}") from None
        found: inline.Function = getattr(module, self.name)
        return found

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        kept: Dict[str, Any] = {}

        def call() -> None:
            try:
                kept["result"] = self._function(*arguments, **named)
            except BaseException as error:  # of the code; it goes on where the call was made
                kept["error"] = error

        host = [each._cdata for each in _torch_pretend.tensors_in([arguments, named]) if _torch_pretend.is_of_the_host(each)]
        callback = _CALLBACK(call)
        row = _Host(ctypes.cast(callback, ctypes.c_void_p), (ctypes.c_void_p * max(len(host), 1))(*host), len(host))
        if _runtime.call(ctypes.cast(self._run, ctypes.c_void_p).value or 0, ctypes.addressof(row)):
            runtime = _runtime.library()
            raise CUDAError(runtime.lockstep_last_error_name().decode(),
                            runtime.lockstep_last_message().decode(errors="replace"))
        if "error" in kept:
            raise self._in_one_sentence(kept.pop("error"), arguments) from None
        return _torch_pretend.mark_result(kept.get("result"), [arguments, named])

    def _in_one_sentence(self, error: BaseException, arguments: Sequence[Any]) -> BaseException:
        """Without the lines that say where PyTorch has thrown it."""
        text = str(error)
        if not isinstance(error, RuntimeError) or type(error) is not RuntimeError:
            return error
        text = re.split(r"\n(?:Exception raised from|C\+\+ CapturedTraceback)", text)[0]
        if text.startswith("expected scalar type"):
            text += f": `{self.name}` got " + ", ".join(map(_words_of, _torch_pretend.tensors_in(arguments)))
        return error if text == str(error) else RuntimeError(text)


def load(source: Source, is_python_module: bool) -> Any:
    """The module; the library's path if it has none."""
    name = source.file.stem
    library = source.build_noting(None)
    path = library._library._name
    if not is_python_module:
        torch.ops.load_library(path)
        return path
    loader = importlib.machinery.ExtensionFileLoader(name, path)
    spec = importlib.util.spec_from_file_location(name, path, loader=loader)
    assert spec
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    for each, value in list(vars(module).items()):
        if isinstance(value, types.BuiltinFunctionType) or type(value).__name__ == "nb_func":
            setattr(module, each, Function(value, library._library.lockstep_torch_run, source.files))
    return module


__all__ = ["Function", "build", "load"]
