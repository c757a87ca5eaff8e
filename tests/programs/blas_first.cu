// The first API of cuBLAS (cublas.h): no handles, letters, scalars and results by value. Matrices are stored by columns.
#include <cublas.h>

#include <cmath>
#include <cstdio>
#include <vector>

// A kernel of the program, between calls of the library.
__global__ void Fill(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = static_cast<float>(i);
}

static int wrong = 0;
static void Expect(bool right, const char* what) {
  if (!right) puts(what), ++wrong;
}

template <class T>
static T* OnDevice(const std::vector<T>& values) {
  T* made = nullptr;
  Expect(cublasAlloc(static_cast<int>(values.size()), sizeof(T), (void**)&made) == CUBLAS_STATUS_SUCCESS, "cublasAlloc");
  Expect(cublasSetVector(static_cast<int>(values.size()), sizeof(T), values.data(), 1, made, 1) == CUBLAS_STATUS_SUCCESS,
         "cublasSetVector");
  return made;
}
template <class T>
static std::vector<T> OnHost(const T* values, int count) {
  std::vector<T> host(count);
  cublasGetVector(count, sizeof(T), values, 1, host.data(), 1);
  return host;
}

int main() {
  float* none = nullptr;
  Expect(cublasAlloc(4, 4, (void**)&none) == CUBLAS_STATUS_NOT_INITIALIZED, "before cublasInit");
  cublasStatus status = cublasInit();
  Expect(status == CUBLAS_STATUS_SUCCESS, "cublasInit");

  const int n = 100;
  std::vector<float> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = static_cast<float>(i), y[i] = static_cast<float>(2 - i % 5);
  float *dx = OnDevice(y), *dy = OnDevice(y);
  Fill<<<1, 128>>>(dx, n);
  float dot = 0, sum = 0;
  for (int i = 0; i < n; ++i) dot += x[i] * y[i], sum += std::fabs(y[i]);
  Expect(cublasSdot(n, dx, 1, dy, 1) == dot, "sdot");
  Expect(cublasSasum(n, dy, 1) == sum, "sasum");
  Expect(cublasIsamax(n, dx, 1) == 100 && cublasIsamin(n, dx, 1) == 1, "isamax");
  cublasSaxpy(n, 2.0f, dx, 1, dy, 1);
  cublasSscal(n, 0.5f, dx, 1);
  Expect(OnHost(dy, n)[7] == 2 * x[7] + y[7] && OnHost(dx, n)[7] == 3.5f, "saxpy, sscal");

  // Complex vectors are rotated too.
  cuComplex *u = OnDevice(std::vector<cuComplex>{{1, 2}}), *v = OnDevice(std::vector<cuComplex>{{3, -1}});
  cublasCrot(1, u, 1, v, 1, 0.5f, cuComplex{0, 2});
  const cuComplex first = OnHost(u, 1)[0], second = OnHost(v, 1)[0];
  Expect(first.x == 2.5f && first.y == 7 && second.x == -2.5f && second.y == 1.5f, "crot");
  cublasCsrot(1, u, 1, v, 1, 0.0f, 1.0f);
  Expect(OnHost(u, 1)[0].x == -2.5f && OnHost(v, 1)[0].y == -7, "csrot");
  cuComplex made{3, 4}, sine;
  float cosine;
  cublasCrotg(&made, cuComplex{0, 0}, &cosine, &sine);
  Expect(cosine == 1 && made.x == 3 && made.y == 4, "crotg");
  cudaFree(u);
  cudaFree(v);

  // c = 2 a b + c, of 4 x 3 and 3 x 2; then the triangle of a square matrix times b, in place.
  std::vector<double> a(12), b(6), c(8, 1);
  for (int i = 0; i < 12; ++i) a[i] = i + 1;
  for (int i = 0; i < 6; ++i) b[i] = i - 2;
  double *da = OnDevice(a), *db = OnDevice(b), *dc = OnDevice(c);
  cublasDgemm('n', 'N', 4, 2, 3, 2.0, da, 4, db, 3, 1.0, dc, 4);
  const std::vector<double> product = OnHost(dc, 8);
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 4; ++i) {
      double want = 1;
      for (int k = 0; k < 3; ++k) want += 2 * a[i + 4 * k] * b[k + 3 * j];
      Expect(product[i + 4 * j] == want, "dgemm");
    }
  cublasDtrmm('L', 'U', 'T', 'N', 3, 2, 1.0, da, 4, db, 3);
  const std::vector<double> below = OnHost(db, 6);
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 3; ++i) {
      double want = 0;
      for (int k = 0; k <= i; ++k) want += a[k + 4 * i] * b[k + 3 * j];
      Expect(below[i + 3 * j] == want, "dtrmm");
    }
  cublasDtrsm('L', 'U', 'T', 'N', 3, 2, 1.0, da, 4, db, 3);
  for (int i = 0; i < 6; ++i) Expect(std::fabs(OnHost(db, 6)[i] - b[i]) < 1e-9, "dtrsm");

  const cuComplex z[2] = {{1, 2}, {3, -1}};
  cuComplex* dz = OnDevice(std::vector<cuComplex>(z, z + 2));
  const cuComplex square = cublasCdotc(2, dz, 1, dz, 1);
  Expect(square.x == 15 && square.y == 0 && cublasScnrm2(2, dz, 1) == std::sqrt(15.0f), "cdotc");

  Expect(cublasGetError() == CUBLAS_STATUS_SUCCESS, "no error yet");
  cublasSgemv('x', 2, 2, 1.0f, dx, 2, dx, 1, 0.0f, dy, 1);
  Expect(cublasGetError() == CUBLAS_STATUS_INVALID_VALUE && cublasGetError() == CUBLAS_STATUS_SUCCESS, "a wrong letter");
  for (void* each : {(void*)dx, (void*)dy, (void*)da, (void*)db, (void*)dc, (void*)dz})
    Expect(cublasFree(each) == CUBLAS_STATUS_SUCCESS, "cublasFree");
  Expect(cublasShutdown() == CUBLAS_STATUS_SUCCESS, "cublasShutdown");
  puts(wrong ? "wrong" : "ok");
  return wrong != 0;
}
