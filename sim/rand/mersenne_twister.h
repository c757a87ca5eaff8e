#pragma once

#include <memory>

#include "sim/rand/sequence.h"

namespace lockstep::rand {

std::unique_ptr<Sequence> MakeMt19937(const SequenceRequest& request);

}  // namespace lockstep::rand
