"""The first example of cupy's page on raw kernels, on numpy's arrays."""

import lockstep
import numpy as np

add_kernel = lockstep.RawKernel(r'''
extern "C" __global__
void my_add(const float* x1, const float* x2, float* y) {
    int tid = blockDim.x * blockIdx.x + threadIdx.x;
    y[tid] = x1[tid] + x2[tid];
}
''', 'my_add')
x1 = np.arange(25, dtype=np.float32).reshape(5, 5)
x2 = np.arange(25, dtype=np.float32).reshape(5, 5)
y = np.zeros((5, 5), dtype=np.float32)
add_kernel((5,), (5,), (x1, x2, y))
assert (y == 2 * x1).all()
print(y)
