// One warp waits for another by an ordinary shared variable.
__global__ void relay(int* out) {
  __shared__ int ready, value;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x == 32) {
    value = 42;
    __threadfence_block();
    ready = 1;  // defect: race-shared
  }
  if (threadIdx.x == 0) {
    for (int i = 0; i < 100 && !ready; ++i) __nanosleep(20);  // defect: race-shared
    out[0] = value;  // defect: race-shared
  }
}
int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  relay<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
