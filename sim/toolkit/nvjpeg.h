#error "Lockstep: nvJPEG is not supported yet: decode the picture on the host"
