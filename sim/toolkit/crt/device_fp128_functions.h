#error "Lockstep: 128-bit floating point (device_fp128_functions.h) is not supported yet: use double"
