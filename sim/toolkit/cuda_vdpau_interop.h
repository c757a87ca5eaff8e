#error "Lockstep: sharing memory with VDPAU is not supported yet: copy the result to the host"
