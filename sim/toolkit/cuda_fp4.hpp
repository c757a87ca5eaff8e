#error "Lockstep: 4-bit floating point (cuda_fp4.h) is not supported yet: use cuda_fp8.h or cuda_fp16.h"
