#include "sim/rand/make_sequence.h"

#include "sim/rand/mersenne_twister.h"
#include "sim/rand/pseudorandom.h"
#include "sim/rand/sobol.h"

namespace lockstep::rand {

std::unique_ptr<Sequence> MakeSequence(const SequenceRequest& request) {
  switch (request.type) {
    case CURAND_RNG_PSEUDO_XORWOW: return MakeXorwow(request);
    case CURAND_RNG_PSEUDO_MRG32K3A: return MakeMrg32k3a(request);
    case CURAND_RNG_PSEUDO_PHILOX4_32_10: return MakePhilox(request);
    case CURAND_RNG_PSEUDO_MT19937: return MakeMt19937(request);
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL32: return MakeScrambledSobol32(request);
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL64: return MakeScrambledSobol64(request);
    case CURAND_RNG_QUASI_SOBOL32: return MakeSobol32(request);
    case CURAND_RNG_QUASI_SOBOL64: return MakeSobol64(request);
    default: return nullptr;
  }
}

}  // namespace lockstep::rand
