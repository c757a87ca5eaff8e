#error "Lockstep: linking at run time (nvJitLink) is not supported yet: build the files together"
