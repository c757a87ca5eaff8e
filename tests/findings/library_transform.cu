// flags: -lcufft -lcurand
// recorded: the host calls a library, and no kernel runs
// cuFFT and cuRAND: a real row in place without room for its transform, an array that was never written, too few cells, a plan
// of another type.
#include <cuda_runtime.h>
#include <cufft.h>
#include <curand.h>

int main() {
  const int n = 8;
  const float host[n] = {1, 2, 3};
  float *row, *numbers;
  cufftComplex* empty;
  cudaMalloc(&row, n * sizeof(float));
  cudaMalloc(&empty, n * sizeof(cufftComplex));
  cudaMalloc(&numbers, n * sizeof(float));
  cudaMemcpy(row, host, sizeof host, cudaMemcpyHostToDevice);
  cufftHandle real, both;
  cufftPlan1d(&real, n, CUFFT_R2C, 1);
  cufftPlan1d(&both, n, CUFFT_C2C, 1);
  // told: `cufftExecC2C` reads `empty` \(its `idata`\), where nothing was ever written
  cufftExecC2C(both, empty, empty, CUFFT_FORWARD);  // expect: uninitialized-global
  // told: `cufftExecC2C` refuses its arguments: `plan` is for a transform of another type
  cufftExecC2C(real, empty, empty, CUFFT_FORWARD);  // expect: api-misuse
  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  // told: `curandGenerateNormal` refuses its arguments: `n` is 7, and this generator makes normal numbers in pairs
  curandGenerateNormal(generator, numbers, n - 1, 0, 1);  // expect: api-misuse
  curandGenerateUniform(generator, numbers, n);
  // told: `cufftExecR2C` writes past the end of
  // told: `odata` is 40 bytes, and 32 bytes are there
  cufftExecR2C(real, row, reinterpret_cast<cufftComplex*>(row));  // expect: out-of-bounds-global
  curandDestroyGenerator(generator);
  cufftDestroy(real);
  cufftDestroy(both);
  cudaFree(row);
  cudaFree(empty);
  cudaFree(numbers);
  return 0;
}
