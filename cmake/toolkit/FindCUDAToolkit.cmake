# CMake's own module, and then the refusal of each library that Lockstep does not have.

include("${CMAKE_ROOT}/Modules/FindCUDAToolkit.cmake")

# CUDA::<name> can be asked for (if(TARGET ...) stays as with NVIDIA's toolkit), but whatever links with it does not
# configure: CMake prints the name of the target that it cannot find, and that name is the sentence.
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
