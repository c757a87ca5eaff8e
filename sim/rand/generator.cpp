// cuRAND's host API. The numbers are drawn when the call is made, and stored when its stream comes to it.

#include <fmt/format.h>

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/hooks/submit.h"
#include "sim/rand/make_sequence.h"
#include "sim/rand/refuse.h"

using namespace lockstep;
using namespace lockstep::rand;

struct curandGenerator_st {
  SequenceRequest request;
  bool on_host;
  std::unique_ptr<Sequence> sequence = nullptr;  // null: to be made anew from the request
  cudaStream_t stream = nullptr;
};

namespace {

struct Generators {
  std::mutex mutex;
  std::unordered_map<curandGenerator_t, std::unique_ptr<curandGenerator_st>> live;
};

// Never destroyed: programs destroy generators in destructors of their own globals.
Generators& All() {
  static auto* generators = new Generators;
  return *generators;
}

bool IsQuasi(const curandGenerator_st& generator) { return generator.request.type >= CURAND_RNG_QUASI_DEFAULT; }

// Does `body` with the generator, if there is one.
template <class Body>
curandStatus_t With(curandGenerator_t generator, const char* function, const void* caller, Body&& body) {
  Generators& all = All();
  const std::lock_guard lock(all.mutex);
  if (!all.live.contains(generator))
    return Refuse(CURAND_STATUS_NOT_INITIALIZED, function,
                  "`generator` is none that `curandCreateGenerator` made, or has been destroyed", caller);
  return body(*generator);
}

curandStatus_t Create(curandGenerator_t* generator, curandRngType_t type, bool on_host, const char* function,
                      const void* caller) {
  if (!generator) return Refuse(CURAND_STATUS_TYPE_ERROR, function, "`generator` is null", caller);
  if (type == CURAND_RNG_PSEUDO_DEFAULT) type = CURAND_RNG_PSEUDO_XORWOW;
  if (type == CURAND_RNG_QUASI_DEFAULT) type = CURAND_RNG_QUASI_SOBOL32;
  const SequenceRequest request{
      .type = type,
      .ordering = type >= CURAND_RNG_QUASI_DEFAULT ? CURAND_ORDERING_QUASI_DEFAULT : CURAND_ORDERING_PSEUDO_DEFAULT,
      .seed = 0,
      .offset = 0,
      .dimensions = 1};
  if (!MakeSequence(request))
    return Refuse(
        CURAND_STATUS_TYPE_ERROR, function,
        fmt::format("Lockstep has no generator of type {}: it has XORWOW, MRG32k3a, Philox4_32_10, MT19937, and "
                    "Sobol's",
                    int{type}),
        caller);
  auto made = std::make_unique<curandGenerator_st>(request, on_host);
  *generator = made.get();
  Generators& all = All();
  const std::lock_guard lock(all.mutex);
  all.live.emplace(*generator, std::move(made));
  return CURAND_STATUS_SUCCESS;
}

enum class Kind : std::uint8_t { kBits, kLongBits, kNumbers, kNormals };

// The fault in a call that asks for so many results of this kind.
curandStatus_t Judge(const curandGenerator_st& generator, std::size_t n, Kind kind, const char* function,
                     const void* caller) {
  const SequenceRequest& request = generator.request;
  const bool has_64_bits =
      request.type == CURAND_RNG_QUASI_SOBOL64 || request.type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64;
  if (kind == Kind::kBits && has_64_bits)
    return Refuse(CURAND_STATUS_TYPE_ERROR, function, "the generator has 64 bits: call `curandGenerateLongLong`",
                  caller);
  if (kind == Kind::kLongBits && !has_64_bits)
    return Refuse(CURAND_STATUS_TYPE_ERROR, function, "the generator has 32 bits: call `curandGenerate`", caller);
  const bool pairs = kind == Kind::kNormals &&
                     (request.type == CURAND_RNG_PSEUDO_XORWOW || request.type == CURAND_RNG_PSEUDO_MRG32K3A);
  if (pairs && n % 2)
    return Refuse(CURAND_STATUS_LENGTH_NOT_MULTIPLE, function,
                  fmt::format("`n` is {}, and this generator makes normal numbers in pairs", n), caller);
  if (n % request.dimensions)
    return Refuse(CURAND_STATUS_LENGTH_NOT_MULTIPLE, function,
                  fmt::format("`n` is {}, and the generator has {} dimensions", n, request.dimensions), caller);
  return CURAND_STATUS_SUCCESS;
}

template <class T, class Draw>
curandStatus_t Generate(curandGenerator_t given, T* output, std::size_t n, Kind kind, const char* function,
                        const void* caller, Draw&& draw) {
  return With(given, function, caller, [&](curandGenerator_st& generator) {
    if (const curandStatus_t wrong = Judge(generator, n, kind, function, caller)) return wrong;
    if (n == 0) return CURAND_STATUS_SUCCESS;
    if (!output) return Refuse(CURAND_STATUS_OUT_OF_RANGE, function, "the output is null", caller);
    if (!generator.sequence) generator.sequence = MakeSequence(generator.request);
    if (generator.on_host) {
      draw(*generator.sequence, std::span(output, n));
      return CURAND_STATUS_SUCCESS;
    }
    auto results = std::make_shared<std::vector<T>>(n);
    draw(*generator.sequence, std::span(*results));
    const std::vector<LockstepOperand> operands = {{"output", output, n * sizeof(T), 1, 0, 0, 1}};
    const auto store = [results, output] { std::ranges::copy(*results, output); };
    return hooks::SubmitLibraryCall(generator.stream, function, operands, store, caller) == cudaSuccess
               ? CURAND_STATUS_SUCCESS
               : CURAND_STATUS_LAUNCH_FAILURE;
  });
}

// A setting that takes effect with the next result.
template <class Set>
curandStatus_t Change(curandGenerator_t given, const char* function, const void* caller, Set&& set) {
  return With(given, function, caller, [&](curandGenerator_st& generator) {
    const curandStatus_t status = set(generator);
    if (status == CURAND_STATUS_SUCCESS) generator.sequence.reset();
    return status;
  });
}

curandStatus_t OfPseudoOnly(const curandGenerator_st& generator, const char* function, const void* caller) {
  return IsQuasi(generator) ? Refuse(CURAND_STATUS_TYPE_ERROR, function, "the generator is a quasirandom one", caller)
                            : CURAND_STATUS_SUCCESS;
}

bool FitsOrdering(const curandGenerator_st& generator, curandOrdering_t order) {
  if (IsQuasi(generator)) return order == CURAND_ORDERING_QUASI_DEFAULT;
  if (order == CURAND_ORDERING_PSEUDO_SEEDED) return generator.request.type == CURAND_RNG_PSEUDO_XORWOW;
  if (order == CURAND_ORDERING_PSEUDO_BEST && generator.request.type == CURAND_RNG_PSEUDO_MT19937) return false;
  return order == CURAND_ORDERING_PSEUDO_BEST || order == CURAND_ORDERING_PSEUDO_DEFAULT ||
         order == CURAND_ORDERING_PSEUDO_LEGACY;
}

}  // namespace

extern "C" {
#pragma GCC visibility push(default)

curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type) {
  return Create(generator, type, false, "curandCreateGenerator", LOCKSTEP_RAND_CALLER);
}
curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type) {
  return Create(generator, type, true, "curandCreateGeneratorHost", LOCKSTEP_RAND_CALLER);
}
curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  Generators& all = All();
  const std::lock_guard lock(all.mutex);
  if (all.live.erase(generator)) return CURAND_STATUS_SUCCESS;
  return Refuse(CURAND_STATUS_NOT_INITIALIZED, "curandDestroyGenerator",
                "`generator` is none that `curandCreateGenerator` made, or has been destroyed", LOCKSTEP_RAND_CALLER);
}

curandStatus_t curandGetVersion(int* version) {
  if (!version) return CURAND_STATUS_OUT_OF_RANGE;
  *version = CURAND_VERSION;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetProperty(libraryPropertyType type, int* value) {
  constexpr int kValues[] = {CURAND_VER_MAJOR, CURAND_VER_MINOR, CURAND_VER_PATCH};
  if (unsigned(type) > PATCH_LEVEL || !value) return CURAND_STATUS_OUT_OF_RANGE;
  *value = kValues[type];
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
  return With(generator, "curandSetStream", LOCKSTEP_RAND_CALLER, [&](curandGenerator_st& it) {
    it.stream = stream;
    return CURAND_STATUS_SUCCESS;
  });
}

// Another seed continues at the position.
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed) {
  const void* caller = LOCKSTEP_RAND_CALLER;
  return Change(generator, "curandSetPseudoRandomGeneratorSeed", caller, [&](curandGenerator_st& it) {
    if (it.sequence) it.request.offset = it.sequence->position();
    it.request.seed = seed;
    return OfPseudoOnly(it, "curandSetPseudoRandomGeneratorSeed", caller);
  });
}
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  const void* caller = LOCKSTEP_RAND_CALLER;
  return Change(generator, "curandSetGeneratorOffset", caller, [&](curandGenerator_st& it) {
    if (it.request.type == CURAND_RNG_PSEUDO_MT19937)
      return Refuse(CURAND_STATUS_TYPE_ERROR, "curandSetGeneratorOffset", "MT19937 has no offset", caller);
    it.request.offset = offset;
    return CURAND_STATUS_SUCCESS;
  });
}
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
  const void* caller = LOCKSTEP_RAND_CALLER;
  return Change(generator, "curandSetGeneratorOrdering", caller, [&](curandGenerator_st& it) {
    if (!FitsOrdering(it, order))
      return Refuse(CURAND_STATUS_OUT_OF_RANGE, "curandSetGeneratorOrdering",
                    fmt::format("Lockstep has no ordering {} for this generator", int{order}), caller);
    if (it.sequence) it.request.offset = it.sequence->position();
    it.request.ordering = order;
    return CURAND_STATUS_SUCCESS;
  });
}
curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator, unsigned int dimensions) {
  const void* caller = LOCKSTEP_RAND_CALLER;
  constexpr char kName[] = "curandSetQuasiRandomGeneratorDimensions";
  return Change(generator, kName, caller, [&](curandGenerator_st& it) {
    if (!IsQuasi(it)) return Refuse(CURAND_STATUS_TYPE_ERROR, kName, "the generator is a pseudorandom one", caller);
    if (dimensions < 1 || dimensions > kMostDimensions)
      return Refuse(CURAND_STATUS_OUT_OF_RANGE, kName,
                    fmt::format("`num_dimensions` is {}, and Lockstep has 1 to {}", dimensions, kMostDimensions),
                    caller);
    if (it.sequence) it.request.offset = it.sequence->position();
    it.request.dimensions = dimensions;
    return CURAND_STATUS_SUCCESS;
  });
}

// The states are made when they are needed.
curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
  return With(generator, "curandGenerateSeeds", LOCKSTEP_RAND_CALLER,
              [](curandGenerator_st&) { return CURAND_STATUS_SUCCESS; });
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int* output, size_t n) {
  return Generate(generator, output, n, Kind::kBits, "curandGenerate", LOCKSTEP_RAND_CALLER,
                  [](Sequence& sequence, auto results) { sequence.Bits(results); });
}
curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long* output, size_t n) {
  return Generate(generator, output, n, Kind::kLongBits, "curandGenerateLongLong", LOCKSTEP_RAND_CALLER,
                  [](Sequence& sequence, auto results) { sequence.LongBits(results); });
}

curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* output, size_t n) {
  return Generate(generator, output, n, Kind::kNumbers, "curandGenerateUniform", LOCKSTEP_RAND_CALLER,
                  [](Sequence& sequence, auto results) { sequence.Uniform(results); });
}
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* output, size_t n) {
  return Generate(generator, output, n, Kind::kNumbers, "curandGenerateUniformDouble", LOCKSTEP_RAND_CALLER,
                  [](Sequence& sequence, auto results) { sequence.Uniform(results); });
}
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* output, size_t n, float mean, float stddev) {
  return Generate(generator, output, n, Kind::kNormals, "curandGenerateNormal", LOCKSTEP_RAND_CALLER,
                  [&](Sequence& sequence, auto results) { sequence.Normals(results, {mean, stddev, false}); });
}
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* output, size_t n, double mean,
                                          double stddev) {
  return Generate(generator, output, n, Kind::kNormals, "curandGenerateNormalDouble", LOCKSTEP_RAND_CALLER,
                  [&](Sequence& sequence, auto results) { sequence.Normals(results, {mean, stddev, false}); });
}
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* output, size_t n, float mean, float stddev) {
  return Generate(generator, output, n, Kind::kNormals, "curandGenerateLogNormal", LOCKSTEP_RAND_CALLER,
                  [&](Sequence& sequence, auto results) { sequence.Normals(results, {mean, stddev, true}); });
}
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* output, size_t n, double mean,
                                             double stddev) {
  return Generate(generator, output, n, Kind::kNormals, "curandGenerateLogNormalDouble", LOCKSTEP_RAND_CALLER,
                  [&](Sequence& sequence, auto results) { sequence.Normals(results, {mean, stddev, true}); });
}
curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int* output, size_t n, double lambda) {
  const void* caller = LOCKSTEP_RAND_CALLER;
  if (!(lambda > 0 && lambda <= 400000))
    return Refuse(CURAND_STATUS_OUT_OF_RANGE, "curandGeneratePoisson", fmt::format("`lambda` is {}", lambda), caller);
  return Generate(generator, output, n, Kind::kNumbers, "curandGeneratePoisson", caller,
                  [&](Sequence& sequence, auto results) { sequence.Poisson(results, lambda); });
}

#pragma GCC visibility pop
}
