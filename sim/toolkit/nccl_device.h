#error "Lockstep: NCCL is not supported yet: Lockstep has one device"
