#pragma once

#include <string>
#include <string_view>

#include "shared/trace/recording.h"

namespace lockstep::trace {

inline constexpr int kStepKinds = 0
#define LOCKSTEP_STEP(name, word, text) +1
#include "shared/trace/step.def"
#undef LOCKSTEP_STEP
    ;

// The word of a kind in step.def ("write") and its meaning ("memory or a local variable is written").
std::string_view Word(StepKind kind);
std::string_view Meaning(StepKind kind);

// Of a kExchange step, what the lane did and got: "shuffle down: the value of lane 17", "ballot: lanes 0-15".
std::string ExchangeText(const Step& step);

}  // namespace lockstep::trace
