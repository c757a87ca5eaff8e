// flags: -lcurand
// cuRAND's host API: the numbers of NVIDIA's library (of the host generators of releases 10.3.10 and 10.4.0, seed 2026), those
// of the device functions, offsets, seeds, streams, tables, and statuses.
#include <curand.h>
#include <curand_kernel.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(condition)                                        \
  do {                                                          \
    if (!(condition)) {                                         \
      std::printf("line %d: %s\n", __LINE__, #condition);       \
      std::exit(1);                                             \
    }                                                           \
  } while (0)
#define OK(call) CHECK((call) == CURAND_STATUS_SUCCESS)
#define CUDA(call) CHECK((call) == cudaSuccess)

constexpr unsigned long long kSeed = 2026;
constexpr size_t kAt[] = {0, 1, 2, 5, 4095, 4096, 4099, 81920, 262144, 299999}, kCount = 300000;

struct Known {
  curandRngType_t type;
  unsigned bits[10];
  float uniform[5], normal[5], log_normal[5];      // at 0, 1, 2, 5, 262144; mean 1 and deviation 2; 0 and 1
  double uniform_double[5], normal_double[5];
};
const Known kKnown[] = {
    {CURAND_RNG_PSEUDO_XORWOW,
     {0xbdc5388f, 0xcdd5b33c, 0xc5ef47bb, 0x281ab3fc, 0x1fef43a9, 0x40ef21d0, 0x1f9cc38f, 0x5ef1a016, 0x12134c6f, 0x2d51e120},
     {0x1.7b8a72p-1f, 0x1.9bab66p-1f, 0x1.8bde9p-1f, 0x1.40d5ap-3f, 0x1.2134c6p-4f},
     {2.54713964f, 0.964523137f, 2.20513511f, 2.24976015f, -0.82308042f},
     {2.16749024f, 0.982417941f, 1.82680321f, 1.86802185f, 0.401904732f},
     {0x1.03bc90f8a711fp-2, 0x1.768223b56ccf2p-3, 0x1.d62eba50f47bcp-1, 0x1.654b1ce3567f9p-2, 0x1.da78ac8cd0f4dp-2},
     {-0.7023686518722221, 3.84189575653209, -2.171787754642289, 0.8375874247297621, 2.672886261548891}},
    {CURAND_RNG_PSEUDO_MRG32K3A,
     {0xbe013ba0, 0xb2c57a38, 0x3642cc95, 0x28b9d5d7, 0xa5d342aa, 0xa8413537, 0x8843f459, 0x699cbf34, 0x23d9d002, 0x1425aa2b},
     {0x1.7c0278p-1f, 0x1.658af4p-1f, 0x1.b21664p-3f, 0x1.45ceaep-3f, 0x1.1ece8p-3f},
     {1.80652452f, -0.317020178f, 1.47901249f, 2.60489249f, 3.45678401f},
     {1.49669933f, 0.517621994f, 1.27062166f, 2.23099184f, 3.41573262f},
     {0x1.7c0277403e036p-1, 0x1.658af471e671ap-1, 0x1.b21664aa64484p-3, 0x1.45ceaeb9fdbcbp-3, 0x1.1ece801226969p-3},
     {1.806524575403668, -0.31702023857374884, 1.4790128138052354, 2.604892427856731, 3.45678389361459}},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10,
     {0x6e5b28e3, 0x85b7be5b, 0xb3ceb6b8, 0x1e440e59, 0xa93e13b7, 0x41d9bfba, 0x0e653935, 0x9d93316b, 0xfcfff50e, 0x6844e3b1},
     {0x1.b96ca4p-2f, 0x1.0b6f7cp-1f, 0x1.679d6ep-1f, 0x1.e440e6p-4f, 0x1.f9ffeap-1f},
     {0.637087703f, -1.5690496f, 2.60981512f, 2.23122406f, 1.24973094f},
     {0.834054828f, 0.276782066f, 2.23648953f, 1.85078907f, 1.13299608f},
     {0x1.0b6f7a53b28e4p-1, 0x1.2fa6eac9d6d71p-2, 0x1.653c2a37fea1dp-2, 0x1.ee8161103280ep-1, 0x1.7057bc255ba10p-1},
     {3.182637982637455, 0.34298987969700234, -1.6390428710948268, 5.0380660755129245, 0.07236553744344121}},
};
constexpr size_t kFew[] = {0, 1, 2, 5, 262144};

// A generator and room for its results, both on the device or both on the host.
template <class T>
struct Source {
  curandGenerator_t generator;
  bool on_host;
  T* data;
  Source(curandRngType_t type, bool on_host, size_t count = kCount) : on_host(on_host) {
    OK(on_host ? curandCreateGeneratorHost(&generator, type) : curandCreateGenerator(&generator, type));
    if (type < CURAND_RNG_QUASI_DEFAULT) OK(curandSetPseudoRandomGeneratorSeed(generator, kSeed));
    CUDA(cudaMalloc(&data, count * sizeof(T)));
    results.resize(count);
  }
  ~Source() {
    OK(curandDestroyGenerator(generator));
    cudaFree(data);
  }
  T* room() { return on_host ? results.data() : data; }
  const std::vector<T>& Get() {
    if (!on_host) CUDA(cudaMemcpy(results.data(), data, results.size() * sizeof(T), cudaMemcpyDeviceToHost));
    return results;
  }
  std::vector<T> results;
};

bool IsNear(double a, double b, double within) { return std::fabs(a - b) <= within * (1 + std::fabs(b)); }

void CompareWithTheLibrary(const Known& known, bool on_host) {
  Source<unsigned> bits(known.type, on_host);
  OK(curandGenerate(bits.generator, bits.room(), kCount));
  for (int i = 0; i < 10; ++i) CHECK(bits.Get()[kAt[i]] == known.bits[i]);
  OK(curandSetGeneratorOffset(bits.generator, 5));
  OK(curandGenerate(bits.generator, bits.room(), 4));
  CHECK(bits.Get()[0] == known.bits[3]);

  Source<float> floats(known.type, on_host);
  OK(curandGenerateUniform(floats.generator, floats.room(), kCount));
  for (int i = 0; i < 5; ++i) CHECK(floats.Get()[kFew[i]] == known.uniform[i]);
  OK(curandSetGeneratorOffset(floats.generator, 0));
  OK(curandGenerateNormal(floats.generator, floats.room(), kCount, 1, 2));
  for (int i = 0; i < 5; ++i) CHECK(IsNear(floats.Get()[kFew[i]], known.normal[i], 1e-6));
  OK(curandSetGeneratorOffset(floats.generator, 0));
  OK(curandGenerateLogNormal(floats.generator, floats.room(), kCount, 0, 1));
  for (int i = 0; i < 5; ++i) CHECK(IsNear(floats.Get()[kFew[i]], known.log_normal[i], 1e-6));

  Source<double> doubles(known.type, on_host);
  OK(curandGenerateUniformDouble(doubles.generator, doubles.room(), kCount));
  for (int i = 0; i < 5; ++i) CHECK(doubles.Get()[kFew[i]] == known.uniform_double[i]);
  OK(curandSetGeneratorOffset(doubles.generator, 0));
  OK(curandGenerateNormalDouble(doubles.generator, doubles.room(), kCount, 1, 2));
  for (int i = 0; i < 5; ++i) CHECK(IsNear(doubles.Get()[kFew[i]], known.normal_double[i], 1e-12));
}

// What a thread of a kernel draws from its own subsequence.
__global__ void draw(unsigned* xorwow, unsigned* philox) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  curandStateXORWOW_t state;
  curand_init(kSeed, i, 0, &state);
  xorwow[i] = curand(&state);
  curandStatePhilox4_32_10_t other;
  curand_init(kSeed, i, 0, &other);
  const uint4 four = curand4(&other);
  philox[4 * i] = four.x, philox[4 * i + 1] = four.y, philox[4 * i + 2] = four.z, philox[4 * i + 3] = four.w;
}

void CompareWithTheDevice() {
  constexpr int kThreads = 64;
  Source<unsigned> xorwow(CURAND_RNG_PSEUDO_DEFAULT, false, kThreads),
      philox(CURAND_RNG_PSEUDO_PHILOX4_32_10, false, 4 * kThreads);
  OK(curandGenerate(xorwow.generator, xorwow.data, kThreads));
  OK(curandGenerate(philox.generator, philox.data, 4 * kThreads));
  const std::vector<unsigned> a = xorwow.Get(), b = philox.Get();
  draw<<<2, kThreads / 2>>>(xorwow.data, philox.data);
  CHECK(xorwow.Get() == a && philox.Get() == b);
}

void ContinueWhereTheLastCallEnded() {
  for (const Known& known : kKnown) {
    Source<unsigned> whole(known.type, false, 4200), parts(known.type, false, 4200);
    OK(curandGenerate(whole.generator, whole.data, 4200));
    for (size_t begin = 0, n; begin < 4200; begin += n) {
      n = begin == 0 ? 5 : begin == 5 ? 7 : 4188;
      OK(curandGenerate(parts.generator, parts.data + begin, n));
    }
    CHECK(whole.Get() == parts.Get());
    // The second half in a stream of its own.
    cudaStream_t stream;
    CUDA(cudaStreamCreate(&stream));
    OK(curandSetStream(parts.generator, stream));
    OK(curandSetGeneratorOffset(parts.generator, 2100));
    OK(curandGenerate(parts.generator, parts.data, 2100));
    CUDA(cudaStreamSynchronize(stream));
    CHECK(std::equal(parts.Get().begin(), parts.Get().begin() + 2100, whole.Get().begin() + 2100));
    CUDA(cudaStreamDestroy(stream));
  }
}

void DrawQuasirandomNumbers() {
  const unsigned four[] = {0x20000000, 0x30000000, 0xb0000000, 0xa0000000, 0x50000000, 0xd0000000,
                           0x60000000, 0xf0000000, 0x70000000, 0x20000000, 0x70000000, 0xf0000000};
  Source<unsigned> sobol(CURAND_RNG_QUASI_DEFAULT, false, 12);
  OK(curandSetQuasiRandomGeneratorDimensions(sobol.generator, 4));
  OK(curandSetGeneratorOffset(sobol.generator, 7));
  OK(curandGenerate(sobol.generator, sobol.data, 12));
  for (int i = 0; i < 12; ++i) CHECK(sobol.Get()[i] == four[i]);
  CHECK(curandGenerate(sobol.generator, sobol.data, 10) == CURAND_STATUS_LENGTH_NOT_MULTIPLE);

  const unsigned long long two[] = {0x20, 0x30, 0xb0, 0xa0, 0x50, 0xd0};
  Source<unsigned long long> wide(CURAND_RNG_QUASI_SOBOL64, true, 6);
  OK(curandSetQuasiRandomGeneratorDimensions(wide.generator, 2));
  OK(curandSetGeneratorOffset(wide.generator, 7));
  OK(curandGenerateLongLong(wide.generator, wide.room(), 6));
  for (int i = 0; i < 6; ++i) CHECK(wide.Get()[i] == two[i] << 56);

  const float normal[] = {-1.1503493785858154f, -0.887146532535553f, 0.3186393678188324f, -0.48877641558647156f};
  Source<float> normals(CURAND_RNG_QUASI_SOBOL32, true, 4);
  OK(curandSetQuasiRandomGeneratorDimensions(normals.generator, 2));
  OK(curandSetGeneratorOffset(normals.generator, 7));
  OK(curandGenerateNormal(normals.generator, normals.room(), 4, 0, 1));
  for (int i = 0; i < 4; ++i) CHECK(IsNear(normals.Get()[i], normal[i], 1e-6));
}

void CountEvents() {
  for (const double lambda : {3.0, 100.0, 5000.0}) {
    Source<unsigned> events(CURAND_RNG_PSEUDO_MRG32K3A, false, 20000);
    OK(curandGeneratePoisson(events.generator, events.data, 20000, lambda));
    double sum = 0, squares = 0;
    for (unsigned each : events.Get()) sum += each, squares += double(each) * each;
    const double mean = sum / 20000, variance = squares / 20000 - mean * mean;
    CHECK(IsNear(mean, lambda, 0.03) && IsNear(variance, lambda, 0.1));
  }
}

void ReturnStatuses() {
  Source<float> xorwow(CURAND_RNG_PSEUDO_XORWOW, false, 8);
  CHECK(curandGenerateNormal(xorwow.generator, xorwow.data, 3, 0, 1) == CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  CHECK(curandSetQuasiRandomGeneratorDimensions(xorwow.generator, 2) == CURAND_STATUS_TYPE_ERROR);
  Source<unsigned long long> wide(CURAND_RNG_QUASI_SOBOL64, true, 8);
  CHECK(curandGenerate(wide.generator, reinterpret_cast<unsigned*>(wide.room()), 4) == CURAND_STATUS_TYPE_ERROR);
  CHECK(curandSetPseudoRandomGeneratorSeed(wide.generator, 1) == CURAND_STATUS_TYPE_ERROR);
  CHECK(curandSetQuasiRandomGeneratorDimensions(wide.generator, 20001) == CURAND_STATUS_OUT_OF_RANGE);
  OK(curandGenerateLongLong(wide.generator, wide.room(), 0));
}

struct KnownEvents {
  curandRngType_t type;
  double lambda;
  unsigned events[5];  // at 0, 1, 2, 5, 999
};
const KnownEvents kEvents[] = {
    {CURAND_RNG_PSEUDO_XORWOW, 3, {2, 2, 2, 5, 1}},
    {CURAND_RNG_PSEUDO_XORWOW, 100, {95, 93, 94, 108, 90}},
    {CURAND_RNG_PSEUDO_XORWOW, 5000, {5055, 5043, 4975, 5111, 5034}},
    {CURAND_RNG_PSEUDO_MRG32K3A, 3, {2, 2, 5, 5, 2}},
    {CURAND_RNG_PSEUDO_MRG32K3A, 100, {95, 96, 110, 109, 97}},
    {CURAND_RNG_PSEUDO_MRG32K3A, 5000, {5029, 5017, 5111, 4983, 4992}},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10, 3, {3, 3, 2, 5, 2}},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10, 100, {103, 100, 96, 81, 93}},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10, 5000, {4987, 4909, 5057, 5044, 5014}},
    {CURAND_RNG_PSEUDO_MT19937, 3, {4, 2, 5, 2, 3}},
    {CURAND_RNG_PSEUDO_MT19937, 100, {110, 96, 112, 96, 101}},
    {CURAND_RNG_PSEUDO_MT19937, 5000, {4945, 5036, 4932, 5033, 4998}},
    {CURAND_RNG_QUASI_SOBOL32, 3, {0, 3, 2, 1, 5}},
    {CURAND_RNG_QUASI_SOBOL32, 100, {44, 100, 107, 112, 90}},
    {CURAND_RNG_QUASI_SOBOL32, 5000, {4566, 5000, 5048, 5081, 4929}},
    {CURAND_RNG_QUASI_SOBOL64, 3, {0, 3, 4, 5, 1}},
    {CURAND_RNG_QUASI_SOBOL64, 100, {29, 100, 107, 112, 90}},
    {CURAND_RNG_QUASI_SOBOL64, 5000, {4552, 5000, 5048, 5081, 4929}},
};

void CountTheLibrarysEvents() {
  constexpr size_t at[] = {0, 1, 2, 5, 999};
  for (const KnownEvents& known : kEvents) {
    Source<unsigned> events(known.type, true, 1000);
    OK(curandGeneratePoisson(events.generator, events.room(), 1000, known.lambda));
    for (int i = 0; i < 5; ++i) CHECK(events.Get()[at[i]] == known.events[i]);
  }
}

void TwistNumbers() {
  Source<unsigned> bits(CURAND_RNG_PSEUDO_MT19937, false, 200);
  OK(curandGenerate(bits.generator, bits.data, 200));
  const size_t at[] = {0, 1, 7, 8, 199};
  const unsigned known[] = {0x38270901, 0xb24a7d67, 0x838d38be, 0x6f3236d4, 0x92a592c2};
  for (int i = 0; i < 5; ++i) CHECK(bits.Get()[at[i]] == known[i]);
  CHECK(curandSetGeneratorOffset(bits.generator, 1) == CURAND_STATUS_TYPE_ERROR);
  CHECK(curandSetGeneratorOrdering(bits.generator, CURAND_ORDERING_PSEUDO_BEST) == CURAND_STATUS_OUT_OF_RANGE);
  // Another seed begins anew.
  OK(curandSetPseudoRandomGeneratorSeed(bits.generator, kSeed));
  OK(curandGenerate(bits.generator, bits.data, 1));
  CHECK(bits.Get()[0] == known[0]);

  Source<float> floats(CURAND_RNG_PSEUDO_MT19937, true, 4);
  OK(curandGenerateUniform(floats.generator, floats.room(), 4));
  CHECK(floats.Get()[0] == 0.21934562921524048f && floats.Get()[3] == 0.8287287950515747f);
  OK(curandGenerateNormal(floats.generator, floats.room(), 3, 1, 2));
  CHECK(IsNear(floats.Get()[0], 0.19040000438690186f, 1e-6) && IsNear(floats.Get()[2], 0.09811669588088989f, 1e-6));
}

void SeedEachSubsequence() {
  Source<unsigned> bits(CURAND_RNG_PSEUDO_XORWOW, true, 5000);
  OK(curandSetGeneratorOrdering(bits.generator, CURAND_ORDERING_PSEUDO_SEEDED));
  OK(curandGenerate(bits.generator, bits.room(), 5000));
  const size_t at[] = {0, 1, 5, 4095, 4096, 4999};
  const unsigned known[] = {0xbdc5388f, 0x6cba766, 0x1d98080d, 0xfc4febc0, 0x40ef21d0, 0x35efaebf};
  for (int i = 0; i < 6; ++i) CHECK(bits.Get()[at[i]] == known[i]);
  Source<unsigned> other(CURAND_RNG_PSEUDO_MRG32K3A, true, 8);
  CHECK(curandSetGeneratorOrdering(other.generator, CURAND_ORDERING_PSEUDO_SEEDED) == CURAND_STATUS_OUT_OF_RANGE);
}

__global__ void draw_discrete(curandDiscreteDistribution_t distribution, unsigned* xorwow, unsigned* philox) {
  const unsigned i = threadIdx.x;
  curandState state;
  curand_init(kSeed, i, 0, &state);
  xorwow[i] = curand_discrete(&state, distribution);
  curandStatePhilox4_32_10_t other;
  curand_init(kSeed, i, 0, &other);
  const uint4 four = curand_discrete4(&other, distribution);
  philox[4 * i] = four.x, philox[4 * i + 1] = four.y, philox[4 * i + 2] = four.z, philox[4 * i + 3] = four.w;
}

// Threads draw the numbers of the host API from the same distribution.
void DrawFromATable() {
  for (const double lambda : {3.0, 1500.0}) {
    curandDiscreteDistribution_t distribution;
    OK(curandCreatePoissonDistribution(lambda, &distribution));
    Source<unsigned> xorwow(CURAND_RNG_PSEUDO_XORWOW, false, 32), philox(CURAND_RNG_PSEUDO_PHILOX4_32_10, false, 128);
    OK(curandGeneratePoisson(xorwow.generator, xorwow.data, 32, lambda));
    OK(curandGeneratePoisson(philox.generator, philox.data, 128, lambda));
    const std::vector<unsigned> a = xorwow.Get(), b = philox.Get();
    draw_discrete<<<1, 32>>>(distribution, xorwow.data, philox.data);
    CHECK(xorwow.Get() == a && philox.Get() == b);
    OK(curandDestroyDistribution(distribution));
  }
  curandDiscreteDistribution_t normal;
  OK(curandCreatePoissonDistribution(1e5, &normal));
  unsigned* events;
  CUDA(cudaMallocManaged(&events, 5 * 32 * sizeof *events));
  draw_discrete<<<1, 32>>>(normal, events, events + 32);
  CUDA(cudaDeviceSynchronize());
  for (int i = 0; i < 5 * 32; ++i) CHECK(IsNear(events[i], 1e5, 0.02));
  OK(curandDestroyDistribution(normal));
  CUDA(cudaFree(events));
}

__global__ void draw_sobol(const curandDirectionVectors64_t* vectors, const unsigned long long* scramble,
                           unsigned long long* results) {
  const unsigned i = threadIdx.x;
  curandStateScrambledSobol64_t state;
  curand_init(const_cast<unsigned long long*>(vectors[i]), scramble[i], 3, &state);
  for (int k = 0; k < 16; ++k) results[16 * i + k] = curand(&state);
}

// The tables are those of the generators of the host API; scrambled sequences have a value in each interval, too.
void ReadTables() {
  curandDirectionVectors32_t* plain;
  OK(curandGetDirectionVectors32(&plain, CURAND_DIRECTION_VECTORS_32_JOEKUO6));
  CHECK(plain[0][31] == 1 && plain[1][1] == 0xc0000000 && plain[2][5] == 0x5c000000 && plain[2][31] == 0xc5005555);
  curandDirectionVectors64_t *wide, *device_vectors;
  CHECK(curandGetDirectionVectors64(&wide, CURAND_DIRECTION_VECTORS_32_JOEKUO6) == CURAND_STATUS_OUT_OF_RANGE);
  OK(curandGetDirectionVectors64(&wide, CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6));
  unsigned long long *constants, *device_constants;
  OK(curandGetScrambleConstants64(&constants));

  constexpr int kDimensions = 5;
  CUDA(cudaMalloc(&device_vectors, kDimensions * sizeof *wide));
  CUDA(cudaMalloc(&device_constants, kDimensions * sizeof *constants));
  CUDA(cudaMemcpy(device_vectors, wide, kDimensions * sizeof *wide, cudaMemcpyHostToDevice));
  CUDA(cudaMemcpy(device_constants, constants, kDimensions * sizeof *constants, cudaMemcpyHostToDevice));
  Source<unsigned long long> sobol(CURAND_RNG_QUASI_SCRAMBLED_SOBOL64, false, 16 * kDimensions);
  OK(curandSetQuasiRandomGeneratorDimensions(sobol.generator, kDimensions));
  OK(curandSetGeneratorOffset(sobol.generator, 3));
  OK(curandGenerateLongLong(sobol.generator, sobol.data, 16 * kDimensions));
  const std::vector<unsigned long long> host = sobol.Get();
  draw_sobol<<<1, kDimensions>>>(device_vectors, device_constants, sobol.data);
  CHECK(sobol.Get() == host);
  CUDA(cudaFree(device_vectors));
  CUDA(cudaFree(device_constants));

  Source<unsigned> scrambled(CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, true, 256 * 3);
  OK(curandSetQuasiRandomGeneratorDimensions(scrambled.generator, 3));
  OK(curandGenerate(scrambled.generator, scrambled.room(), 256 * 3));
  for (int dimension = 0; dimension < 3; ++dimension) {
    bool is_hit[256] = {};
    for (int i = 0; i < 256; ++i) is_hit[scrambled.results[256 * dimension + i] >> 24] = true;
    for (bool each : is_hit) CHECK(each);
  }
}

int main() {
  for (const Known& known : kKnown)
    for (const bool on_host : {true, false}) CompareWithTheLibrary(known, on_host);
  CompareWithTheDevice();
  ContinueWhereTheLastCallEnded();
  DrawQuasirandomNumbers();
  CountEvents();
  CountTheLibrarysEvents();
  TwistNumbers();
  SeedEachSubsequence();
  DrawFromATable();
  ReadTables();
  ReturnStatuses();
  std::printf("ok\n");
}
