#error "Lockstep: compiling at run time (NVRTC) is not supported yet: put the kernel into a .cu file"
