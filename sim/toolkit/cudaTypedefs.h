#error "Lockstep: the driver API is not supported yet: call the runtime API"
