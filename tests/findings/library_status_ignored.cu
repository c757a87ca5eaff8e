// Calls of libraries fail, nobody looks at their status, and the program goes on with what is not there.
// flags: -lcublas -lcufft -lcurand
// told: `cublasSetVector` refuses its arguments: an increment is 0
// told: `cublasSetMatrix` refuses its arguments: a leading dimension is 2, and there are 4 rows
// told: `cublasSetStream` refuses its arguments: `handle` is none
// told: `cublasDestroy` refuses its arguments: `handle` is none
#include <cublas_v2.h>
#include <cufft.h>
#include <curand.h>

#include <cstdio>

__global__ void add(float* data) { data[threadIdx.x] += 1; }

int main() {
  float *data, host[16] = {};
  cudaMalloc(&data, 64 * sizeof(float));
  cudaMemset(data, 0, 64 * sizeof(float));
  cublasHandle_t blas;
  cublasCreate(&blas);
  cublasSetVector(16, sizeof(float), host, 0, data, 1);     // expect: api-misuse
  cublasSetMatrix(4, 4, sizeof(float), host, 4, data, 2);  // expect: api-misuse
  const float one = 1;
  cublasSgemv(blas, CUBLAS_OP_N, 4, 4, &one, data, 2, data + 16, 1, &one, data + 32, 1);  // expect: api-misuse
  cublasDestroy(blas);
  cublasSetStream(blas, nullptr);  // expect: api-misuse
  cublasDestroy(blas);             // expect: api-misuse
  cufftHandle plan;
  cufftPlan1d(&plan, 32, CUFFT_R2C, 1);
  cufftExecC2C(plan, reinterpret_cast<cufftComplex*>(data), reinterpret_cast<cufftComplex*>(data),  // expect: api-misuse
               CUFFT_FORWARD);
  cufftDestroy(plan);
  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandGenerateNormal(generator, data, 15, 0, 1);  // expect: api-misuse
  curandDestroyGenerator(generator);
  curandGenerateUniform(generator, data, 16);  // expect: api-misuse
  add<<<1, 64>>>(data);
  cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
  printf("%g\n", host[3]);
  cudaFree(data);
}
