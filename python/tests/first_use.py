"""Uses the installed package as its first page does: calls a kernel, checks, records, shows, and builds an extension."""

import sys

import lockstep as ls
import numpy as np

assert ls.__file__.startswith(sys.prefix), ls.__file__
add = ls.RawKernel('extern "C" __global__ void add(float* x, int n) { if (threadIdx.x <= n) x[threadIdx.x] += 1; }', "add")
x = np.zeros(8, np.float32)
add((1,), (32,), (x, 7))
assert (x == 1).all()
assert [each.array for each in ls.check(add, 1, 32, (x, 8)).findings] == ["x"]
rec = ls.record(add, 1, 32, (x, 7))
assert rec.last_writer(x, 3)["new"] == 3
assert "<svg" in rec.stepper(thread=(3,))._repr_html_()
twice = ls.load_inline("twice", "torch::Tensor twice(torch::Tensor x) { return x + x; }", functions=["twice"]).twice
assert (twice(x) == 2 * x).all()
