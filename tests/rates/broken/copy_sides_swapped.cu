// Source and destination are swapped, the direction is right.
#include <cstdio>
#include <vector>
__global__ void one(int *x) { x[threadIdx.x] = 1; }
int main() {
  std::vector<int> h(32);
  int *d;
  cudaMalloc(&d, 128);
  one<<<1, 32>>>(d);
  cudaMemcpy(d, h.data(), 128, cudaMemcpyDeviceToHost);  // defect: copy-direction
  cudaFree(d);
  printf("%d\n", h[0]);
}
