# lockstep_sampled_test(NAME COMMAND... [WHOLE ARGUMENT...] SAMPLE ARGUMENT... LABELS LABEL... [TIMEOUT SECONDS]
# [PROCESSORS N]): a test that takes long, as two tests: NAME, with the label `long`, runs COMMAND with the arguments of WHOLE,
# and NAME.sample, with the label `full`, with those of SAMPLE, in which {seed} is the seed of the run (sampling/seed).
function(lockstep_sampled_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TIMEOUT;PROCESSORS" "COMMAND;WHOLE;SAMPLE;LABELS")
  set(sampled ${PROJECT_SOURCE_DIR}/tests/sampling/sampled)
  add_test(NAME ${name} COMMAND ${arg_COMMAND} ${arg_WHOLE})
  add_test(NAME ${name}.sample COMMAND ${sampled} ${arg_COMMAND} ${arg_SAMPLE})
  set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS};long")
  set_tests_properties(${name}.sample PROPERTIES LABELS "${arg_LABELS};full")
  foreach(property TIMEOUT PROCESSORS)
    if(arg_${property})
      set_tests_properties(${name} ${name}.sample PROPERTIES ${property} ${arg_${property}})
    endif()
  endforeach()
endfunction()
