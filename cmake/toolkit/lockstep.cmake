# For CMake projects that search for a CUDA toolkit: cmake -DCMAKE_TOOLCHAIN_FILE=<toolkit>/cmake/lockstep.cmake
# Lockstep's toolkit is found even if others are installed.

get_filename_component(_lockstep_toolkit "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)
set(CUDAToolkit_ROOT "${_lockstep_toolkit}" CACHE PATH "Lockstep in the layout of a CUDA toolkit" FORCE)
if(NOT CMAKE_CUDA_COMPILER)
  set(CMAKE_CUDA_COMPILER "${_lockstep_toolkit}/bin/nvcc")
endif()
