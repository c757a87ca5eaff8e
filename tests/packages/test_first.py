import lockstep as ls
import numpy as np
import pytest

ADD = 'extern "C" __global__ void add(float* x, int n) { if (threadIdx.x <= n) x[threadIdx.x] += 1; }'


def test_a_right_launch(lockstep):
    x = np.zeros(8, np.float32)
    lockstep.check(ls.RawKernel(ADD, "add"), 1, 32, (x, 7))
    assert (x == 1).all()


def test_a_wrong_one(lockstep):
    with pytest.raises(ls.CheckFailed, match="past the end"):
        lockstep.check(ls.RawKernel(ADD, "add"), 1, 32, (np.zeros(8, np.float32), 8))
