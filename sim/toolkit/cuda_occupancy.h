#error "Lockstep: the occupancy calculator of cuda_occupancy.h is not supported yet: call cudaOccupancyMaxActiveBlocksPerMultiprocessor"
