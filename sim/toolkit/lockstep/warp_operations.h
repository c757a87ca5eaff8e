#pragma once
#pragma GCC system_header

// The codes by which device code names a warp operation. Those of lockstep::WarpOperation (shared/trace/words.h), with
// which sim/launch/sync.cpp compares them.

enum __lockstep_warp_operation {
  __lockstep_op_shuffle, __lockstep_op_shuffle_up, __lockstep_op_shuffle_down, __lockstep_op_shuffle_xor,
  __lockstep_op_any, __lockstep_op_all, __lockstep_op_uni, __lockstep_op_ballot, __lockstep_op_match_any,
  __lockstep_op_match_all, __lockstep_op_reduce
};
