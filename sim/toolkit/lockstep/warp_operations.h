#pragma once
#pragma GCC system_header

// The codes of warp operations in device code. They equal lockstep::WarpOperation (shared/trace/words.h), which
// sim/launch/sync.cpp verifies.

enum __lockstep_warp_operation {
  __lockstep_op_shuffle, __lockstep_op_shuffle_up, __lockstep_op_shuffle_down, __lockstep_op_shuffle_xor,
  __lockstep_op_any, __lockstep_op_all, __lockstep_op_uni, __lockstep_op_ballot, __lockstep_op_match_any,
  __lockstep_op_match_all, __lockstep_op_reduce, __lockstep_op_multiply
};
