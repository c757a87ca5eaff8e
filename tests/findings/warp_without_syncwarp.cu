// A reduction by one warp that relies on its lanes running in step.
__global__ void reduce(const int* in, int* out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
  tile[threadIdx.x + 32] = in[threadIdx.x + 32];
  __syncwarp();
  for (int s = 32; s > 0; s /= 2) {
    int other = tile[threadIdx.x + s];
    if (threadIdx.x < s) tile[threadIdx.x] += other;  // expect: race-shared
  }
  if (threadIdx.x == 0) *out = tile[0];
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(in, 0, 64 * sizeof(int));
  reduce<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
