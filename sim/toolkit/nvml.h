#error "Lockstep: NVML is not supported yet: ask cudaGetDeviceProperties"
