// flags: -lcufft
// cuFFT: types that are named at run time, also of half precision, against sums, and what is refused.
#include <cuda_fp16.h>
#include <cufftXt.h>

#include <cmath>
#include <complex>
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
#define OK(call) CHECK((call) == CUFFT_SUCCESS)

// Programs that print errors name them all.
static_assert(CUFFT_MISSING_DEPENDENCY == 17 && CUFFT_NVRTC_FAILURE == 18 && CUFFT_NVJITLINK_FAILURE == 19 &&
              CUFFT_NVSHMEM_FAILURE == 20);

constexpr int kN = 16, kBatch = 3;
using Complex = std::complex<double>;

float Number(int i) { return ((i * 37 + 11) % 29 - 14) / 16.0f; }

Complex Wanted(const std::vector<Complex>& row, int k, int sign) {
  Complex sum{};
  for (int j = 0; j < kN; ++j) sum += row[j] * std::polar(1.0, sign * 2 * M_PI * j * k / kN);
  return sum;
}

cufftHandle Made(cudaDataType in, cudaDataType out, cudaDataType execution) {
  cufftHandle plan;
  OK(cufftCreate(&plan));
  long long n = kN;
  size_t size = 1;
  OK(cufftXtMakePlanMany(plan, 1, &n, nullptr, 1, 0, in, nullptr, 1, 0, out, kBatch, &size, execution));
  CHECK(size == 0);
  return plan;
}

template <class Real>
struct Pair {
  Real x, y;
};

// Forwards, complex to complex, and back.
template <class Real>
void TransformComplex(cudaDataType type, double within) {
  Pair<Real>* data;
  CHECK(cudaMallocManaged(&data, kBatch * kN * sizeof *data) == cudaSuccess);
  for (int i = 0; i < kBatch * kN; ++i) data[i] = {Real(Number(i)), Real(Number(i + 5))};
  const cufftHandle plan = Made(type, type, type);
  OK(cufftXtExec(plan, data, data, CUFFT_FORWARD));
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  for (int b = 0; b < kBatch; ++b) {
    std::vector<Complex> row;
    for (int i = b * kN; i < (b + 1) * kN; ++i) row.push_back({Number(i), Number(i + 5)});
    for (int k = 0; k < kN; ++k) {
      const Pair<Real> got = data[b * kN + k];
      CHECK(std::abs(Complex(float(got.x), float(got.y)) - Wanted(row, k, -1)) < within);
    }
  }
  OK(cufftXtExec(plan, data, data, CUFFT_INVERSE));
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < kBatch * kN; ++i) CHECK(std::fabs(float(data[i].x) - kN * Number(i)) < 4 * within);
  CHECK(cufftXtExec(plan, data, data, 0) == CUFFT_INVALID_VALUE);
  OK(cufftDestroy(plan));
  CHECK(cudaFree(data) == cudaSuccess);
}

// Real to complex, and back; the direction does not count.
template <class Real>
void TransformReal(cudaDataType real, cudaDataType complex, double within) {
  Real* in;
  Pair<Real>* out;
  CHECK(cudaMallocManaged(&in, kBatch * kN * sizeof *in) == cudaSuccess);
  CHECK(cudaMallocManaged(&out, kBatch * (kN / 2 + 1) * sizeof *out) == cudaSuccess);
  for (int i = 0; i < kBatch * kN; ++i) in[i] = Real(Number(i));
  const cufftHandle forward = Made(real, complex, complex), back = Made(complex, real, complex);
  OK(cufftXtExec(forward, in, out, CUFFT_INVERSE));
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  for (int b = 0; b < kBatch; ++b) {
    std::vector<Complex> row;
    for (int i = b * kN; i < (b + 1) * kN; ++i) row.push_back(Number(i));
    for (int k = 0; k <= kN / 2; ++k) {
      const Pair<Real> got = out[b * (kN / 2 + 1) + k];
      CHECK(std::abs(Complex(float(got.x), float(got.y)) - Wanted(row, k, -1)) < within);
    }
  }
  OK(cufftXtExec(back, out, in, CUFFT_FORWARD));
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < kBatch * kN; ++i) CHECK(std::fabs(float(in[i]) - kN * Number(i)) < 4 * within);
  OK(cufftDestroy(forward));
  OK(cufftDestroy(back));
  CHECK(cudaFree(in) == cudaSuccess && cudaFree(out) == cudaSuccess);
}

__global__ void normalise(Pair<float>* data) {
  data[threadIdx.x].x /= kN;
  data[threadIdx.x].y /= kN;
}

void NormaliseInAKernel() {
  Pair<float>* data;
  CHECK(cudaMallocManaged(&data, kBatch * kN * sizeof *data) == cudaSuccess);
  for (int i = 0; i < kBatch * kN; ++i) data[i] = {Number(i), Number(i + 5)};
  const cufftHandle plan = Made(CUDA_C_32F, CUDA_C_32F, CUDA_C_32F);
  OK(cufftXtExec(plan, data, data, CUFFT_FORWARD));
  OK(cufftXtExec(plan, data, data, CUFFT_INVERSE));
  normalise<<<1, kBatch * kN>>>(data);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < kBatch * kN; ++i) CHECK(std::fabs(data[i].x - Number(i)) < 1e-5 && std::fabs(data[i].y - Number(i + 5)) < 1e-5);
  OK(cufftDestroy(plan));
  CHECK(cudaFree(data) == cudaSuccess);
}

void ReturnStatuses() {
  cufftHandle plan;
  OK(cufftCreate(&plan));
  long long n = 12;
  size_t size;
  const auto make = [&](cudaDataType in, cudaDataType out, cudaDataType execution) {
    return cufftXtMakePlanMany(plan, 1, &n, nullptr, 1, 0, in, nullptr, 1, 0, out, 1, &size, execution);
  };
  CHECK(make(CUDA_C_16F, CUDA_C_16F, CUDA_C_16F) == CUFFT_INVALID_SIZE);
  CHECK(make(CUDA_C_32F, CUDA_C_64F, CUDA_C_64F) == CUFFT_NOT_SUPPORTED);
  CHECK(make(CUDA_R_32F, CUDA_R_32F, CUDA_C_32F) == CUFFT_NOT_SUPPORTED);
  CHECK(cufftXtExec(plan, &n, &n, CUFFT_FORWARD) == CUFFT_INVALID_PLAN);
  n = 16;
  OK(make(CUDA_C_16F, CUDA_C_16F, CUDA_C_32F));
  CHECK(cufftExecC2C(plan, nullptr, nullptr, CUFFT_FORWARD) == CUFFT_INVALID_PLAN);
  OK(cufftDestroy(plan));
  CHECK(cufftXtExec(plan, &n, &n, CUFFT_FORWARD) == CUFFT_INVALID_PLAN);
}

int main() {
  TransformComplex<__half>(CUDA_C_16F, 2e-2);
  TransformComplex<float>(CUDA_C_32F, 1e-5);
  TransformComplex<double>(CUDA_C_64F, 1e-6);
  TransformReal<__half>(CUDA_R_16F, CUDA_C_16F, 2e-2);
  TransformReal<float>(CUDA_R_32F, CUDA_C_32F, 1e-5);
  TransformReal<double>(CUDA_R_64F, CUDA_C_64F, 1e-6);
  NormaliseInAKernel();
  ReturnStatuses();
  std::printf("ok\n");
}
