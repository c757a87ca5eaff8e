#error "Lockstep: NVIDIA's performance counters is not supported yet: use `lockstep check --explain`"
