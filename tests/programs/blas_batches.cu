// flags: -lcublas
// cuBLAS: LU and QR factors of batches, triangular batches, syrkx and herkx, and vectors of types named at run time, each
// against plain loops.
#include <cublas_v2.h>
#include <cuda_fp16.h>

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
#define OK(call) CHECK((call) == CUBLAS_STATUS_SUCCESS)
#define CUDA(call) CHECK((call) == cudaSuccess)

cublasHandle_t handle;
unsigned seed = 1;
double Random() { return ((seed = seed * 1664525u + 1013904223u) >> 8) % 2001 / 1000.0 - 1; }
bool IsNear(double a, double b, double within = 1e-4) { return std::fabs(a - b) <= within * (1 + std::fabs(b)); }

template <class T>
struct Device {
  T* data = nullptr;
  size_t size;
  explicit Device(const std::vector<T>& values) : size(values.size()) {
    CUDA(cudaMalloc(&data, size * sizeof(T)));
    CUDA(cudaMemcpy(data, values.data(), size * sizeof(T), cudaMemcpyHostToDevice));
  }
  explicit Device(size_t count) : Device(std::vector<T>(count)) {}
  Device(const Device&) = delete;
  ~Device() { cudaFree(data); }
  operator T*() const { return data; }
  std::vector<T> Get() const {
    std::vector<T> values(size);
    CUDA(cudaMemcpy(values.data(), data, size * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }
};

// `count` matrices of `rows` x `columns` with a leading dimension, and the array of pointers to them.
struct Batch {
  int rows, columns, leading, count;
  std::vector<double> host;
  Device<double> data;
  Device<double*> pointers;
  Batch(int rows, int columns, int count, double diagonal = 0)
      : rows(rows), columns(columns), leading(rows + 2), count(count), host(Fill(diagonal)), data(host), pointers(Places()) {}
  size_t Distance() const { return size_t(leading) * columns; }
  std::vector<double> Fill(double diagonal) const {
    std::vector<double> values(Distance() * count);
    for (double& value : values) value = Random();
    for (int b = 0; b < count; ++b)
      for (int i = 0; i < std::min(rows, columns); ++i) values[b * Distance() + i + i * leading] += diagonal;
    return values;
  }
  std::vector<double*> Places() const {
    std::vector<double*> all;
    for (int b = 0; b < count; ++b) all.push_back(data.data + b * Distance());
    return all;
  }
  double At(int b, int i, int j) const { return host[b * Distance() + i + size_t(j) * leading]; }
  void Get() { host = data.Get(); }
};

constexpr int kCount = 3, kN = 5;

double ProductAt(const Batch& a, const Batch& x, int b, int i, int j, bool transposed = false) {
  double sum = 0;
  for (int k = 0; k < a.rows; ++k) sum += (transposed ? a.At(b, k, i) : a.At(b, i, k)) * x.At(b, k, j);
  return sum;
}

void SolveByLu() {
  for (const bool pivoting : {true, false}) {
    Batch a(kN, kN, kCount, pivoting ? 0 : 6), inverse(kN, kN, kCount);
    const Batch& wanted = a;
    Batch original = Batch(kN, kN, kCount);
    original.host = a.host;
    Device<int> pivots(size_t{kN * kCount}), info(std::vector<int>(kCount, 7));
    int* const p = pivoting ? pivots.data : nullptr;
    OK(cublasDgetrfBatched(handle, kN, a.pointers, a.leading, p, info, kCount));
    for (int each : info.Get()) CHECK(each == 0);
    for (const cublasOperation_t op : {CUBLAS_OP_N, CUBLAS_OP_T}) {
      Batch right(kN, 2, kCount), solution(kN, 2, kCount);
      CUDA(cudaMemcpy(solution.data, right.data, right.host.size() * 8, cudaMemcpyDeviceToDevice));
      int status = 9;
      OK(cublasDgetrsBatched(handle, op, kN, 2, a.pointers, a.leading, p, solution.pointers, solution.leading, &status, kCount));
      CHECK(status == 0);
      solution.Get();
      for (int b = 0; b < kCount; ++b)
        for (int i = 0; i < kN; ++i)
          for (int j = 0; j < 2; ++j)
            CHECK(IsNear(ProductAt(original, solution, b, i, j, op == CUBLAS_OP_T), right.At(b, i, j), 1e-9));
    }
    OK(cublasDgetriBatched(handle, kN, a.pointers, wanted.leading, p, inverse.pointers, inverse.leading, info, kCount));
    inverse.Get();
    for (int b = 0; b < kCount; ++b)
      for (int i = 0; i < kN; ++i)
        for (int j = 0; j < kN; ++j) CHECK(IsNear(ProductAt(original, inverse, b, i, j), i == j, 1e-9));
  }
}

__global__ void mark(int* info) { info[threadIdx.x] = 7; }

void InvertSmallMatrices() {
  Batch a(kN, kN, kCount), inverse(kN, kN, kCount);
  Device<int> info(size_t{kCount});
  mark<<<1, kCount>>>(info);
  // The second matrix has a column of zeros.
  for (int i = 0; i < kN; ++i) CUDA(cudaMemset(a.data.data + a.Distance() + 2 * a.leading + i, 0, 8));
  OK(cublasDmatinvBatched(handle, kN, a.pointers, a.leading, inverse.pointers, inverse.leading, info, kCount));
  CHECK((info.Get() == std::vector<int>{0, 3, 0}));
  inverse.Get();
  for (int i = 0; i < kN; ++i)
    for (int j = 0; j < kN; ++j) CHECK(IsNear(ProductAt(a, inverse, 2, i, j), i == j, 1e-9));
  CHECK(cublasDmatinvBatched(handle, 33, a.pointers, 40, inverse.pointers, 40, info, kCount) == CUBLAS_STATUS_INVALID_VALUE);
}

void FactorizeQr() {
  constexpr int kM = 7;
  Batch a(kM, kN, kCount), original(kM, kN, kCount), tau(kN, 1, kCount), right(kM, 2, kCount), wanted(kM, 2, kCount);
  original.host = a.host;
  wanted.host = right.host;
  CUDA(cudaMemcpy(original.data, a.data, a.host.size() * 8, cudaMemcpyDeviceToDevice));
  int status = 9;
  OK(cublasDgeqrfBatched(handle, kM, kN, a.pointers, a.leading, tau.pointers, &status, kCount));
  CHECK(status == 0);
  a.Get();
  // A' * A = R' * R
  for (int b = 0; b < kCount; ++b)
    for (int i = 0; i < kN; ++i)
      for (int j = 0; j < kN; ++j) {
        double squares = 0, factors = 0;
        for (int k = 0; k < kM; ++k) squares += original.At(b, k, i) * original.At(b, k, j);
        for (int k = 0; k <= std::min(i, j); ++k) factors += a.At(b, k, i) * a.At(b, k, j);
        CHECK(IsNear(squares, factors, 1e-9));
      }
  Device<int> singular(std::vector<int>(kCount, 7));
  OK(cublasDgelsBatched(handle, CUBLAS_OP_N, kM, kN, 2, original.pointers, original.leading, right.pointers, right.leading,
                        &status, singular, kCount));
  for (int each : singular.Get()) CHECK(each == 0);
  right.Get();
  // The residuals are orthogonal to the columns of A.
  for (int b = 0; b < kCount; ++b)
    for (int j = 0; j < 2; ++j)
      for (int column = 0; column < kN; ++column) {
        double product = 0;
        for (int i = 0; i < kM; ++i) {
          double residual = wanted.At(b, i, j);
          for (int k = 0; k < kN; ++k) residual -= original.At(b, i, k) * right.At(b, k, j);
          product += residual * original.At(b, i, column);
        }
        CHECK(std::fabs(product) < 1e-9);
      }
  CHECK(cublasDgelsBatched(handle, CUBLAS_OP_N, 4, 5, 1, original.pointers, 9, right.pointers, 9, &status, singular, kCount) ==
        CUBLAS_STATUS_NOT_SUPPORTED);
}

void SolveTriangles() {
  Batch a(kN, kN, kCount, 3), right(kN, 2, kCount);
  const std::vector<double> before = right.host;
  const double alpha = 2;
  OK(cublasDtrsmBatched(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, kN, 2, &alpha,
                        a.pointers, a.leading, right.pointers, right.leading, kCount));
  right.Get();
  for (int b = 0; b < kCount; ++b)
    for (int i = 0; i < kN; ++i)
      for (int j = 0; j < 2; ++j) {
        double sum = 0;
        for (int k = 0; k <= i; ++k) sum += a.At(b, i, k) * right.At(b, k, j);
        CHECK(IsNear(sum, alpha * before[b * right.Distance() + i + j * right.leading], 1e-9));
      }
}

void UpdateTriangles() {
  constexpr int kK = 4;
  std::vector<cuComplex> a(kN * kK), c(kN * kN);
  for (cuComplex& value : a) value = {float(Random()), float(Random())};
  for (cuComplex& value : c) value = {float(Random()), float(Random())};
  Device<cuComplex> da(a), symmetric(c), hermitian(c);
  const cuComplex alpha{1.5f, 0}, beta{0.5f, 0.25f};
  const float real = 0.5f;
  OK(cublasCsyrkx(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, kN, kK, &alpha, da, kN, da, kN, &beta, symmetric, kN));
  OK(cublasCherkx(handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_C, kK, kN, &alpha, da, kN, da, kN, &real, hermitian, kN));
  const auto got_symmetric = symmetric.Get(), got_hermitian = hermitian.Get();
  const auto of = [](const cuComplex& v) { return std::complex<double>(v.x, v.y); };
  const auto near = [](std::complex<double> x, std::complex<double> y) { return std::abs(x - y) < 1e-5; };
  for (int j = 0; j < kN; ++j)
    for (int i = 0; i < kN; ++i) {
      std::complex<double> sum{};
      for (int k = 0; k < kK; ++k) sum += of(a[i + k * kN]) * of(a[j + k * kN]);
      const auto wanted = i >= j ? 1.5 * sum + of(beta) * of(c[i + j * kN]) : of(c[i + j * kN]);
      CHECK(near(of(got_symmetric[i + j * kN]), wanted));
      std::complex<double> inner{};
      if (i < kK && j < kK)
        for (int k = 0; k < kN; ++k) inner += std::conj(of(a[k + i * kN])) * of(a[k + j * kN]);
      const bool is_written = i <= j && j < kK;
      CHECK(near(of(got_hermitian[i + j * kN]), is_written ? 1.5 * inner + 0.5 * of(c[i + j * kN]) : of(c[i + j * kN])));
    }
}

void UseTypesNamedAtRunTime() {
  constexpr int n = 9;
  std::vector<__half> x(2 * n);
  std::vector<float> y(n);
  for (__half& value : x) value = __float2half(float(Random()));
  for (float& value : y) value = float(Random());
  Device<__half> dx(x);
  Device<float> dy(y);
  float alpha = 1.5f, result = 0, squares = 0, sum = 0, dot = 0;
  OK(cublasAxpyEx(handle, n, &alpha, CUDA_R_32F, dx, CUDA_R_16F, 2, dy, CUDA_R_32F, -1, CUDA_R_32F));
  for (int i = 0; i < n; ++i) y[n - 1 - i] += alpha * __half2float(x[2 * i]);
  const std::vector<float> got = dy.Get();
  for (int i = 0; i < n; ++i) CHECK(IsNear(got[i], y[i], 1e-6));
  for (int i = 0; i < n; ++i) {
    const float value = __half2float(x[2 * i]);
    squares += value * value, sum += std::fabs(value), dot += value * y[i];
  }
  OK(cublasDotEx(handle, n, dx, CUDA_R_16F, 2, dy, CUDA_R_32F, 1, &result, CUDA_R_32F, CUDA_R_32F));
  CHECK(IsNear(result, dot, 1e-5));
  __half norm;
  OK(cublasNrm2Ex(handle, n, dx, CUDA_R_16F, 2, &norm, CUDA_R_16F, CUDA_R_32F));
  CHECK(IsNear(__half2float(norm), std::sqrt(squares), 1e-3));
  OK(cublasAsumEx(handle, n, dx, CUDA_R_16F, 2, &result, CUDA_R_32F, CUDA_R_32F));
  CHECK(IsNear(result, sum, 1e-5));
  int most = 0, best = 0;
  OK(cublasIamaxEx(handle, n, dy, CUDA_R_32F, 1, &most));
  for (int i = 1; i < n; ++i)
    if (std::fabs(y[i]) > std::fabs(y[best])) best = i;
  CHECK(most == best + 1);
  OK(cublasScalEx(handle, n, &alpha, CUDA_R_32F, dx, CUDA_R_16F, 2, CUDA_R_32F));
  CHECK(__half2float(dx.Get()[0]) == __half2float(__float2half(1.5f * __half2float(x[0]))) && __half2float(dx.Get()[1]) == __half2float(x[1]));
  const float c = 0.6f, s = 0.8f;
  Device<float> first(y), second(y);
  OK(cublasRotEx(handle, n, first, CUDA_R_32F, 1, second, CUDA_R_32F, 1, &c, &s, CUDA_R_32F, CUDA_R_32F));
  CHECK(IsNear(first.Get()[2], 1.4f * y[2], 1e-6) && IsNear(second.Get()[2], -0.2f * y[2], 1e-6));
  OK(cublasSwapEx(handle, n, first, CUDA_R_32F, 1, second, CUDA_R_32F, 1));
  CHECK(IsNear(second.Get()[2], 1.4f * y[2], 1e-6));
  OK(cublasCopyEx(handle, n, dy, CUDA_R_32F, 1, first, CUDA_R_32F, 1));
  CHECK(first.Get() == y);
  CHECK(cublasCopyEx(handle, n, dy, CUDA_R_8I, 1, first, CUDA_R_8I, 1) == CUBLAS_STATUS_NOT_SUPPORTED);

  const std::vector<cuDoubleComplex> z = {{1, 2}, {3, -1}};
  Device<cuDoubleComplex> dz(z);
  cuDoubleComplex product;
  OK(cublasDotcEx(handle, 2, dz, CUDA_C_64F, 1, dz, CUDA_C_64F, 1, &product, CUDA_C_64F, CUDA_C_64F));
  CHECK(product.x == 15 && product.y == 0);
}

void ReturnStatuses() {
  Batch a(kN, kN, kCount);
  Device<int> pivots(size_t{kN * kCount}), info(size_t{kCount});
  CHECK(cublasDgetrfBatched(handle, kN, a.pointers, kN - 1, pivots, info, kCount) == CUBLAS_STATUS_INVALID_VALUE);
  CHECK(cublasDgetrfBatched(handle, -1, a.pointers, kN, pivots, info, kCount) == CUBLAS_STATUS_INVALID_VALUE);
  CHECK(cublasDgetrsBatched(handle, CUBLAS_OP_N, kN, 1, a.pointers, a.leading, pivots, a.pointers, a.leading, nullptr,
                            kCount) == CUBLAS_STATUS_INVALID_VALUE);
  CHECK(cublasAxpyEx(handle, 1, nullptr, CUDA_R_32F, a.data, CUDA_R_64F, 1, a.data, CUDA_R_64F, 1, CUDA_R_64F) ==
        CUBLAS_STATUS_INVALID_VALUE);
  cublasHandle_t freed;
  OK(cublasCreate(&freed));
  OK(cublasDestroy(freed));
  CHECK(cublasDgetrfBatched(freed, kN, a.pointers, kN, pivots, info, kCount) == CUBLAS_STATUS_NOT_INITIALIZED);
}

int main() {
  OK(cublasCreate(&handle));
  SolveByLu();
  InvertSmallMatrices();
  FactorizeQr();
  SolveTriangles();
  UpdateTriangles();
  UseTypesNamedAtRunTime();
  ReturnStatuses();
  OK(cublasDestroy(handle));
  std::printf("ok\n");
}
