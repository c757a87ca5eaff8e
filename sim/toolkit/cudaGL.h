#error "Lockstep: sharing memory with OpenGL is not supported yet: copy the result to the host and draw from there"
