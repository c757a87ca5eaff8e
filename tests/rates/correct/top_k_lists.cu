// A sorted list of the best four in each thread's registers or stack, merged by one thread.
#include <cstdio>
__device__ void put(int (&list)[4], int v) {
  for (int k = 0; k < 4; ++k)
    if (v > list[k]) {
      int was = list[k];
      list[k] = v;
      v = was;
    }
}
__global__ void best(const int* in, int n, int* out) {
  __shared__ int all[32][4];
  int list[4] = {};
  for (int i = threadIdx.x; i < n; i += blockDim.x) put(list, in[i]);
  for (int k = 0; k < 4; ++k) all[threadIdx.x][k] = list[k];
  __syncthreads();
  if (threadIdx.x != 0) return;
  for (int t = 1; t < blockDim.x; ++t)
    for (int k = 0; k < 4; ++k) put(list, all[t][k]);
  for (int k = 0; k < 4; ++k) out[k] = list[k];
}
int main() {
  int h[256], *in, *out, r[4];
  for (int i = 0; i < 256; ++i) h[i] = (i * 71) % 256;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  best<<<1, 32>>>(in, 256, out);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d %d\n", r[0], r[3]);
  cudaFree(in);
  cudaFree(out);
}
