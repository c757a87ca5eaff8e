#pragma once

#include <memory>

#include "sim/rand/sequence.h"

namespace lockstep::rand {

std::unique_ptr<Sequence> MakeSobol32(const SequenceRequest& request);
std::unique_ptr<Sequence> MakeSobol64(const SequenceRequest& request);
std::unique_ptr<Sequence> MakeScrambledSobol32(const SequenceRequest& request);
std::unique_ptr<Sequence> MakeScrambledSobol64(const SequenceRequest& request);

}  // namespace lockstep::rand
