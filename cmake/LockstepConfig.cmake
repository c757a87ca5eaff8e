# find_package(Lockstep): builds CUDA C++ for the CPU in a CMake project without CMake's CUDA language.
#
#   find_package(Lockstep REQUIRED)
#   lockstep_add_library(NAME [STATIC|SHARED] [RELOCATABLE] [MODE run|check|record] [FLAGS ...] SOURCE...)
#   lockstep_add_executable(NAME          [RELOCATABLE] [MODE run|check|record] [FLAGS ...] SOURCE...)
#
# Both create ordinary targets, for use with target_include_directories(), target_compile_definitions(),
# target_compile_options() and target_link_libraries(). .cu files are compiled by `lockstep nvcc`, other sources by the
# project's own compiler. RELOCATABLE: share device functions and variables between files (nvcc's -rdc=true).
# MODE: run is fast, check finds defects, record writes a trace. FLAGS are nvcc's, for .cu files.
#
# Lockstep::runtime is the CUDA runtime alone, for C++ targets that call cudaMalloc and related functions.

include_guard(GLOBAL)

get_filename_component(_lockstep_root "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(LOCKSTEP_COMMAND "${_lockstep_root}/bin/lockstep")
# An installation keeps its files in a folder of their own, the build tree does not.
foreach(_lockstep_folder "${_lockstep_root}/lib/lockstep" "${_lockstep_root}/lib")
  if(EXISTS "${_lockstep_folder}/toolkit/include/cuda_runtime.h" AND NOT LOCKSTEP_TOOLKIT)
    set(LOCKSTEP_TOOLKIT "${_lockstep_folder}/toolkit")
    set(_lockstep_library "${_lockstep_folder}/liblockstep.so")
  endif()
endforeach()
if(NOT EXISTS "${LOCKSTEP_COMMAND}" OR NOT EXISTS "${_lockstep_library}")
  set(Lockstep_FOUND FALSE)
  set(Lockstep_NOT_FOUND_MESSAGE "files of Lockstep are missing in ${_lockstep_root}; build or install it again")
  return()
endif()

if(NOT TARGET Lockstep::runtime)
  add_library(Lockstep::runtime SHARED IMPORTED)
  set_target_properties(Lockstep::runtime PROPERTIES
    IMPORTED_LOCATION "${_lockstep_library}"
    INTERFACE_INCLUDE_DIRECTORIES "${LOCKSTEP_TOOLKIT}/include;${LOCKSTEP_TOOLKIT}/public"
    INTERFACE_LINK_LIBRARIES "m;pthread;dl")
endif()

# Adds a command that compiles `source` to an object for `target`, with the target's own folders and macros.
function(_lockstep_compile target source relocatable mode flags objects_variable)
  get_filename_component(path "${source}" ABSOLUTE)
  string(SHA1 digest "${path}")
  string(SUBSTRING "${digest}" 0 8 digest)
  get_filename_component(name "${source}" NAME)
  set(object "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/${name}.${digest}.o")
  file(MAKE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir")
  set(includes "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
  set(macros "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
  set(options "$<TARGET_PROPERTY:${target},COMPILE_OPTIONS>")
  set(standard "${CMAKE_CXX_STANDARD}")
  if(NOT standard)
    set(standard 17)
  endif()
  if(relocatable)
    list(APPEND flags -rdc=true)
  endif()
  if(mode)
    list(APPEND flags --lockstep-mode=${mode})
  endif()
  add_custom_command(OUTPUT "${object}"
    COMMAND "${LOCKSTEP_COMMAND}" nvcc
      "$<$<CONFIG:Debug>:-g>" "$<$<CONFIG:Release>:-O3;-DNDEBUG>" "$<$<CONFIG:RelWithDebInfo>:-O2;-g;-DNDEBUG>"
      "$<$<CONFIG:MinSizeRel>:-O1;-DNDEBUG>" -std=c++${standard} ${flags}
      "$<$<BOOL:${includes}>:-I$<JOIN:${includes},;-I>>" "$<$<BOOL:${macros}>:-D$<JOIN:${macros},;-D>>"
      "$<$<BOOL:${options}>:-Xcompiler;$<JOIN:${options},;-Xcompiler;>>"
      -x cu -MD -MT "${object}" -MF "${object}.d" -c "${path}" -o "${object}"
    DEPENDS "${path}" "${LOCKSTEP_COMMAND}"
    DEPFILE "${object}.d"
    COMMENT "Building CUDA object of ${name} for the CPU"
    COMMAND_EXPAND_LISTS VERBATIM)
  set(${objects_variable} ${${objects_variable}} "${object}" PARENT_SCOPE)
endfunction()

# Adds the objects of the .cu sources to the existing target `target`.
function(_lockstep_add_sources target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "RELOCATABLE;STATIC;SHARED" "MODE" "FLAGS")
  set(objects)
  foreach(source IN LISTS arg_UNPARSED_ARGUMENTS)
    if(source MATCHES "\\.cu$")
      _lockstep_compile(${target} "${source}" "${arg_RELOCATABLE}" "${arg_MODE}" "${arg_FLAGS}" objects)
    else()
      target_sources(${target} PRIVATE "${source}")
    endif()
  endforeach()
  target_sources(${target} PRIVATE ${objects})
  set_source_files_properties(${objects} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(${target} PUBLIC Lockstep::runtime)
endfunction()

function(lockstep_add_executable target)
  add_executable(${target})
  _lockstep_add_sources(${target} ${ARGN})
endfunction()

function(lockstep_add_library target)
  if("SHARED" IN_LIST ARGN)
    add_library(${target} SHARED)
  elseif("STATIC" IN_LIST ARGN)
    add_library(${target} STATIC)
  else()
    add_library(${target})
  endif()
  _lockstep_add_sources(${target} ${ARGN})
endfunction()
