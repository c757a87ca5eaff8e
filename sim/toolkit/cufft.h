#error "Lockstep: cuFFT is not supported yet: write the transform as a kernel of your own"
