# cmake -D NM=... -D WRAPS=FILE -D ALIASES=FILE -P OwnNames.cmake OBJECT...
#
# A process may have another CUDA runtime whose names every library sees; PyTorch's wheels load NVIDIA's that way. The loader
# would then bind cudaMalloc to it in libraries that were linked with ours. So each of our functions has a second name,
# __wrap_cudaMalloc, and libraries are linked with --wrap=cudaMalloc, so that they refer to that name.
# The names come from the objects of a library. ALIASES has clang's arguments for its link, WRAPS the linker's for libraries
# that use it.
set(objects)
foreach(i RANGE 1 ${CMAKE_ARGC})
  if(CMAKE_ARGV${i} MATCHES "\\.o$")
    list(APPEND objects ${CMAKE_ARGV${i}})
  endif()
endforeach()
execute_process(COMMAND ${NM} --extern-only --defined-only --format=just-symbols ${objects}
  OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+" symbols "${symbols}")
# NVIDIA's names; C++'s mangled ones and those of our own interfaces begin differently.
list(FILTER symbols INCLUDE REGEX "^(cu|nvrtc|__cuda)[A-Za-z0-9_]*$")
list(REMOVE_DUPLICATES symbols)
list(SORT symbols)
set(wraps)
set(aliases)
foreach(symbol IN LISTS symbols)
  string(APPEND wraps "--wrap=${symbol}\n")
  string(APPEND aliases "-Wl,--defsym=__wrap_${symbol}=${symbol}\n")
endforeach()
if(NOT symbols)
  message(FATAL_ERROR "no function of CUDA is in ${objects}")
endif()
file(WRITE ${ALIASES} "${aliases}")
file(WRITE ${WRAPS} "${wraps}")
