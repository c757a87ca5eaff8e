// Which tensors count as CUDA tensors for an extension: all of the host's memory, but for those that the caller of this
// thread's function has named as the CPU's (_torch_build.py).
#pragma once

extern "C" __attribute__((visibility("hidden"))) bool lockstep_torch_is_of_the_host(const void* tensor);
