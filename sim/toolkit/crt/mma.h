#error "Lockstep: the warp matrix API (nvcuda::wmma) is not supported yet: multiply the tile with plain arithmetic in a kernel"
