"""Kernels of CUDA C++ source, with cupy's names: RawKernel and RawModule."""

from __future__ import annotations

import dataclasses
import hashlib
import pathlib
import re
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

from . import _app, _arguments, _runtime
from .errors import CompileError, LockstepError, warn
from .variables import Variable, known_of, variable_of

Dimensions = Union[int, Sequence[int]]

# What the end of the file has, for kernels that are not in the source by themselves: instances of templates.
_INSTANCES = "lockstep_named_kernels"


# Headers of this package.
INCLUDE = pathlib.Path(__file__).resolve().parent / "include"


# What nvcc and NVRTC shall make; here it is always a library of kernels. And NVRTC's flags without a meaning here.
_PRODUCTS = ("c", "compile", "dw", "device-w", "shared", "no-source-include", "modify-stack-limit", "version-ident", "jitify")
_REFUSED = ("o", "output-file", "cubin", "ptx", "fatbin", "lib", "E", "preprocess", "dlink", "device-link", "M", "run")


def _flags(options: Sequence[str]) -> List[str]:
    """For `lockstep build --shared`."""
    flags = []
    for option in options:
        name = option.partition("=")[0].lstrip("-") if option.startswith("-") else ""
        if name in _REFUSED:
            raise ValueError(f"the option {option!r} chooses what the compiler makes, which is always kernels to launch")
        if name in ("dc", "device-c"):
            flags.append("-rdc=true")
        elif name not in _PRODUCTS:
            flags.append(option)
    return flags


class Source:
    """CUDA C++ in a file of the cache: the compiler, findings and recordings name it and its lines."""

    def __init__(self, code: str, name: str, options: Sequence[str] = (), name_expressions: Sequence[str] = (),
                 folder: Optional[pathlib.Path] = None, files: Optional[Dict[str, str]] = None, warns: bool = True):
        if isinstance(options, str):
            raise TypeError(f"options is one text, {options!r}: pass a tuple of them, ({options!r},)")
        self.log = ""  # what the compiler has said
        self._made_of = (code, name, tuple(options), tuple(name_expressions), folder, files, warns)
        self._warns = warns
        self.code, self.options, self.name_expressions = code, _flags(options), list(name_expressions)
        # Headers beside a module's file are found as they are for the file itself.
        self.includes = ["-I", str(folder)] if folder else []
        instances = "".join(f"(const void*)&{each}, " for each in name_expressions)
        if instances:
            code += f"\nextern \"C\" __attribute__((visibility(\"default\"), used)) const void* const {_INSTANCES}[] = {{{instances}}};\n"
        # What the source includes: files beside it, and files with absolute paths, which are somewhere else.
        self.files = dict(files or {})
        fingerprint = hashlib.sha256("\0".join([code, *self.files.values()]).encode()).hexdigest()[:32]
        self.folder = _app.cache_folder() / "python" / fingerprint
        self.file = self.keep(re.sub(r"\W+", "_", name)[:60] + ".cu", code)
        for name, text in self.files.items():
            if not pathlib.PurePath(name).is_absolute():
                self.keep(name, text)

    def __reduce__(self) -> Tuple[Any, ...]:
        """Another machine has another cache."""
        return Source, self._made_of

    def keep(self, name: str, text: str) -> pathlib.Path:
        return _app.keep_text(self.folder / name, text)

    def in_words(self, text: str) -> str:
        """A message without the folder of the cache."""
        return text.replace(str(self.folder) + "/", "")

    def _in_words(self, failure: Optional[_app.Failure]) -> Optional[_app.Failure]:
        return failure and dataclasses.replace(failure, message=self.in_words(failure.message))

    def command(self, words: Sequence[str], after: Sequence[str] = (), shows: bool = False) -> _app.Ended:
        """`shows`: what the command prints appears meanwhile."""
        run = _app.run_shown if shows else _app.run
        ended = run([*words, *self.options, *self.includes, "-I", str(INCLUDE), *after], self.folder)
        return dataclasses.replace(ended, errors=self.in_words(ended.errors), failure=self._in_words(ended.failure))

    def build(self) -> _runtime.Library:
        """The kernels, loaded. Built only where something has changed since the last time, in any process."""
        fast = [] if any(option.startswith("-O") for option in self.options) else ["-O3"]
        ended = self.command(["build", "--shared", "--cached", *fast, self.file.name])
        self.log = ended.errors
        _app.judge(ended)
        return _runtime.Library(pathlib.Path(ended.output.splitlines()[-1]))

    def build_noting(self, log_stream: Any) -> _runtime.Library:
        """As `build`; the compiler's warnings go to the stream, or become Python's."""
        try:
            library = self.build()
        finally:
            if log_stream is not None:
                log_stream.write(self.log)
        found = re.search(r"^[^\n:]+:\d+:\d+: warning: ", self.log, re.MULTILINE)
        if found and log_stream is None and self._warns:
            warn(self.log[found.start():].rstrip())
        return library

    def find(self, library: _runtime.Library, name: str) -> Optional[int]:
        if name in self.name_expressions:
            kernels = library.kernels_in(_INSTANCES, len(self.name_expressions))
            return kernels[self.name_expressions.index(name)] or None
        return library.find(name)

    def program_for(self, kernel: str, variables: Sequence[str]) -> pathlib.Path:
        """The program that launches this kernel once with these variables (include/lockstep_python/call.h)."""
        symbols = "".join(f", &{each}" for each in variables)
        text = (f'#include "{self.file.name}"\n#include "lockstep_python/call.h"\n'
                f"int main(int, char** files) {{ return lockstep_python::Run(&{kernel}, files[1], files[2]{symbols}); }}\n")
        name = re.sub(r"\W+", "_", kernel)[:60]
        if name != kernel or variables:
            name += "-" + hashlib.sha256((kernel + symbols).encode()).hexdigest()[:8]
        return self.keep(f"launch-{name}.cu", text)


class Kernel:
    """A kernel. `k((grid,), (block,), arguments)` and `k[grid, block](*arguments)` launch it, on arrays in place.

    A launch returns after its end. Arrays are numpy's, or have `__array_interface__`, the buffer protocol or
    `__dlpack__` on the CPU; they are never copied, and must have the dtype of the parameter's type and C's order.
    TypeError: an argument does not fit its parameter. CUDAError: the launch was refused, or its kernel ended early.
    """

    def __init__(self, source: Source, name: str, cooperative: bool = False):
        self.source, self.name = source, name
        self.cooperative = cooperative
        self._loaded: Optional[Tuple[int, List[_runtime.Parameter]]] = None
        self._library: Optional[_runtime.Library] = None
        self._max_dynamic_shared: Optional[int] = None  # as it was set

    def __repr__(self) -> str:
        return f"<lockstep kernel {self.name}>"

    def __getstate__(self) -> Dict[str, Any]:
        """For pickle: the other process builds it, or finds it in the cache."""
        return {**self.__dict__, "_loaded": None, "_library": None}

    def load(self, log_stream: Any = None) -> Tuple[int, List[_runtime.Parameter]]:
        if self._loaded is None:
            library = self._library = self._library or self.source.build_noting(log_stream)
            kernel = self.source.find(library, self.name)
            if kernel is None:
                names = ", ".join(f"`{name}`" for name in library.names()) or "none"
                raise LockstepError(f"there is no kernel `{self.name}` in {self.source.file.name}; its kernels: {names}")
            self._loaded = kernel, _runtime.parameters_of(kernel)
            if self._max_dynamic_shared is not None:
                self.max_dynamic_shared_size_bytes = self._max_dynamic_shared
        return self._loaded

    @property
    def parameters(self) -> List[_runtime.Parameter]:
        return self.load()[1]

    def compile(self, log_stream: Any = None) -> None:
        """Compiles now, and not at the first launch. The compiler's warnings go to the stream; without it they are Python's
        warnings (CompileWarning)."""
        is_new = self._library is None
        self.load(log_stream)
        if log_stream is not None and not is_new:
            log_stream.write(self.source.log)

    @property
    def variables(self) -> Dict[str, Variable]:
        """Those of its module that get_global has returned."""
        self.load()
        return known_of(self._library) if self._library else {}

    @property
    def attributes(self) -> Dict[str, int]:
        """As cudaFuncGetAttributes, with cupy's names, which are attributes of the kernel too: `num_regs` (always 32),
        `shared_size_bytes`, `max_threads_per_block`, ..."""
        return _runtime.attributes_of(self.load()[0])

    def __getattr__(self, name: str) -> int:
        if name in _runtime.ATTRIBUTES:
            return self.attributes[name]
        raise AttributeError(f"a kernel has no attribute `{name}`")

    @property
    def max_dynamic_shared_size_bytes(self) -> int:
        """The largest `shared_mem` of a launch; 48 KiB minus the kernel's own shared variables, unless it is set."""
        return int(_runtime.library().lockstep_max_dynamic_shared(self.load()[0]))

    @max_dynamic_shared_size_bytes.setter
    def max_dynamic_shared_size_bytes(self, size: int) -> None:
        if _runtime.library().lockstep_set_max_dynamic_shared(self.load()[0], size) != 0:
            raise ValueError(f"`{self.name}` cannot have {size} bytes of dynamic shared memory: the device has 227 KiB for "
                             "each block, with the kernel's own variables")
        self._max_dynamic_shared = size

    def __call__(self, grid: Dimensions, block: Dimensions, args: Sequence[Any], *, shared_mem: int = 0,
                 stream: Any = None) -> None:
        kernel, parameters = self.load()
        judged = _arguments.judge(self.name, parameters, args)
        numbers, values = _arguments.values_of(judged)
        dims = _arguments.as_dims(grid, "grid"), _arguments.as_dims(block, "block")
        if numbers is not None:
            output = _runtime.launch(kernel, *dims, shared_mem, numbers, self.cooperative)
        else:
            output = _runtime.launch_bytes(kernel, *dims, shared_mem, values, self.cooperative)
        if output:
            print(output, end="")

    def __getitem__(self, shape: Tuple[Any, ...]) -> "Configured":
        if not isinstance(shape, tuple) or not 2 <= len(shape) <= 4:
            raise TypeError(f"`{self.name}[...]` takes [grid, block], and then a stream and the bytes of dynamic shared "
                            "memory if they are wanted")
        return Configured(self, shape[0], shape[1], shape[3] if len(shape) > 3 else 0)


class Configured:
    """A kernel with its grid and block: `k[grid, block]`, called with the arguments."""

    def __init__(self, kernel: Kernel, grid: Dimensions, block: Dimensions, shared_mem: int):
        self.kernel, self.grid, self.block, self.shared_mem = kernel, grid, block, shared_mem

    def __call__(self, *arguments: Any) -> None:
        self.kernel(self.grid, self.block, arguments, shared_mem=self.shared_mem)


class RawKernel(Kernel):
    """The kernel called `name` in CUDA C++ source, with cupy's arguments.

    `options` are nvcc's flags. `backend`, `translate_cucomplex` and `jitify` change nothing here: clang compiles, and
    CUDA's complex types and headers are there. CompileError at the first launch, or at `compile()`.
    """

    def __init__(self, code: str, name: str, options: Sequence[str] = (), backend: str = "nvrtc", *,
                 translate_cucomplex: bool = False, enable_cooperative_groups: bool = False, jitify: bool = False):
        super().__init__(Source(code, name, options), name, enable_cooperative_groups)


class RawModule:
    """CUDA C++ source, or a file of it, with any number of kernels, with cupy's arguments.

    `name_expressions` are instances of templates ("scale<float>") that `get_function` can return.
    """

    def __init__(self, code: Optional[str] = None, path: Optional[str] = None, options: Sequence[str] = (),
                 backend: str = "nvrtc", *, translate_cucomplex: bool = False, enable_cooperative_groups: bool = False,
                 name_expressions: Optional[Sequence[str]] = None, jitify: bool = False):
        if (code is None) == (path is None):
            raise TypeError("RawModule takes either code or path")
        file = pathlib.Path(path) if path is not None else None
        if file and file.suffix in (".cubin", ".fatbin", ".ptx"):
            file.stat()  # FileNotFoundError
            raise LockstepError(f"{file.name} has code that was compiled for a GPU: pass the CUDA C++ that it was made of")
        text = code if code is not None else file.read_text() if file is not None else ""
        name = file.stem if file is not None else "module"
        self._source = Source(text, name, options, name_expressions or (), file.resolve().parent if file else None)
        self._cooperative = enable_cooperative_groups
        self._library: Optional[_runtime.Library] = None
        self._kernels: Dict[str, Kernel] = {}

    def __getstate__(self) -> Dict[str, Any]:
        return {**self.__dict__, "_library": None, "_kernels": {}}

    def compile(self, log_stream: Any = None) -> None:
        """As for kernels."""
        if self._library is None:
            self._library = self._source.build_noting(log_stream)
        elif log_stream is not None:
            log_stream.write(self._source.log)

    def get_global(self, name: str) -> Variable:
        """A variable of the device, as an array in its memory. LockstepError: there is none with this name."""
        self.compile()
        assert self._library
        return variable_of(self._library, name, self._source.file.name)

    def get_function(self, name: str) -> Kernel:
        """The kernel with this name in the source. LockstepError names the kernels that there are."""
        if name not in self._kernels:
            self.compile()
            kernel = Kernel(self._source, name, self._cooperative)
            kernel._library = self._library
            kernel.load()
            self._kernels[name] = kernel
        return self._kernels[name]


__all__ = ["CompileError", "Kernel", "RawKernel", "RawModule"]
