#error "Lockstep: NVVM is not supported yet: put the kernel into a .cu file"
