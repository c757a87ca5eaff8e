#pragma once

// Judge: requirements and what was observed of an answer and of the reference solution become remarks. Nothing is run.

#include <span>

#include "jobs/observe.h"
#include "jobs/requirement.h"

namespace lockstep::jobs {

// Launches that are recorded for it. Arrays of a program with more of them are not compared.
inline constexpr std::uint32_t kMostLaunches = 100;

// One remark a requirement, in their order: on the first run that does not meet it, or on all. `answer` may have fewer
// runs than the reference solution, where the first ones were enough. Numbers are left out where results are wrong or
// the checker finds a defect: a program that computes something else easily needs less.
std::vector<Remark> Judge(std::span<const Observed> answer, std::span<const Observed> reference,
                          std::span<const Requirement> requirements);

// One run.
Remark JudgeArray(const Observed& mine, const Observed& reference, const CompareArray& wanted);
// Nothing where each checked run has left what it should in an array that is right in the recorded run, and in the
// arrays that kernels only read. A cell for which the reference solution's own runs differ is not compared.
std::optional<Remark> JudgeCheckedRuns(const Observed& mine, const Observed& reference, const CompareArray& wanted);
// The same of what is printed; nothing where the reference solution's own runs print different things.
std::optional<Remark> JudgeCheckedOutput(const Observed& mine, const Observed& reference);
Remark JudgeFindings(const Observed& mine, const StayClean& wanted);
Remark JudgeBound(const Observed& mine, const Observed& reference, const MeetBound& wanted);
// `why` it says nothing: "the results are wrong".
Remark LeftOut(const MeetBound& bound, std::string_view why);
Remark JudgeOrders(const Observed& mine);
Remark JudgeOutput(const Observed& mine, const Observed& reference);
// The arrays that kernels only read.
std::vector<std::string> InputsOf(const trace::Recording& recording);

}  // namespace lockstep::jobs
