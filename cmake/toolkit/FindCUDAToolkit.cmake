# CMake's own module, followed by the refusal of each library that Lockstep lacks.

include("${CMAKE_ROOT}/Modules/FindCUDAToolkit.cmake")

# CUDA::<name> exists (if(TARGET ...) behaves as with NVIDIA's toolkit), but a target that links with it fails to configure:
# CMake prints the name of the target that it cannot find, and that name is the error message.
function(_lockstep_refuse name title)
  string(REPLACE "nvidia-ml" "nvml" name "${name}")
  foreach(target CUDA::${name} CUDA::${name}_static)
    if(NOT TARGET ${target})
      add_library(${target} INTERFACE IMPORTED)
    endif()
    set_property(TARGET ${target} PROPERTY INTERFACE_LINK_LIBRARIES "Lockstep::does not have ${title}")
  endforeach()
endfunction()

if(CUDAToolkit_FOUND)
  include("${CMAKE_CURRENT_LIST_DIR}/LockstepMissing.cmake")
endif()
