// flags: -lcublas
// cuBLAS: groups of products, gemm3m and products of complex numbers whose types are named at run time, rotations, symmetric
// matrices of complex numbers, packed triangles, matrices of 16-bit numbers times vectors, each against plain loops.
#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

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

using Complex = std::complex<double>;
Complex Of(cuComplex x) { return {x.x, x.y}; }
bool IsNear(Complex a, Complex b, double within = 1e-5) { return std::abs(a - b) <= within * (1 + std::abs(b)); }
template <class T>
std::vector<T> Reals(size_t count) {
  std::vector<T> values(count);
  for (T& value : values) value = T(Random());
  return values;
}
std::vector<cuComplex> Numbers(size_t count) {
  std::vector<cuComplex> values(count);
  for (cuComplex& value : values) value = {Random(), Random()};
  return values;
}

// Two groups: three products of one shape, and one of another.
template <class T, class Call>
void MultiplyGroups(Call call) {
  const int m[] = {3, 2}, n[] = {2, 5}, k[] = {4, 1}, lda[] = {4, 3}, ldb[] = {4, 5}, ldc[] = {5, 2}, sizes[] = {3, 1};
  const cublasOperation_t ta[] = {CUBLAS_OP_T, CUBLAS_OP_N}, tb[] = {CUBLAS_OP_N, CUBLAS_OP_T};
  const T alpha[] = {2, -1}, beta[] = {0.5, 0};
  const int room = 64;
  const std::vector<T> a = Reals<T>(4 * room), b = Reals<T>(4 * room), c = Reals<T>(4 * room);
  Device<T> da(a), db(b), dc(c);
  std::vector<T*> pa, pb, pc;
  for (int i = 0; i < 4; ++i) pa.push_back(da + i * room), pb.push_back(db + i * room), pc.push_back(dc + i * room);
  Device<T*> as(pa), bs(pb), cs(pc);
  OK(call(ta, tb, m, n, k, alpha, as.data, lda, bs.data, ldb, beta, cs.data, ldc, sizes));
  const std::vector<T> got = dc.Get();
  for (int at = 0; at < 4; ++at) {
    const int g = at == 3;
    for (int i = 0; i < m[g]; ++i)
      for (int j = 0; j < n[g]; ++j) {
        double sum = 0;
        for (int p = 0; p < k[g]; ++p)
          sum += double(a[at * room + (ta[g] ? p + i * lda[g] : i + p * lda[g])]) * b[at * room + (tb[g] ? j + p * ldb[g] : p + j * ldb[g])];
        CHECK(IsNear(got[at * room + i + j * ldc[g]], alpha[g] * sum + beta[g] * c[at * room + i + j * ldc[g]]));
      }
  }
  CHECK(got[3] == c[3]);  // between the columns
}

void MultiplyComplexNumbers() {
  const int n = 5, k = 3;
  const std::vector<cuComplex> a = Numbers(n * k), b = Numbers(k * n), c = Numbers(n * n);
  const cuComplex alpha{1.5f, -0.5f}, beta{0.25f, 1};
  Device<cuComplex> da(a), db(b), plain(c), three(c), typed(c), batch(c), symmetric(c), hermitian(c);
  OK(cublasCgemm(handle, CUBLAS_OP_N, CUBLAS_OP_C, n, n, k, &alpha, da, n, db, n, &beta, plain, n));
  OK(cublasCgemm3m(handle, CUBLAS_OP_N, CUBLAS_OP_C, n, n, k, &alpha, da, n, db, n, &beta, three, n));
  OK(cublasCgemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_C, n, n, k, &alpha, da, CUDA_C_32F, n, db, CUDA_C_32F, n, &beta, typed, CUDA_C_32F, n));
  OK(cublasCgemm3mStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_C, n, n, k, &alpha, da, n, 0, db, n, 0, &beta, batch, n, 0, 1));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      Complex sum = 0;
      for (int p = 0; p < k; ++p) sum += Of(a[i + p * n]) * std::conj(Of(b[j + p * n]));
      const Complex wanted = Of(alpha) * sum + Of(beta) * Of(c[i + j * n]);
      for (const Device<cuComplex>* got : {&plain, &three, &typed, &batch}) CHECK(IsNear(Of(got->Get()[i + j * n]), wanted));
    }
  const float real = 2, keep = -1;
  OK(cublasCsyrkEx(handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_T, n, k, &alpha, da, CUDA_C_32F, k, &beta, symmetric, CUDA_C_32F, n));
  OK(cublasCherkEx(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, n, k, &real, da, CUDA_C_32F, n, &keep, hermitian, CUDA_C_32F, n));
  const auto s = symmetric.Get(), h = hermitian.Get();
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      Complex sum = 0, inner = 0;
      for (int p = 0; p < k; ++p) sum += Of(a[p + i * k]) * Of(a[p + j * k]), inner += Of(a[i + p * n]) * std::conj(Of(a[j + p * n]));
      const Complex before = Of(c[i + j * n]);
      CHECK(IsNear(Of(s[i + j * n]), i <= j ? Of(alpha) * sum + Of(beta) * before : before));
      const Complex wanted = 2.0 * inner - before;
      CHECK(IsNear(Of(h[i + j * n]), i > j ? wanted : i == j ? wanted.real() : before));
    }
  // Eight-bit parts, through cublasGemmEx.
  std::vector<char2> small = {{1, 2}, {-3, 4}};
  Device<char2> eight(small);
  Device<cuComplex> product(std::vector<cuComplex>(1));
  const cuComplex one{1, 0}, zero{0, 0};
  OK(cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, 1, 1, 2, &one, eight, CUDA_C_8I, 2, eight, CUDA_C_8I, 2, &zero, product, CUDA_C_32F, 1,
                  CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
  CHECK(Of(product.Get()[0]) == Complex(-10, -20));
}

void UseSymmetricMatrices() {
  const int n = 4;
  const std::vector<cuComplex> a = Numbers(n * n), x = Numbers(2 * n), y = Numbers(n);
  const cuComplex alpha{1, 2}, beta{-1, 0.5f};
  for (const cublasFillMode_t uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
    const auto is_kept = [&](int i, int j) { return uplo == CUBLAS_FILL_MODE_LOWER ? i >= j : i <= j; };
    Device<cuComplex> da(a), once(a), twice(a), dx(x), dy(y);
    OK(cublasCsymv(handle, uplo, n, &alpha, da, n, dx, 2, &beta, dy, -1));
    OK(cublasCsyr(handle, uplo, n, &alpha, dx, 2, once, n));
    OK(cublasCsyr2(handle, uplo, n, &alpha, dx, 2, dx, -2, twice, n));
    for (int i = 0; i < n; ++i) {
      Complex sum = 0;
      for (int j = 0; j < n; ++j) sum += Of(is_kept(i, j) ? a[i + j * n] : a[j + i * n]) * Of(x[2 * j]);
      CHECK(IsNear(Of(dy.Get()[n - 1 - i]), Of(alpha) * sum + Of(beta) * Of(y[n - 1 - i])));
      for (int j = 0; j < n; ++j) {
        const Complex xi = Of(x[2 * i]), xj = Of(x[2 * j]), yi = Of(x[2 * (n - 1 - i)]), yj = Of(x[2 * (n - 1 - j)]);
        const Complex kept = Of(a[i + j * n]), factor = is_kept(i, j) ? Of(alpha) : 0;
        CHECK(IsNear(Of(once.Get()[i + j * n]), kept + factor * xi * xj));
        CHECK(IsNear(Of(twice.Get()[i + j * n]), kept + factor * (xi * yj + yi * xj)));
      }
    }
  }
}

void Rotate() {
  const int n = 5;
  const std::vector<cuComplex> x = Numbers(n), y = Numbers(2 * n);
  const float c = 0.6f, real = 0.8f;
  const cuComplex s{0.48f, -0.64f};
  Device<cuComplex> dx(x), dy(y), rx(x), ry(y);
  OK(cublasCrot(handle, n, dx, 1, dy, 2, &c, &s));
  OK(cublasCsrot(handle, n, rx, 1, ry, 2, &c, &real));
  for (int i = 0; i < n; ++i) {
    const Complex a = Of(x[i]), b = Of(y[2 * i]);
    CHECK(IsNear(Of(dx.Get()[i]), double(c) * a + Of(s) * b) && IsNear(Of(dy.Get()[2 * i]), double(c) * b - std::conj(Of(s)) * a));
    CHECK(IsNear(Of(rx.Get()[i]), double(c) * a + double(real) * b) && IsNear(Of(ry.Get()[2 * i]), double(c) * b - double(real) * a));
  }
  // The rotation that makes the second of two numbers 0.
  cuComplex a{3, 1}, b{-2, 4}, sine;
  float cosine;
  const Complex first = Of(a), second = Of(b);
  OK(cublasCrotg(handle, &a, &b, &cosine, &sine));
  CHECK(IsNear(double(cosine) * first + Of(sine) * second, Of(a)));
  CHECK(IsNear(double(cosine) * second - std::conj(Of(sine)) * first, 0.0));
  double p = 3, q = 4, dc, ds;
  OK(cublasRotgEx(handle, &p, &q, CUDA_R_64F, &dc, &ds, CUDA_R_64F, CUDA_R_64F));
  CHECK(IsNear(p, 5.0) && IsNear(dc, 0.6) && IsNear(ds, 0.8));
  const std::vector<float> u = Reals<float>(n), v = Reals<float>(n);
  Device<float> du(u), dv(v);
  const float all[5] = {-1, 1, 2, 3, 4};
  OK(cublasRotmEx(handle, n, du, CUDA_R_32F, 1, dv, CUDA_R_32F, 1, all, CUDA_R_32F, CUDA_R_32F));
  for (int i = 0; i < n; ++i) CHECK(IsNear(du.Get()[i], u[i] + 3 * v[i]) && IsNear(dv.Get()[i], 2 * u[i] + 4 * v[i]));
}

void PackTriangles() {
  const int n = 4, lda = 6;
  for (const cublasFillMode_t uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
    const std::vector<double> a = Reals<double>(lda * n);
    Device<double> whole(a), packed(std::vector<double>(n * (n + 1) / 2)), again(std::vector<double>(lda * n));
    OK(cublasDtrttp(handle, uplo, n, whole, lda, packed));
    OK(cublasDtpttr(handle, uplo, n, packed, again, lda));
    int next = 0;
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const bool is_kept = uplo == CUBLAS_FILL_MODE_LOWER ? i >= j : i <= j;
        if (is_kept) CHECK(packed.Get()[next++] == a[i + j * lda]);
        CHECK(again.Get()[i + j * lda] == (is_kept ? a[i + j * lda] : 0));
      }
  }
}


void MultiplyShortNumbers() {
  const int m = 5, n = 3, lda = 6, count = 2;
  std::vector<__half> a(lda * n * count), x(m * count);
  std::vector<__nv_bfloat16> ba(lda * n * count), bx(m * count);
  for (size_t i = 0; i < a.size(); ++i) a[i] = __float2half(Random()), ba[i] = __float2bfloat16(__half2float(a[i]));
  for (size_t i = 0; i < x.size(); ++i) x[i] = __float2half(Random()), bx[i] = __float2bfloat16(__half2float(x[i]));
  const std::vector<float> y = Reals<float>(n * count);
  Device<__half> da(a), dx(x), half(std::vector<__half>(n * count));
  Device<__nv_bfloat16> dba(ba), dbx(bx);
  Device<float> dy(y), bfloat(y);
  const float alpha = 2, beta = -1, zero = 0;
  OK(cublasHSSgemvStridedBatched(handle, CUBLAS_OP_T, m, n, &alpha, da, lda, lda * n, dx, 1, m, &beta, dy, 1, n, count));
  OK(cublasHSHgemvStridedBatched(handle, CUBLAS_OP_T, m, n, &alpha, da, lda, lda * n, dx, 1, m, &zero, half, 1, n, count));
  Device<const __nv_bfloat16*> as(std::vector<const __nv_bfloat16*>{dba, dba + lda * n}), xs(std::vector<const __nv_bfloat16*>{dbx, dbx + m});
  Device<float*> ys(std::vector<float*>{bfloat, bfloat + n});
  OK(cublasTSSgemvBatched(handle, CUBLAS_OP_T, m, n, &alpha, as.data, lda, xs.data, 1, &beta, ys.data, 1, count));
  for (int b = 0; b < count; ++b)
    for (int j = 0; j < n; ++j) {
      double sum = 0, other = 0;
      for (int i = 0; i < m; ++i) {
        const int at = b * lda * n + i + j * lda;
        sum += __half2float(a[at]) * __half2float(x[b * m + i]);
        other += __bfloat162float(ba[at]) * __bfloat162float(bx[b * m + i]);
      }
      CHECK(IsNear(dy.Get()[b * n + j], 2 * sum - y[b * n + j]));
      CHECK(IsNear(bfloat.Get()[b * n + j], 2 * other - y[b * n + j]));
      CHECK(IsNear(__half2float(half.Get()[b * n + j]), 2 * sum, 2e-3));
    }
}

// What older programs pass, and what a handle keeps.
void UseTheLibrary() {
  Device<float> x(std::vector<float>{1, 2, 3, 4}), product(std::vector<float>(1));
  const float one = 1, zero = 0;
  OK(cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, 1, 1, 4, &one, x, CUDA_R_32F, 4, x, CUDA_R_32F, 4, &zero, product, CUDA_R_32F, 1,
                  CUDA_R_32F, CUBLAS_GEMM_DEFAULT));
  CHECK(product.Get()[0] == 30);
  cublasComputeType_t type;
  OK(cublasMigrateComputeType(handle, CUDA_C_64F, &type));
  CHECK(type == CUBLAS_COMPUTE_64F);
  OK(cublasLoggerConfigure(0, 0, 0, nullptr));
  OK(cublasSetLoggerCallback(nullptr));
  cublasLogCallback callback;
  OK(cublasGetLoggerCallback(&callback));
  CHECK(callback == nullptr);
  cublasEmulationStrategy_t strategy;
  OK(cublasSetEmulationStrategy(handle, CUBLAS_EMULATION_STRATEGY_EAGER));
  OK(cublasGetEmulationStrategy(handle, &strategy));
  CHECK(strategy == CUBLAS_EMULATION_STRATEGY_EAGER);
  OK(cublasSetEmulationStrategy(handle, CUBLAS_EMULATION_STRATEGY_DEFAULT));
  char* workspace;
  CUDA(cudaMalloc(&workspace, 1 << 20));
  OK(cublasSetWorkspace(handle, workspace, 1 << 20));
  OK(cublasSetWorkspace(handle, nullptr, 0));
  CUDA(cudaFree(workspace));
}

__global__ void Nothing() {}

int main() {
  Nothing<<<1, 1>>>();
  OK(cublasCreate(&handle));
  MultiplyGroups<float>([](auto ta, auto tb, auto m, auto n, auto k, auto alpha, auto a, auto lda, auto b, auto ldb, auto beta, auto c,
                           auto ldc, auto sizes) {
    return cublasSgemmGroupedBatched(handle, ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, 2, sizes);
  });
  MultiplyGroups<double>([](auto ta, auto tb, auto m, auto n, auto k, auto alpha, auto a, auto lda, auto b, auto ldb, auto beta, auto c,
                            auto ldc, auto sizes) {
    return cublasGemmGroupedBatchedEx(handle, ta, tb, m, n, k, alpha, (const void**)a, CUDA_R_64F, lda, (const void**)b, CUDA_R_64F,
                                      ldb, beta, (void**)c, CUDA_R_64F, ldc, 2, sizes, CUBLAS_COMPUTE_64F);
  });
  MultiplyComplexNumbers();
  UseSymmetricMatrices();
  Rotate();
  PackTriangles();
  MultiplyShortNumbers();
  UseTheLibrary();
  OK(cublasDestroy(handle));
  std::puts("ok");
}
