# Alternative names for build systems: bin/lockstep-nvcc is the command under the name by which it acts as nvcc, and the
# folder `toolkit` has the layout of a CUDA toolkit (bin/nvcc, include, lib64/libcudart.so).
# `lockstep nvcc --lockstep-toolkit` prints its path.

# lockstep_toolkit(LIBRARIES HEADERS PUBLIC COMMAND RUNTIME): creates the folder in LIBRARIES, the folder of liblockstep.so.
# The others (the CUDA headers, lockstep/publish.h and related headers, the command) may be relative to the link that names
# them. RUNTIME is the absolute path of the future folder of liblockstep.so.
# The toolkit's libraries are linker scripts, which name the runtime, and the file beside it that has the library (cuBLAS).
# lockstep.cmake is the CMAKE_TOOLCHAIN_FILE for CMake projects.
function(lockstep_toolkit libraries headers public command runtime)
  set(root ${libraries}/toolkit)
  file(MAKE_DIRECTORY ${root}/bin ${root}/lib64 ${root}/nvvm/libdevice)
  file(CREATE_LINK ${headers} ${root}/include SYMBOLIC)
  file(CREATE_LINK ${public} ${root}/public SYMBOLIC)
  file(CREATE_LINK ${command} ${root}/bin/nvcc SYMBOLIC)
  # The path of the runtime is stored in the program, so that it needs no LD_LIBRARY_PATH.
  set(ours "INPUT(\"${runtime}\")\n")
  file(STRINGS ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../sim/compile/toolkit_libraries.def lines REGEX "^LIBRARY_")
  foreach(line IN LISTS lines)
    if(line MATCHES "^LIBRARY_WE_ARE\\((.*)\\)")
      _lockstep_library(${root} ${CMAKE_MATCH_1} "${ours}")
    elseif(line MATCHES "^LIBRARY_(BESIDE|IN)\\(([^,]*)(, )?(.*)\\)")
      set(name ${CMAKE_MATCH_2})
      set(file ${CMAKE_MATCH_4})
      if(NOT file)
        set(file ${name})
      endif()
      string(REPLACE "liblockstep.so" "liblockstep_${file}.so" beside "${runtime}")
      _lockstep_library(${root} ${name} "INPUT(\"${beside}\" \"${runtime}\")\n")
    endif()
  endforeach()
  # What programs load by name at run time: they search the folder `loaded`, which their link names, or the toolkit's, which
  # CMake names where it links host code with the toolkit. The build links the libraries of `loaded` (sim/CMakeLists.txt),
  # and these are their names with versions.
  file(MAKE_DIRECTORY ${libraries}/loaded)
  foreach(name libcuda.so.1 libnvrtc.so.12 libnvrtc.so.13)
    string(REGEX REPLACE "\\.[0-9]+$" "" plain ${name})
    file(CREATE_LINK ${plain} ${libraries}/loaded/${name} SYMBOLIC)
  endforeach()
  file(CREATE_LINK ../../liblockstep.so ${root}/lib64/libcuda.so.1 SYMBOLIC)
  foreach(name libnvrtc.so.12 libnvrtc.so.13)
    file(CREATE_LINK ../../liblockstep_nvrtc.so ${root}/lib64/${name} SYMBOLIC)
  endforeach()
  file(MAKE_DIRECTORY ${root}/cmake)
  file(COPY ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/toolkit/ DESTINATION ${root}/cmake)
endfunction()

# Both kinds of library, in the driver's folder too.
function(_lockstep_library root name text)
  set(names lib${name}.so lib${name}_static.a)
  if(name MATCHES "_static$|^cudadevrt$|^culibos$")
    set(names lib${name}.a)
  elseif(name STREQUAL "cuda")
    set(names libcuda.so stubs/libcuda.so)
  endif()
  foreach(file IN LISTS names)
    # Never write through a link that an earlier layout may have left.
    file(REMOVE ${root}/lib64/${file})
    file(WRITE ${root}/lib64/${file} "${text}")
  endforeach()
endfunction()
