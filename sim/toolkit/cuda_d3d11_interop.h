#error "Lockstep: sharing memory with Direct3D is not supported yet: copy the result to the host"
