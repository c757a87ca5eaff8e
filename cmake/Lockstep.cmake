# The two functions that every folder's CMakeLists.txt uses.
include(cmake/Glob.cmake)

add_compile_options(-Wall -Wextra -Wno-missing-field-initializers -Wno-c99-designator)
# Off for users, because a new warning of another compiler must not stop their build. .ci/run switches it on through the
# environment.
option(LOCKSTEP_WERROR "Treat warnings as errors" "$ENV{LOCKSTEP_WERROR}")
if(LOCKSTEP_WERROR)
  add_compile_options(-Werror)
endif()
add_link_options(-fuse-ld=lld-19)

# ccache caches nothing that uses precompiled headers unless it is allowed to, and finds them again only without the times in them.
if("${CMAKE_CXX_COMPILER_LAUNCHER}" MATCHES "ccache$")
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros ${CMAKE_CXX_COMPILER_LAUNCHER})
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
endif()

# Reads the headers that most files include once for all libraries: most of the time of compiling a file is theirs. Libraries
# that know recordings share those of lockstep_trace, the others those of lockstep_base. With OFF, each file has to name what it
# uses.
option(LOCKSTEP_PRECOMPILE "Precompile the headers that most libraries include" ON)
set(LOCKSTEP_FREQUENT_HEADERS <fmt/format.h> <algorithm> <array> <cmath> <expected> <filesystem> <fstream> <functional> <map> <memory>
  <optional> <ranges> <set> <span> <sstream> <string> <unordered_map> <variant> <vector>)

# Compiles eight sources as one: most of the time of compiling a file is that of what it includes and instantiates. So names in
# unnamed namespaces are chosen once in a library. Tests choose theirs freely (the root's CMakeLists.txt).
# Sixteen would take a sixth less time for cli and viz, and half as much again after an edit of one source.
option(CMAKE_UNITY_BUILD "Compile several sources as one" ON)
set(CMAKE_UNITY_BUILD_BATCH_SIZE 8)

# For code that nobody waits for while it runs: compiled in two thirds of the time.
set(LOCKSTEP_COLD -O1 "SHELL:-mllvm -inline-threshold=25")

# lockstep_library(NAME SOURCES... USES... [HEADERS...] [COLD]): a static library whose headers are included from the
# root of the repository ("shared/trace/step.h"). HEADERS are precompiled for it and for the libraries that use it.
function(lockstep_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "COLD" "" "SOURCES;USES;HEADERS")
  add_library(${name} STATIC ${arg_SOURCES})
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PUBLIC fmt::fmt ${arg_USES})
  if(arg_COLD)
    target_compile_options(${name} PRIVATE ${LOCKSTEP_COLD})
  endif()
  if(NOT LOCKSTEP_PRECOMPILE)
    return()
  endif()
  set(owner lockstep_base)
  foreach(used IN LISTS arg_USES)
    if(TARGET ${used})
      get_target_property(theirs ${used} LOCKSTEP_HEADERS_OF)
      if(theirs)
        set(owner ${theirs})
      endif()
    endif()
  endforeach()
  if(arg_HEADERS OR name STREQUAL lockstep_base)
    set(owner ${name})
    target_precompile_headers(${name} PRIVATE ${LOCKSTEP_FREQUENT_HEADERS} ${arg_HEADERS})
  else()
    target_precompile_headers(${name} REUSE_FROM ${owner})
  endif()
  if(NOT owner STREQUAL lockstep_base)
    set_target_properties(${name} PROPERTIES LOCKSTEP_HEADERS_OF ${owner})
  endif()
endfunction()

# Every test has one of three labels: `fast`, for tests that together take less than 90 seconds on two cores; `long`, for those
# of which the others have a sample, whose turn is in another run (tests/sampling), or which the others run with many in a
# process; and `full`.

# lockstep_test(NAME SOURCES... USES... [TIMEOUT SECONDS] [LABELS LABEL...] [FULL] [PARTS N]): a GoogleTest program. Its cases
# run in one process, or in N that share them, as the test unit.NAME or the tests unit.NAME.K (tests/cases/run_cases), `fast`
# unless FULL is given. Each is also a test of its own, SUITE.CASE, with the labels `case` and `long`. TIMEOUT is that of a
# case, which runs in an empty folder of its own in the build tree (tests/main.cpp). The preset `sanitize` builds and runs the
# tests with the label `sanitized`, the preset `threads` those with the label `threads`. The sources are not optimised, because
# compiling them takes longer than running them, and share precompiled headers.
function(lockstep_test name)
  if(NOT LOCKSTEP_TESTS)
    add_custom_target(${name})  # a target for dependencies that others add
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "FULL" "TIMEOUT;PARTS" "SOURCES;USES;LABELS")
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()
  add_executable(${name} ${arg_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_definitions(${name} PRIVATE
    LOCKSTEP_SOURCE_DIR="${PROJECT_SOURCE_DIR}" LOCKSTEP_BINARY_DIR="${PROJECT_BINARY_DIR}")
  target_link_libraries(${name} PRIVATE ${arg_USES} GTest::gtest GTest::gmock lockstep_test_main)
  target_compile_options(${name} PRIVATE -O0)
  target_precompile_headers(${name} REUSE_FROM lockstep_test_main)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests UNITY_BUILD OFF)
  set(scratch ${CMAKE_BINARY_DIR}/scratch/${name})
  file(MAKE_DIRECTORY ${scratch})
  foreach(label IN LISTS arg_LABELS)
    add_dependencies(${label} ${name})
  endforeach()
  set(own fast)
  if(arg_FULL)
    set(own full)
  endif()
  if(NOT arg_PARTS)
    set(arg_PARTS 1)
  endif()
  foreach(part RANGE 1 ${arg_PARTS})
    set(test unit.${name})
    if(arg_PARTS GREATER 1)
      string(APPEND test .${part})
    endif()
    add_test(NAME ${test} WORKING_DIRECTORY ${scratch}
      COMMAND ${PROJECT_SOURCE_DIR}/tests/cases/run_cases $<TARGET_FILE:${name}> --part ${part}/${arg_PARTS} --timeout ${arg_TIMEOUT})
    # Many cases may each take their time.
    set_tests_properties(${test} PROPERTIES TIMEOUT 1800 LABELS "${own};${arg_LABELS}")
  endforeach()
  include(GoogleTest)
  gtest_discover_tests(${name} WORKING_DIRECTORY ${scratch} DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT ${arg_TIMEOUT})
  # A list property cannot be passed on directly.
  set(labels case long ${arg_LABELS})
  file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${name}_labels.cmake CONTENT
    "foreach(test IN LISTS ${name}_TESTS)\n  set_tests_properties(\${test} PROPERTIES LABELS \"${labels}\")\nendforeach()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${CMAKE_CURRENT_BINARY_DIR}/${name}_labels.cmake)
endfunction()
