"""Kernels in Numba's Python as CUDA C++: types, expressions, statements (lockstep.numba_cuda is the front door)."""
