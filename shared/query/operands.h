#pragma once

// Which steps and variables a step's value was computed from: the rows of its site (shared/trace/operand.h), put
// together with what its thread did before.

#include <optional>
#include <span>
#include <vector>

#include "shared/query/place.h"
#include "shared/replay/model.h"

namespace lockstep::query {

// The rows of the site, of what it writes or returns, or passes to `parameter`. Empty: nothing is known.
std::span<const trace::Operand> OperandsAt(const trace::Recording& recording, trace::SiteId site);

// The kEnter step of the call in which the step happened; kNoStep before the first.
replay::StepIndex EnterOf(const replay::Model& model, replay::StepIndex step);

// The step that read it, in the same call of the function: the last one before `at`, or `at` itself.
std::optional<replay::StepIndex> FindRead(const replay::Model& model, const trace::Operand& operand,
                                          replay::StepIndex at);

// The kExchange step of the warp operation, in the same call of the function: the last one before `at`.
std::optional<replay::StepIndex> FindExchange(const replay::Model& model, const trace::Operand& operand,
                                              replay::StepIndex at);

// The kExchange steps of the lanes whose values became that of this one's: of a shuffle, the step of the lane that was
// asked, if it took part; of another operation, those of all lanes, in their order. Empty where the recording does not
// say which lanes met.
std::vector<replay::StepIndex> BroughtTo(const replay::Model& model, replay::StepIndex exchange);

// The kLeave step of the call, the last one before `at`.
std::optional<replay::StepIndex> FindReturn(const replay::Model& model, const trace::Operand& operand,
                                            replay::StepIndex at);

// The storage of the variable in the call in which `at` happened.
std::optional<trace::ObjectId> FindVariable(const replay::Model& model, trace::VariableId variable,
                                            replay::StepIndex at);

// The write puts a parameter's value into its place, before the function's first line.
bool IsParameterGiven(const replay::Model& model, replay::StepIndex write);

}  // namespace lockstep::query
