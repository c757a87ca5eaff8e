"""What PyTorch's headers and flags need for an extension on Lockstep's device. Nothing here imports PyTorch."""

from __future__ import annotations

import re
import shlex
from typing import List, Optional, Sequence

from .errors import LockstepError

# PyTorch's headers of its CUDA libraries. Those that are not here are its own.
OURS = """ATen/cuda/CUDABlas.h ATen/cuda/CUDAContext.h ATen/cuda/CUDAContextLight.h ATen/cuda/CUDADevice.h ATen/cuda/CUDAEvent.h
ATen/cuda/CUDAUtils.h ATen/cuda/Exceptions.h ATen/native/cuda/KernelUtils.cuh c10/cuda/CUDACachingAllocator.h
c10/cuda/CUDAException.h c10/cuda/CUDAFunctions.h c10/cuda/CUDAGuard.h c10/cuda/CUDAMacros.h c10/cuda/CUDAMiscFunctions.h
c10/cuda/CUDAStream.h""".split()
_ASKS = "#include <lockstep_python/real_torch_device.h>\n"
# Where PyTorch's headers say which tensor is a CUDA tensor. A tensor of the host is on the device cpu:0, others are on cpu.
CORRECTED = {
    "ATen/core/TensorBase.h": [
        ("return impl_->is_cuda();", "return impl_->is_cuda() || (impl_->is_cpu() && !::lockstep_torch_is_of_the_host(impl_.get()));"),
        ("return impl_->device();", "const Device its = impl_->device();\n    return its.is_cpu() ? "
         "Device(its.type(), ::lockstep_torch_is_of_the_host(impl_.get()) ? 0 : -1) : its;")],
    "c10/core/Device.h": [
        ("return type_ == DeviceType::CUDA;", "return type_ == DeviceType::CUDA || (type_ == DeviceType::CPU && index_ != 0);")],
    "ATen/core/DeprecatedTypeProperties.h": [
        ("return backendToDeviceType(backend_) == kCUDA;", "return backendToDeviceType(backend_) != kMeta;")],
}

def corrected(version: str, name: str, text: str) -> str:
    """A copy of PyTorch's header. LockstepError: it is not what we know."""
    for old, new in CORRECTED[name]:
        if text.count(old) != 1:
            raise LockstepError(f"PyTorch {version} is not known to Lockstep: its {name} has not the line `{old}`")
        text = text.replace(old, new)
    return text.replace("#pragma once\n", "#pragma once\n" + _ASKS, 1)


# Of nvcc and g++, without a meaning here; and PyTorch's CUDA libraries, which Lockstep's headers do without.
_LEFT_OUT = re.compile(r"-O\w*|-?-use_fast_math|-march=\S+|-mtune=\S+|-fPIC|-?-(gencode|gpu-architecture|gpu-code|generate-code|arch)=\S+|"
                       r"-?-(ptxas-options|Xptxas)=\S+|-l(cudart|cuda|c10_cuda|torch_cuda|cublas|curand)")
_WITH_A_WORD = ("-gencode", "-arch", "-code", "-Xptxas", "--ptxas-options", "--gpu-architecture", "--generate-code")
_OF_THE_HOST = ("-Xcompiler", "--compiler-options")


def flags(given: Optional[Sequence[str]]) -> List[str]:
    """Those that change the program. Host code has the same level in all extensions, which therefore share parsed headers,
    and kernels always have -O3."""
    words = [word for text in given or () for word in shlex.split(text)]
    kept: List[str] = []
    while words:
        word = words.pop(0)
        if word in _WITH_A_WORD:
            del words[:1]
        elif word in _OF_THE_HOST:
            host = flags(words[:1])
            del words[:1]
            kept += [each for one in host for each in (word, one)]
        elif not _LEFT_OUT.fullmatch(word):
            kept.append(word)
    return kept


__all__ = ["CORRECTED", "OURS", "corrected", "flags"]
