#error "Lockstep: the profiler of the driver API is not supported yet: use cuda_profiler_api.h"
