// Three accesses on one line: the race concerns `tile`, not `out`.
__global__ void turn(int* out) {
  __shared__ int tile[64];
  int i = threadIdx.x;
  tile[i] = i; out[i] = tile[63 - i];  // expect: race-shared
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  turn<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
