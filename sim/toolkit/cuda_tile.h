#error "Lockstep: CUDA Tile is not supported yet: write the kernel for threads"
