// Adds two vectors of odd length, with every call's error looked at.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#define CUDA_CHECK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); exit(EXIT_FAILURE); } } while (0)

__global__ void vectorAdd(const float *A, const float *B, float *C, int numElements) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < numElements) C[i] = A[i] + B[i] + 0.0f;
}

int main() {
  int n = 50001;
  size_t size = n * sizeof(float);
  float *hA = (float *)malloc(size), *hB = (float *)malloc(size), *hC = (float *)malloc(size);
  for (int i = 0; i < n; ++i) { hA[i] = rand() / (float)RAND_MAX; hB[i] = rand() / (float)RAND_MAX; }
  float *dA = NULL, *dB = NULL, *dC = NULL;
  CUDA_CHECK(cudaMalloc((void **)&dA, size));
  CUDA_CHECK(cudaMalloc((void **)&dB, size));
  CUDA_CHECK(cudaMalloc((void **)&dC, size));
  CUDA_CHECK(cudaMemcpy(dA, hA, size, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(dB, hB, size, cudaMemcpyHostToDevice));
  int threads = 256, blocks = (n + threads - 1) / threads;
  vectorAdd<<<blocks, threads>>>(dA, dB, dC, n);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpy(hC, dC, size, cudaMemcpyDeviceToHost));
  int bad = 0;
  for (int i = 0; i < n; ++i) bad += hA[i] + hB[i] != hC[i];
  CUDA_CHECK(cudaFree(dA)); CUDA_CHECK(cudaFree(dB)); CUDA_CHECK(cudaFree(dC));
  free(hA); free(hB); free(hC);
  printf(bad ? "FAILED\n" : "PASSED\n");
  return bad != 0;
}
