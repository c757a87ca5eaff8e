// With `__syncwarp` in between; and a lane that waits for another by a volatile flag.
__global__ void sum(const int* in, int* out) {
  __shared__ volatile int part[64];
  __shared__ volatile int ready;
  int t = threadIdx.x;
  if (t == 0) ready = 0;
  part[t] = in[t];
  part[t + 32] = in[t + 32];
  int mine = part[t] + part[t + 32];
  __syncwarp();
  part[t] = mine;
  __syncwarp();
  mine += part[(t + 16) % 32];
  if (t == 5) ready = mine;
  if (t == 6) {
    while (ready == 0) {}
    *out = mine;
  }
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(in, 1, 64 * sizeof(int));
  sum<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
