// The counter of the last-block pattern is reset by every block's first thread.
__device__ unsigned finished;
__global__ void sum(const int* in, int* parts, int* out) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    finished = 0;  // defect: race-atomic
    parts[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    is_last = atomicAdd(&finished, 1u) == gridDim.x - 1;  // defect: race-atomic
  }
  __syncthreads();
  if (is_last && threadIdx.x == 0) {
    int total = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) total += ((volatile int*)parts)[b];
    *out = total;
  }
}
int main() {
  int *in, *parts, *out;
  cudaMalloc(&in, 8 * sizeof(int));
  cudaMalloc(&parts, 8 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(in, 0, 8 * sizeof(int));
  cudaMemset(parts, 0, 8 * sizeof(int));
  sum<<<8, 32>>>(in, parts, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(parts);
  cudaFree(out);
}
