# Other names for what Lockstep has, for build systems: bin/lockstep-nvcc is the command under the name by which it takes
# nvcc's command line, and the folder `toolkit` has the layout of a CUDA toolkit (bin/nvcc, include, lib64/libcudart.so).
# `lockstep nvcc --lockstep-toolkit` says where it lies.

# lockstep_toolkit(LIBRARIES HEADERS PUBLIC COMMAND RUNTIME): makes the folder in LIBRARIES, the folder of liblockstep.so. The others
# (the CUDA headers, lockstep/publish.h and friends, the command) may be relative to the link that names them.
# RUNTIME is where liblockstep.so will lie, absolute.
function(lockstep_toolkit libraries headers public command runtime)
  set(root ${libraries}/toolkit)
  file(MAKE_DIRECTORY ${root}/bin ${root}/lib64 ${root}/nvvm/libdevice)
  file(CREATE_LINK ${headers} ${root}/include SYMBOLIC)
  file(CREATE_LINK ${public} ${root}/public SYMBOLIC)
  file(CREATE_LINK ${command} ${root}/bin/nvcc SYMBOLIC)
  # Linkers read these as scripts. The path in them ends in the program, so that it needs no LD_LIBRARY_PATH.
  foreach(name libcudart.so libcudart_static.a libcudadevrt.a)
    # Never through a link that an earlier layout may have left.
    file(REMOVE ${root}/lib64/${name})
    file(WRITE ${root}/lib64/${name} "INPUT(\"${runtime}\")\n")
  endforeach()
endfunction()
