#error "Lockstep: CUPTI is not supported yet: use `lockstep check` and its counts"
