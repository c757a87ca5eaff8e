// The right halo is loaded by the wrong threads: for a radius of 3 one cell stays unset.
#include <vector>
#define RADIUS 3
#define BLOCK 64
__global__ void stencil(const int* in, int* out) {
  __shared__ int s[BLOCK + 2 * RADIUS];
  int g = blockIdx.x * BLOCK + threadIdx.x + RADIUS, l = threadIdx.x + RADIUS;
  s[l] = in[g];
  if (threadIdx.x < RADIUS) s[l - RADIUS] = in[g - RADIUS];
  if (threadIdx.x < RADIUS - 1) s[l + BLOCK] = in[g + BLOCK];
  __syncthreads();
  int sum = 0;
  for (int k = -RADIUS; k <= RADIUS; ++k) sum += s[l + k];  // defect: uninitialized-shared
  out[g] = sum;  // defect: uninitialized-shared
}
int main() {
  const int n = 256;
  std::vector<int> h(n + 2 * RADIUS, 1);
  int *in, *out;
  cudaMalloc(&in, h.size() * sizeof(int));
  cudaMalloc(&out, h.size() * sizeof(int));
  cudaMemset(out, 0, h.size() * sizeof(int));
  cudaMemcpy(in, h.data(), h.size() * sizeof(int), cudaMemcpyHostToDevice);
  stencil<<<n / BLOCK, BLOCK>>>(in, out);
  cudaMemcpy(h.data(), out, h.size() * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
