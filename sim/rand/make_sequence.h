#pragma once

#include <memory>

#include "sim/rand/sequence.h"

namespace lockstep::rand {

// Null: there is no such generator here.
std::unique_ptr<Sequence> MakeSequence(const SequenceRequest& request);

}  // namespace lockstep::rand
