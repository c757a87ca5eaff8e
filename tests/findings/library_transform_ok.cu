// flags: -lcufft -lcurand
// The correct twin of library_transform.cu: random numbers, transformed in place in a row with room, in a stream.
#include <cuda_runtime.h>
#include <cufft.h>
#include <curand.h>

int main() {
  const int n = 8;
  float* row;
  cudaMalloc(&row, (n + 2) * sizeof(float));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandSetStream(generator, stream);
  cufftHandle real, back;
  cufftPlan1d(&real, n, CUFFT_R2C, 1);
  cufftPlan1d(&back, n, CUFFT_C2R, 1);
  cufftSetStream(real, stream);
  cufftSetStream(back, stream);
  curandGenerateNormal(generator, row, n, 0, 1);
  cufftExecR2C(real, row, reinterpret_cast<cufftComplex*>(row));
  cufftExecC2R(back, reinterpret_cast<cufftComplex*>(row), row);
  cudaStreamSynchronize(stream);
  float host[n];
  cudaMemcpy(host, row, sizeof host, cudaMemcpyDeviceToHost);
  curandDestroyGenerator(generator);
  cufftDestroy(real);
  cufftDestroy(back);
  cudaStreamDestroy(stream);
  cudaFree(row);
  return 0;
}
