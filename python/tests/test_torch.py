"""lockstep.torch without PyTorch: what it says, and what it makes of flags and headers. with_torch.py needs PyTorch."""

import importlib.util

import pytest

from lockstep import LockstepError
from lockstep._torch_headers import CORRECTED, corrected, flags


@pytest.mark.skipif(importlib.util.find_spec("torch") is not None, reason="PyTorch is installed")
def test_its_absence_is_one_sentence():
    with pytest.raises(ImportError, match="PyTorch, which is not installed here: pip install torch, or use lockstep.load_inline"):
        import lockstep.torch  # noqa: F401


def test_flags_that_only_choose_a_gpu_or_speed_are_left_out():
    assert flags(["-O3 -Xptxas -O3 -Xcompiler -O3", "-gencode", "arch=compute_90,code=sm_90", "-DWIDTH=4"]) == ["-DWIDTH=4"]
    assert flags(["-arch=sm_80", "--use_fast_math", "-lcudart", "-lfoo", "--ptxas-options=-v"]) == ["-lfoo"]
    assert flags(["-Xcompiler", "-fopenmp", "-std=c++20"]) == ["-Xcompiler", "-fopenmp", "-std=c++20"]
    assert flags(None) == []


def test_a_header_is_corrected_where_it_says_what_a_cuda_tensor_is():
    text = corrected("2.0", "c10/core/Device.h", "#pragma once\nbool is_cuda() { return type_ == DeviceType::CUDA; }\n")
    assert text.startswith("#pragma once\n#include <lockstep_python/real_torch_device.h>\n")
    assert "return type_ == DeviceType::CUDA || (" in text


@pytest.mark.parametrize("name", CORRECTED)
def test_a_header_of_another_form_is_refused_by_its_name(name):
    with pytest.raises(LockstepError, match=f"PyTorch 9.9 is not known to Lockstep: its {name} has not the line"):
        corrected("9.9", name, "#pragma once\n")
