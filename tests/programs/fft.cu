// flags: -lcufft
// cuFFT: every type and number of dimensions against sums, with strides, batches, in place and not, streams and graphs.
#include <cufft.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CHECK(condition)                                        \
  do {                                                          \
    if (!(condition)) {                                         \
      std::printf("line %d: %s\n", __LINE__, #condition);       \
      std::exit(1);                                             \
    }                                                           \
  } while (0)
#define OK(call) CHECK((call) == CUFFT_SUCCESS)
#define CUDA(call) CHECK((call) == cudaSuccess)

using Complex = std::complex<double>;
using Sizes = std::vector<int>;

unsigned seed = 1;
double Random() { return ((seed = seed * 1664525u + 1013904223u) >> 8) % 2001 / 1000.0 - 1; }

int Product(const Sizes& sizes) {
  int product = 1;
  for (int size : sizes) product *= size;
  return product;
}

// By the definition, dimension by dimension.
std::vector<Complex> Transformed(std::vector<Complex> data, const Sizes& sizes, int sign) {
  int stride = Product(sizes);
  for (int n : sizes) {
    stride /= n;
    std::vector<Complex> turn(n), result(data.size());
    for (int k = 0; k < n; ++k) turn[k] = std::polar(1.0, sign * 2 * M_PI * k / n);
    for (size_t i = 0; i < data.size(); ++i) {
      const int k = i / stride % n;
      for (int j = 0; j < n; ++j) result[i] += data[i + (j - k) * stride] * turn[(long long)j * k % n];
    }
    data = result;
  }
  return data;
}

template <class T>
struct Device {
  T* data = nullptr;
  size_t size;
  explicit Device(size_t size) : size(size) { CUDA(cudaMalloc(&data, size * sizeof(T))); }
  explicit Device(const std::vector<T>& values) : Device(values.size()) { Set(values); }
  Device(const Device&) = delete;
  ~Device() { cudaFree(data); }
  void Set(const std::vector<T>& values) {
    CUDA(cudaMemcpy(data, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  }
  std::vector<T> Get() const {
    std::vector<T> values(size);
    CUDA(cudaMemcpy(values.data(), data, size * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }
};

// The functions and types of a precision.
template <class>
struct Of;
template <>
struct Of<float> {
  using C = cufftComplex;
  static constexpr cufftType kC2C = CUFFT_C2C, kR2C = CUFFT_R2C, kC2R = CUFFT_C2R;
  static constexpr double kWithin = 2e-5;
  static cufftResult Run(cufftHandle p, C* in, C* out, int sign) { return cufftExecC2C(p, in, out, sign); }
  static cufftResult Run(cufftHandle p, float* in, C* out) { return cufftExecR2C(p, in, out); }
  static cufftResult Run(cufftHandle p, C* in, float* out) { return cufftExecC2R(p, in, out); }
};
template <>
struct Of<double> {
  using C = cufftDoubleComplex;
  static constexpr cufftType kC2C = CUFFT_Z2Z, kR2C = CUFFT_D2Z, kC2R = CUFFT_Z2D;
  static constexpr double kWithin = 1e-11;
  static cufftResult Run(cufftHandle p, C* in, C* out, int sign) { return cufftExecZ2Z(p, in, out, sign); }
  static cufftResult Run(cufftHandle p, double* in, C* out) { return cufftExecD2Z(p, in, out); }
  static cufftResult Run(cufftHandle p, C* in, double* out) { return cufftExecZ2D(p, in, out); }
};

cufftHandle PlanOf(const Sizes& sizes, cufftType type) {
  cufftHandle plan;
  if (sizes.size() == 1) OK(cufftPlan1d(&plan, sizes[0], type, 1));
  if (sizes.size() == 2) OK(cufftPlan2d(&plan, sizes[0], sizes[1], type));
  if (sizes.size() == 3) OK(cufftPlan3d(&plan, sizes[0], sizes[1], sizes[2], type));
  return plan;
}

template <class T>
bool IsNear(const T& got, const Complex& wanted, double scale) {
  return std::abs(Complex(got.x, got.y) - wanted) <= Of<decltype(T::x)>::kWithin * scale;
}

template <class C, class Real>
__global__ void scale(C* data, int n, Real factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = C{data[i].x * factor, data[i].y * factor};
}

template <class Real>
void TransformComplex(const Sizes& sizes) {
  using C = typename Of<Real>::C;
  const int count = Product(sizes);
  std::vector<C> values(count);
  std::vector<Complex> exact(count);
  for (int i = 0; i < count; ++i) {
    values[i] = C{Real(Random()), Real(Random())};
    exact[i] = Complex(values[i].x, values[i].y);
  }
  const double size = std::sqrt(double(count));
  Device<C> in(values), out(count);
  const cufftHandle plan = PlanOf(sizes, Of<Real>::kC2C);
  for (int sign : {CUFFT_FORWARD, CUFFT_INVERSE}) {
    in.Set(values);
    OK(Of<Real>::Run(plan, in.data, out.data, sign));
    const std::vector<Complex> wanted = Transformed(exact, sizes, sign);
    const std::vector<C> got = out.Get();
    for (int i = 0; i < count; ++i) CHECK(IsNear(got[i], wanted[i], size));
    // In place, and back: the numbers times the size, which a kernel divides by.
    OK(Of<Real>::Run(plan, in.data, in.data, sign));
    OK(Of<Real>::Run(plan, in.data, in.data, -sign));
    scale<<<(count + 63) / 64, 64>>>(in.data, count, Real(1) / count);
    const std::vector<C> back = in.Get();
    for (int i = 0; i < count; ++i) CHECK(IsNear(back[i], exact[i], 1));
  }
  OK(cufftDestroy(plan));
}

template <class Real>
void TransformReal(const Sizes& sizes) {
  using C = typename Of<Real>::C;
  const int count = Product(sizes), n = sizes.back(), half = n / 2 + 1, rows = count / n;
  std::vector<Real> values(count);
  std::vector<Complex> exact(count);
  for (int i = 0; i < count; ++i) exact[i] = values[i] = Real(Random());
  const std::vector<Complex> wanted = Transformed(exact, sizes, CUFFT_FORWARD);
  const double scale = std::sqrt(double(count));
  const cufftHandle forward = PlanOf(sizes, Of<Real>::kR2C), back = PlanOf(sizes, Of<Real>::kC2R);

  Device<Real> in(values), out(count);
  Device<C> halves(rows * half);
  OK(Of<Real>::Run(forward, in.data, halves.data));
  OK(Of<Real>::Run(back, halves.data, out.data));
  const std::vector<C> got = halves.Get();
  const std::vector<Real> again = out.Get();
  for (int row = 0; row < rows; ++row)
    for (int i = 0; i < half; ++i) CHECK(IsNear(got[row * half + i], wanted[row * n + i], scale));
  for (int i = 0; i < count; ++i)
    CHECK(std::fabs(again[i] - values[i] * count) <= Of<Real>::kWithin * scale * scale);

  // In place: real rows have the room of their transform.
  std::vector<C> room(rows * half);
  auto* padded = reinterpret_cast<Real*>(room.data());
  for (int i = 0; i < count; ++i) padded[i / n * 2 * half + i % n] = values[i];
  Device<C> both(room);
  OK(Of<Real>::Run(forward, reinterpret_cast<Real*>(both.data), both.data));
  for (int row = 0; row < rows; ++row)
    for (int i = 0; i < half; ++i) CHECK(IsNear(both.Get()[row * half + i], wanted[row * n + i], scale));
  OK(Of<Real>::Run(back, both.data, reinterpret_cast<Real*>(both.data)));
  room = both.Get();
  padded = reinterpret_cast<Real*>(room.data());
  for (int i = 0; i < count; ++i)
    CHECK(std::fabs(padded[i / n * 2 * half + i % n] - values[i] * count) <= Of<Real>::kWithin * scale * scale);
  OK(cufftDestroy(forward));
  OK(cufftDestroy(back));
}

// A batch whose elements alternate, into one whose rows and arrays have gaps.
void TransformWithStrides() {
  constexpr int kRows = 4, kColumns = 6, kBatch = 3, kGap = 8, kDistance = 100, kStride = 2;
  int n[] = {kRows, kColumns}, inembed[] = {kRows, kColumns}, onembed[] = {kRows, kGap};
  std::vector<cufftComplex> values(kRows * kColumns * kBatch), before(kBatch * kDistance, cufftComplex{-7, -7});
  for (auto& value : values) value = {float(Random()), float(Random())};
  Device<cufftComplex> in(values), out(before);
  cufftHandle plan;
  size_t size = 1;
  OK(cufftCreate(&plan));
  OK(cufftMakePlanMany(plan, 2, n, inembed, kBatch, 1, onembed, kStride, kDistance, CUFFT_C2C, kBatch, &size));
  OK(cufftGetSize(plan, &size));
  OK(cufftExecC2C(plan, in.data, out.data, CUFFT_FORWARD));
  OK(cufftDestroy(plan));
  const std::vector<cufftComplex> got = out.Get();
  int written = 0;
  for (int b = 0; b < kBatch; ++b) {
    std::vector<Complex> exact(kRows * kColumns);
    for (int i = 0; i < kRows * kColumns; ++i) exact[i] = {values[i * kBatch + b].x, values[i * kBatch + b].y};
    const std::vector<Complex> wanted = Transformed(exact, {kRows, kColumns}, CUFFT_FORWARD);
    for (int i = 0; i < kRows * kColumns; ++i)
      CHECK(IsNear(got[b * kDistance + (i / kColumns * kGap + i % kColumns) * kStride], wanted[i], 5));
  }
  for (const cufftComplex& value : got) written += value.x != -7;
  CHECK(written == kRows * kColumns * kBatch);
}

// Batches of real rows, in a stream, and as a node of a graph.
void TransformInStreams() {
  constexpr int kSize = 10, kBatch = 5, kHalf = kSize / 2 + 1;
  std::vector<double> values(kSize * kBatch);
  for (double& value : values) value = Random();
  Device<double> in(values);
  Device<cufftDoubleComplex> out(kHalf * kBatch);
  cudaStream_t stream;
  CUDA(cudaStreamCreate(&stream));
  cufftHandle plan;
  OK(cufftPlan1d(&plan, kSize, CUFFT_D2Z, kBatch));
  OK(cufftSetStream(plan, stream));
  const auto compare = [&] {
    CUDA(cudaStreamSynchronize(stream));
    for (int b = 0; b < kBatch; ++b) {
      const std::vector<Complex> exact(values.begin() + b * kSize, values.begin() + (b + 1) * kSize);
      const std::vector<Complex> wanted = Transformed(exact, {kSize}, CUFFT_FORWARD);
      for (int i = 0; i < kHalf; ++i) CHECK(IsNear(out.Get()[b * kHalf + i], wanted[i], 4));
    }
  };
  OK(cufftExecD2Z(plan, in.data, out.data));
  compare();
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  OK(cufftExecD2Z(plan, in.data, out.data));
  CUDA(cudaStreamEndCapture(stream, &graph));
  CUDA(cudaGraphInstantiate(&ready, graph, 0));
  for (int i = 0; i < 2; ++i) {
    for (double& value : values) value = Random();
    in.Set(values);
    CUDA(cudaGraphLaunch(ready, stream));
    compare();
  }
  CUDA(cudaGraphExecDestroy(ready));
  CUDA(cudaGraphDestroy(graph));
  OK(cufftDestroy(plan));
  CUDA(cudaStreamDestroy(stream));
}

void ReturnResults() {
  cufftHandle plan;
  size_t size;
  CHECK(cufftPlan1d(&plan, 0, CUFFT_C2C, 1) == CUFFT_INVALID_SIZE);
  OK(cufftEstimate1d(64, CUFFT_C2C, 1, &size));
  OK(cufftPlan1d(&plan, 8, CUFFT_R2C, 1));
  OK(cufftDestroy(plan));
  CHECK(cufftDestroy(plan) == CUFFT_INVALID_PLAN);
  int version;
  OK(cufftGetVersion(&version));
  CHECK(version >= 9000);
}

int main() {
  for (const Sizes& sizes : {Sizes{1}, {2}, {8}, {12}, {30}, {64}, {97}, {131}, {262}, {257}, {4, 6}, {5, 7}, {3, 1}, {1, 9},
                             {4, 2, 6}, {3, 5, 4}, {2, 3, 7}}) {
    TransformComplex<float>(sizes);
    TransformComplex<double>(sizes);
    TransformReal<float>(sizes);
    TransformReal<double>(sizes);
  }
  TransformWithStrides();
  TransformInStreams();
  ReturnResults();
  std::printf("ok\n");
}
