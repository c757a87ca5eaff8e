#error "Lockstep: 6-bit floating point (cuda_fp6.h) is not supported yet: use cuda_fp8.h or cuda_fp16.h"
