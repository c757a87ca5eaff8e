#pragma once

#include <memory>

#include "sim/rand/sequence.h"

namespace lockstep::rand {

std::unique_ptr<Sequence> MakeXorwow(const SequenceRequest& request);
std::unique_ptr<Sequence> MakeMrg32k3a(const SequenceRequest& request);
std::unique_ptr<Sequence> MakePhilox(const SequenceRequest& request);

}  // namespace lockstep::rand
