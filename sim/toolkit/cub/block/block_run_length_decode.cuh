#error "Lockstep: CUB is not supported yet: write the step as a kernel of your own"
