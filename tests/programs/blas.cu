// flags: -lcublas
// cuBLAS: each function against plain loops, with padded and strided data, scalars on both sides, batches and graphs.
#include <cublas_v2.h>
#include <cuda_bf16.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>
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

template <class T>
struct Device {
  T* data = nullptr;
  std::size_t size;
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

unsigned seed = 1;
double Random() { return ((seed = seed * 1664525u + 1013904223u) >> 8) % 2001 / 1000.0 - 1; }
template <class T>
std::vector<T> Numbers(std::size_t count) {
  std::vector<T> values(count);
  for (T& value : values) value = T(float(Random()));
  return values;
}
bool IsNear(double a, double b, double within = 1e-4) { return std::fabs(a - b) <= within * (1 + std::fabs(b)); }
template <class T>
bool AreNear(const std::vector<T>& a, const std::vector<T>& b, double within = 1e-4) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!IsNear(double(float(a[i])), double(float(b[i])), within)) return false;
  return a.size() == b.size();
}

// op(A)(i, j)
template <class T>
T At(const std::vector<T>& a, int ld, bool transposed, int i, int j) {
  return transposed ? a[j + i * ld] : a[i + j * ld];
}

cublasHandle_t handle;

void TestVectors() {
  const int n = 37;
  const std::vector<float> x = Numbers<float>(2 * n), y = Numbers<float>(3 * n);
  Device<float> dx(x), dy(y);
  const float alpha = 1.5f;
  OK(cublasSaxpy(handle, n, &alpha, dx, 2, dy, 3));
  std::vector<float> wanted = y;
  for (int i = 0; i < n; ++i) wanted[3 * i] += alpha * x[2 * i];
  CHECK(AreNear(dy.Get(), wanted));

  float dot, norm, sum;
  OK(cublasSdot(handle, n, dx, 2, dx, 2, &dot));
  OK(cublasSnrm2(handle, n, dx, 2, &norm));
  OK(cublasSasum(handle, n, dx, 2, &sum));
  double squares = 0, sizes = 0;
  for (int i = 0; i < n; ++i) squares += double(x[2 * i]) * x[2 * i], sizes += std::fabs(x[2 * i]);
  CHECK(IsNear(dot, squares) && IsNear(norm, std::sqrt(squares)) && IsNear(sum, sizes));

  // Positions count from 1, and the first of equals wins.
  Device<float> few(std::vector<float>{3, -7, 1, 7, -1});
  int most, least;
  OK(cublasIsamax(handle, 5, few, 1, &most));
  OK(cublasIsamin(handle, 5, few, 1, &least));
  CHECK(most == 2 && least == 3);

  // A result on the device is there when the stream has come so far.
  Device<float> result(std::vector<float>{0}), factor(std::vector<float>{2});
  OK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
  OK(cublasSdot(handle, n, dx, 2, dx, 2, result));
  OK(cublasSscal(handle, n, factor, dx, 1));
  OK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
  CHECK(IsNear(result.Get()[0], squares));
  wanted = x;
  for (int i = 0; i < n; ++i) wanted[i] *= 2;
  CHECK(AreNear(dx.Get(), wanted));

  const std::vector<cuComplex> z = {{1, 2}, {3, -1}};
  Device<cuComplex> dz(z);
  cuComplex plain, conjugated;
  OK(cublasCdotu(handle, 2, dz, 1, dz, 1, &plain));
  OK(cublasCdotc(handle, 2, dz, 1, dz, 1, &conjugated));
  CHECK(plain.x == 5 && plain.y == -2 && conjugated.x == 15 && conjugated.y == 0);

  std::vector<double> up = {1, 2, 3}, down(3);
  Device<double> from(up), to(std::vector<double>(3));
  OK(cublasDcopy(handle, 3, from, 1, to, -1));
  down = to.Get();
  CHECK(down[0] == 3 && down[1] == 2 && down[2] == 1);
  OK(cublasDswap(handle, 3, from, 1, to, 1));
  CHECK(from.Get()[0] == 3 && to.Get()[0] == 1);
}

void TestMatrixTimesVector() {
  const int m = 5, n = 3, lda = 7;
  const std::vector<double> a = Numbers<double>(lda * n), x = Numbers<double>(m);
  for (int transposed = 0; transposed < 2; ++transposed) {
    const int rows = transposed ? n : m, columns = transposed ? m : n;
    std::vector<double> y = Numbers<double>(rows), wanted(rows);
    const double alpha = 0.5, beta = -2;
    for (int i = 0; i < rows; ++i) {
      wanted[i] = beta * y[i];
      for (int j = 0; j < columns; ++j) wanted[i] += alpha * At(a, lda, transposed, i, j) * x[j];
    }
    Device<double> da(a), dx(x), dy(y);
    OK(cublasDgemv(handle, transposed ? CUBLAS_OP_T : CUBLAS_OP_N, m, n, &alpha, da, lda, dx, 1, &beta, dy, 1));
    CHECK(AreNear(dy.Get(), wanted, 1e-12));
  }
  // A * x = b, solved and multiplied again.
  std::vector<double> lower = {2, 1, -1, 0, 3, 4, 0, 0, 5};
  Device<double> da(lower), dx(std::vector<double>{1, 2, 3});
  OK(cublasDtrmv(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, 3, da, 3, dx, 1));
  CHECK(AreNear(dx.Get(), {2, 7, 22}));
  OK(cublasDtrsv(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, 3, da, 3, dx, 1));
  CHECK(AreNear(dx.Get(), {1, 2, 3}));
  // y * x' added to a matrix.
  Device<double> outer(std::vector<double>(6)), u(std::vector<double>{1, 2}), v(std::vector<double>{3, 4, 5});
  const double one = 1;
  OK(cublasDger(handle, 2, 3, &one, u, 1, v, 1, outer, 2));
  CHECK(AreNear(outer.Get(), {3, 6, 4, 8, 5, 10}));
}

template <class T, class Gemm>
void TestProduct(Gemm gemm, double within) {
  const int m = 9, n = 6, k = 11, ldc = m + 2;
  for (int ta = 0; ta < 2; ++ta)
    for (int tb = 0; tb < 2; ++tb) {
      const int lda = (ta ? k : m) + 1, ldb = (tb ? n : k) + 3;
      const std::vector<T> a = Numbers<T>(lda * (ta ? m : k)), b = Numbers<T>(ldb * (tb ? k : n));
      std::vector<T> c = Numbers<T>(ldc * n), wanted = c;
      const T alpha = T(2.0f), beta = T(0.5f);
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < m; ++i) {
          double sum = 0;
          for (int p = 0; p < k; ++p) sum += double(float(At(a, lda, ta, i, p))) * double(float(At(b, ldb, tb, p, j)));
          wanted[i + j * ldc] = T(float(double(float(alpha)) * sum + double(float(beta)) * double(float(c[i + j * ldc]))));
        }
      Device<T> da(a), db(b), dc(c);
      OK(gemm(handle, ta ? CUBLAS_OP_T : CUBLAS_OP_N, tb ? CUBLAS_OP_T : CUBLAS_OP_N, m, n, k, &alpha, da.data, lda,
              db.data, ldb, &beta, dc.data, ldc));
      CHECK(AreNear(dc.Get(), wanted, within));
    }
}

void TestBatches() {
  const int n = 4, count = 3;
  const std::vector<float> a = Numbers<float>(n * n * count), b = Numbers<float>(n * n * count);
  Device<float> da(a), db(b), strided(std::vector<float>(n * n * count)), listed(std::vector<float>(n * n * count));
  const float one = 1, zero = 0;
  OK(cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, da, n, n * n, db, n, n * n, &zero,
                               strided, n, n * n, count));
  std::vector<float*> as, bs, cs;
  for (int i = 0; i < count; ++i) {
    as.push_back(da + i * n * n);
    bs.push_back(db + i * n * n);
    cs.push_back(listed + i * n * n);
  }
  Device<float*> pa(as), pb(bs), pc(cs);
  OK(cublasSgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, pa, n, pb, n, &zero, pc, n, count));
  std::vector<float> wanted(n * n * count);
  for (int batch = 0; batch < count; ++batch)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        for (int p = 0; p < n; ++p)
          wanted[batch * n * n + i + j * n] += a[batch * n * n + i + p * n] * b[batch * n * n + p + j * n];
  CHECK(AreNear(strided.Get(), wanted) && AreNear(listed.Get(), wanted));
}

void TestTypes() {
  // Sums of 8-bit products are exact.
  const std::vector<signed char> a = {127, -128, 3, 4}, b = {1, 2, -3, 100};
  Device<signed char> da(a), db(b);
  Device<int> dc(std::vector<int>(4));
  const int one = 1, zero = 0;
  OK(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, da, CUDA_R_8I, 2, db, CUDA_R_8I, 2, &zero, dc,
                  CUDA_R_32I, 2, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT));
  CHECK(dc.Get() == (std::vector<int>{133, -120, -81, 784}));

  std::vector<__nv_bfloat16> x = {__float2bfloat16(1.5f), __float2bfloat16(-2.0f)};
  Device<__nv_bfloat16> dx(x);
  Device<float> product(std::vector<float>{NAN});
  const float alpha = 1, none = 0;
  OK(cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, 1, 1, 2, &alpha, dx, CUDA_R_16BF, 2, dx, CUDA_R_16BF, 2, &none,
                  product, CUDA_R_32F, 1, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT_TENSOR_OP));
  CHECK(product.Get()[0] == 6.25f);
  Device<__nv_bfloat16> rounded(std::vector<__nv_bfloat16>{__float2bfloat16(0)});
  OK(cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, 1, 1, 2, &alpha, dx, CUDA_R_16BF, 2, dx, CUDA_R_16BF, 2, &none,
                  rounded, CUDA_R_16BF, 1, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
  CHECK(__bfloat162float(rounded.Get()[0]) == 6.25f);
}

void TestSpecialMatrices() {
  const double one = 1, zero = 0;
  // The other triangle is never read.
  const std::vector<double> lower = {2, 1, NAN, 3};
  Device<double> a(lower), b(std::vector<double>{1, 0, 0, 1}), c(std::vector<double>(4, NAN));
  OK(cublasDsymm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, 2, 2, &one, a, 2, b, 2, &zero, c, 2));
  CHECK(AreNear(c.Get(), {2, 1, 1, 3}));
  Device<double> v(std::vector<double>{1, 2, 3, 4}), w(std::vector<double>{0, 0, 9, 0});
  OK(cublasDsyrk(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, 2, 2, &one, v, 2, &zero, w, 2));
  CHECK(AreNear(w.Get(), {10, 14, 9, 20}));
  // Out of place: B stays.
  Device<double> x(std::vector<double>{1, 2, 3, 4}), y(std::vector<double>(4));
  OK(cublasDtrmm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, 2, 2, &one, a, 2,
                 x, 2, y, 2));
  CHECK(AreNear(y.Get(), {2, 7, 6, 15}) && AreNear(x.Get(), {1, 2, 3, 4}));
  OK(cublasDtrsm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, 2, 2, &one, a, 2,
                 y, 2));
  CHECK(AreNear(y.Get(), {1, 2, 3, 4}));
  // A transposed matrix, and one with scaled columns.
  Device<double> t(std::vector<double>(6)), s(std::vector<double>{1, 2, 3, 4, 5, 6});
  OK(cublasDgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, 3, 2, &one, s, 2, &zero, t, 3, t, 3));
  CHECK(AreNear(t.Get(), {1, 3, 5, 2, 4, 6}));
  Device<double> d(std::vector<double>{10, 100}), scaled(std::vector<double>(6));
  OK(cublasDdgmm(handle, CUBLAS_SIDE_RIGHT, 3, 2, t, 3, d, 1, scaled, 3));
  CHECK(AreNear(scaled.Get(), {10, 30, 50, 200, 400, 600}));
}

__global__ void Double(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}

// Kernels and calls of the library follow one another in a stream, and in a graph.
void TestStreamsAndGraphs() {
  cudaStream_t stream;
  CUDA(cudaStreamCreate(&stream));
  OK(cublasSetStream(handle, stream));
  Device<float> x(std::vector<float>{1, 1}), y(std::vector<float>{0, 0});
  const float one = 1;
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  Double<<<1, 32, 0, stream>>>(y, 2);
  OK(cublasSaxpy(handle, 2, &one, x, 1, y, 1));
  CUDA(cudaStreamEndCapture(stream, &graph));
  CHECK(y.Get()[0] == 0);
  CUDA(cudaGraphInstantiate(&executable, graph, 0));
  for (int i = 0; i < 3; ++i) CUDA(cudaGraphLaunch(executable, stream));
  CUDA(cudaStreamSynchronize(stream));
  CHECK(y.Get()[0] == 7 && y.Get()[1] == 7);
  CUDA(cudaGraphExecDestroy(executable));
  CUDA(cudaGraphDestroy(graph));
  OK(cublasSetStream(handle, nullptr));
  CUDA(cudaStreamDestroy(stream));
}

void TestTransfers() {
  const std::vector<float> host = {1, 2, 3, 4, 5, 6};
  Device<float> device(std::vector<float>(6));
  OK(cublasSetMatrix(2, 2, sizeof(float), host.data(), 3, device, 2));
  const std::vector<float> there = device.Get();
  CHECK(there[0] == 1 && there[1] == 2 && there[2] == 4 && there[3] == 5);
  std::vector<float> back(6, -1.0f);
  OK(cublasGetVector(2, sizeof(float), device, 2, back.data(), 3));
  CHECK(back[0] == 1 && back[3] == 4 && back[1] == -1);
}

void TestMisuse() {
  Device<float> x(std::vector<float>(4));
  const float one = 1;
  CHECK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, x, 1, x, 2, &one, x, 2) ==
        CUBLAS_STATUS_INVALID_VALUE);
  CHECK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, -1, 2, 2, &one, x, 2, x, 2, &one, x, 2) ==
        CUBLAS_STATUS_INVALID_VALUE);
  CHECK(cublasSaxpy(nullptr, 1, &one, x, 1, x, 1) == CUBLAS_STATUS_NOT_INITIALIZED);
  CHECK(std::strcmp(cublasGetStatusName(CUBLAS_STATUS_INVALID_VALUE), "CUBLAS_STATUS_INVALID_VALUE") == 0);
  // Nothing to do is no error.
  OK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 0, 2, 2, &one, x, 1, x, 2, &one, x, 1));
  OK(cublasSaxpy(handle, 0, &one, x, 1, x, 1));
}

int main() {
  OK(cublasCreate(&handle));
  TestVectors();
  TestMatrixTimesVector();
  TestProduct<float>(cublasSgemm, 1e-5);
  TestProduct<double>(cublasDgemm, 1e-6);
  TestProduct<__half>(cublasHgemm, 2e-2);
  TestBatches();
  TestTypes();
  TestSpecialMatrices();
  TestStreamsAndGraphs();
  TestTransfers();
  TestMisuse();
  OK(cublasDestroy(handle));
  std::puts("ok");
}
