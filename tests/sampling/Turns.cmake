# lockstep_tests_in_turn(PARTS N [FAST M] LABELS LABEL... TESTS NAME...): tests of which one breaks when its neighbours do. A run
# has one of N, with the label `full`, and of these one of M has the label `fast`, where M is a multiple of N; the others have
# `long` for this run. All have the label `turn`. ctest chooses by the seed of the run (sampling/seed) when it reads the tests, so
# a test has its name and its command in every run.
set_property(GLOBAL PROPERTY LOCKSTEP_TURNS)
function(lockstep_tests_in_turn)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "PARTS;FAST" "LABELS;TESTS")
  foreach(test IN LISTS arg_TESTS)
    if(NOT TEST ${test})
      message(FATAL_ERROR "There is no test ${test}")
    endif()
  endforeach()
  if(NOT arg_FAST)
    set(arg_FAST 0)
  endif()
  set_tests_properties(${arg_TESTS} PROPERTIES LABELS "")  # ctest would join those to the ones of a run
  list(JOIN arg_TESTS " " tests)
  set_property(GLOBAL APPEND_STRING PROPERTY LOCKSTEP_TURNS
    "lockstep_take_turns(${arg_PARTS} ${arg_FAST} \"${arg_LABELS}\" ${tests})\n")
endfunction()
