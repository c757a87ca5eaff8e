#error "Lockstep: cuDNN is not supported yet: write the operation as a kernel of your own"
