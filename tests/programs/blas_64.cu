// flags: -lcublas
// cuBLAS with 64-bit sizes: the functions whose names end in _64, against plain loops or against those without.
#include <cublas_v2.h>
#include <cuda_fp16.h>

#include <cmath>
#include <cstdint>
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
#define OK(call) CHECK((call) == CUBLAS_STATUS_SUCCESS)
#define CUDA(call) CHECK((call) == cudaSuccess)

cublasHandle_t handle;
unsigned seed = 1;
float Random() { return ((seed = seed * 1664525u + 1013904223u) >> 8) % 2001 / 1000.0f - 1; }

template <class T>
struct Device {
  T* data = nullptr;
  size_t size;
  explicit Device(const std::vector<T>& values) : size(values.size()) {
    CUDA(cudaMalloc(&data, size * sizeof(T)));
    CUDA(cudaMemcpy(data, values.data(), size * sizeof(T), cudaMemcpyHostToDevice));
  }
  Device(const Device&) = delete;
  ~Device() { cudaFree(data); }
  operator T*() const { return data; }
  std::vector<T> Get() const {
    std::vector<T> values(size);
    CUDA(cudaMemcpy(values.data(), data, size * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }
};
template <class T>
std::vector<T> Numbers(size_t count) {
  std::vector<T> values(count);
  for (T& value : values) value = T(Random());
  return values;
}

__global__ void Negate(float* x, int64_t n) {
  const int64_t i = blockIdx.x * int64_t(blockDim.x) + threadIdx.x;
  if (i < n) x[i] = -x[i];
}

void UseVectors() {
  const int64_t n = 37;
  const std::vector<float> x = Numbers<float>(2 * n), y = Numbers<float>(3 * n);
  Device<float> dx(x), dy(y);
  const float alpha = 1.5f;
  float result;
  OK(cublasSaxpy_64(handle, n, &alpha, dx, 2, dy, 3));
  std::vector<float> wanted = y;
  for (int i = 0; i < n; ++i) wanted[3 * i] += alpha * x[2 * i];
  const std::vector<float> got = dy.Get();
  for (int i = 0; i < 3 * n; ++i) CHECK(std::fabs(got[i] - wanted[i]) < 1e-5f);
  OK(cublasSdot_64(handle, n, dx, 2, dx, 2, &result));
  float squares = 0;
  for (int i = 0; i < n; ++i) squares += x[2 * i] * x[2 * i];
  CHECK(std::fabs(result - squares) < 1e-4f);
  // Positions have 64 bits, on the host and on the device.
  Device<float> few(std::vector<float>{3, -7, 1, 7, -1});
  int64_t most = -1;
  OK(cublasIsamax_64(handle, 5, few, 1, &most));
  CHECK(most == 2);
  Device<int64_t> least(std::vector<int64_t>{-1, -1});
  OK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
  OK(cublasIsamin_64(handle, 5, few, 1, least));
  OK(cublasIamaxEx_64(handle, 5, few, CUDA_R_32F, 1, least + 1));
  OK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
  CHECK(least.Get()[0] == 3 && least.Get()[1] == 2);
  OK(cublasDotEx_64(handle, 5, few, CUDA_R_32F, 1, few, CUDA_R_32F, 1, &result, CUDA_R_32F, CUDA_R_32F));
  CHECK(result == 109);
}

void UseMatrices() {
  const int64_t m = 5, n = 3, k = 4;
  const std::vector<double> a = Numbers<double>(m * k), b = Numbers<double>(k * n), c = Numbers<double>(m * n);
  const double alpha = 2, beta = -1;
  Device<double> da(a), db(b), wide(c), narrow(c);
  OK(cublasDgemm_64(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha, da, m, db, k, &beta, wide, m));
  OK(cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha, da, m, db, k, &beta, narrow, m));
  CHECK(wide.Get() == narrow.Get());
  OK(cublasGemmEx_64(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha, da, CUDA_R_64F, m, db, CUDA_R_64F, k, &beta, wide,
                     CUDA_R_64F, m, CUBLAS_COMPUTE_64F, CUBLAS_GEMM_DEFAULT));
  OK(cublasDgemv_64(handle, CUBLAS_OP_N, m, k, &alpha, da, m, db, 1, &beta, wide, 1));
  OK(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha, da, CUDA_R_64F, m, db, CUDA_R_64F, k, &beta, narrow,
                  CUDA_R_64F, m, CUBLAS_COMPUTE_64F, CUBLAS_GEMM_DEFAULT));
  OK(cublasDgemv(handle, CUBLAS_OP_N, m, k, &alpha, da, m, db, 1, &beta, narrow, 1));
  CHECK(wide.Get() == narrow.Get());
  OK(cublasDgemmStridedBatched_64(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 2, &alpha, da, 1, 2, db, 2, 2, &beta, wide, 1, 3, 4));
  OK(cublasDgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 2, &alpha, da, 1, 2, db, 2, 2, &beta, narrow, 1, 3, 4));
  CHECK(wide.Get() == narrow.Get());
  std::vector<double> lower = {2, 1, -1, 0, 3, 4, 0, 0, 5};
  Device<double> triangle(lower), x(std::vector<double>{1, 2, 3});
  OK(cublasDtrmv_64(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, 3, triangle, 3, x, 1));
  CHECK((x.Get() == std::vector<double>{2, 7, 22}));
  const double one = 1;
  OK(cublasDtrsm_64(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, 3, 1, &one, triangle, 3, x, 3));
  const std::vector<double> back = x.Get();
  for (int i = 0; i < 3; ++i) CHECK(std::fabs(back[i] - i - 1) < 1e-12);
  OK(cublasDgeam_64(handle, CUBLAS_OP_T, CUBLAS_OP_N, 3, 3, &one, triangle, 3, &beta, triangle, 3, wide, 3));
  const std::vector<double> odd = wide.Get();
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) CHECK(odd[i + 3 * j] == lower[j + 3 * i] - lower[i + 3 * j]);
}

void UseCopies() {
  const std::vector<float> host = {1, 2, 3, 4, 5, 6};
  Device<float> device(std::vector<float>(6));
  OK(cublasSetMatrix_64(2, 2, sizeof(float), host.data(), 3, device, 2));
  Negate<<<1, 32>>>(device, 4);
  std::vector<float> back(6, 9.0f);
  OK(cublasGetVector_64(2, sizeof(float), device, 2, back.data(), 3));
  CHECK(back[0] == -1 && back[3] == -4 && back[1] == 9);
}

int main() {
  OK(cublasCreate(&handle));
  UseVectors();
  UseMatrices();
  UseCopies();
  cublasStatus_t (*const function)(cublasHandle_t, int64_t, const float*, float*, int64_t) = cublasSscal_64;
  CHECK(function != nullptr);
  OK(cublasDestroy(handle));
  std::puts("ok");
}
