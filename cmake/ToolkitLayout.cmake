# Other names for what Lockstep has, for build systems: bin/lockstep-nvcc is the command under the name by which it takes
# nvcc's command line, and the folder `toolkit` has the layout of a CUDA toolkit (bin/nvcc, include, lib64/libcudart.so).
# `lockstep nvcc --lockstep-toolkit` says where it lies.

# lockstep_toolkit(LIBRARIES HEADERS PUBLIC COMMAND): makes the folder in LIBRARIES, the folder of liblockstep.so. The others
# (the CUDA headers, lockstep/publish.h and friends, the command) may be relative to the link that names them.
function(lockstep_toolkit libraries headers public command)
  set(root ${libraries}/toolkit)
  file(MAKE_DIRECTORY ${root}/bin ${root}/lib64 ${root}/nvvm/libdevice)
  file(CREATE_LINK ${headers} ${root}/include SYMBOLIC)
  file(CREATE_LINK ${public} ${root}/public SYMBOLIC)
  file(CREATE_LINK ${command} ${root}/bin/nvcc SYMBOLIC)
  file(CREATE_LINK ../../liblockstep.so ${root}/lib64/liblockstep.so SYMBOLIC)
  file(CREATE_LINK liblockstep.so ${root}/lib64/libcudart.so SYMBOLIC)
  # Who links the runtime statically gets the same shared library: a linker reads these as scripts.
  file(WRITE ${root}/lib64/libcudart_static.a "INPUT(-llockstep)\n")
  file(WRITE ${root}/lib64/libcudadevrt.a "INPUT(-llockstep)\n")
endfunction()
