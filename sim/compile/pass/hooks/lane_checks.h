#pragma once

// In: a kernel's body in check mode, before it has hooks. Out: a copy that can be widened (warp/whole_warps.h), so that
// one call checks an access of all lanes. In the copy, a mark stands where the hooks report: before an access, at the
// end of each round of a loop, and where an operation may be undefined (`__lockstep_check_lanes_*` of
// sim/hooks/check.h, as they are for one lane).
//
// Only for kernels that do nothing but compute and access memory. The widened copy stops at the first access that the
// order of threads may matter to; what is found there, the body with hooks finds (sim/inspect/lane_trial.h).

#include "sim/compile/pass/facts/declared_types.h"
#include "sim/compile/pass/facts/struct_padding.h"
#include "sim/compile/pass/hooks/hook_arguments.h"
#include "sim/compile/pass/unit/kernel_entry.h"
#include "sim/compile/pass/unit/unit_tables.h"

namespace lockstep::pass {

// The marks: void mark(site, address, how, base), void mark() and void mark(i1 happens).
inline constexpr const char* kLaneLoad = "__lockstep_check_lane_load";
inline constexpr const char* kLaneStore = "__lockstep_check_lane_store";
inline constexpr const char* kLaneRound = "__lockstep_check_lane_round";
inline constexpr const char* kLaneDoubt = "__lockstep_check_lane_doubt";

// Null if the kernel does anything else.
llvm::Function* CopyForLanes(const KernelBody& body, UnitTables& tables, const BlockOrders& orders,
                             DeclaredTypes& declared, StructPadding& padding);

}  // namespace lockstep::pass
