#error "Lockstep: the multi-GPU library interface is not supported yet: write the operation as a kernel of your own"
