// The same calls succeed, and their status is ignored all the same. An owner that owns nothing destroys null.
// flags: -lcublas -lcufft -lcurand
#include <cublas_v2.h>
#include <cufft.h>
#include <curand.h>

#include <cstdio>

__global__ void add(float* data) { data[threadIdx.x] += 1; }

int main() {
  float *data, host[16] = {};
  cudaMalloc(&data, 64 * sizeof(float));
  cudaMemset(data, 0, 64 * sizeof(float));
  cublasHandle_t blas, none = nullptr;
  cublasCreate(&blas);
  cublasSetVector(16, sizeof(float), host, 1, data, 2);
  cublasSetMatrix(4, 4, sizeof(float), host, 4, data, 5);
  const float one = 1;
  cublasSetStream(blas, nullptr);
  cublasSgemv(blas, CUBLAS_OP_N, 4, 4, &one, data, 4, data + 16, 1, &one, data + 32, 1);
  cublasDestroy(blas);
  cublasDestroy(none);
  cufftHandle plan;
  cufftPlan1d(&plan, 32, CUFFT_C2C, 1);
  cufftExecC2C(plan, reinterpret_cast<cufftComplex*>(data), reinterpret_cast<cufftComplex*>(data), CUFFT_FORWARD);
  cufftDestroy(plan);
  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandGenerateNormal(generator, data, 16, 0, 1);
  curandGenerateUniform(generator, data, 16);
  curandDestroyGenerator(generator);
  add<<<1, 64>>>(data);
  cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
  printf("%g\n", host[3]);
  cudaFree(data);
}
