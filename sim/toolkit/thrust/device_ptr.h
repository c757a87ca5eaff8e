#error "Lockstep: Thrust is not supported yet: write the step as a kernel of your own, or use the C++ standard library on the host"
