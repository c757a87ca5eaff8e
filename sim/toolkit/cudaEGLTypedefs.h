#error "Lockstep: sharing memory with EGL is not supported yet: copy the result to the host"
