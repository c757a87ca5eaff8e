// The last block adds up the results of the others: without a fence it may read them before they are written.
// told: put `__threadfence\(\)` between the two, on both sides
__device__ unsigned done;

__global__ void sum(const int* in, int* parts, int* out) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = in[blockIdx.x];  // expect: race-global
    is_last = atomicAdd(&done, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && threadIdx.x < gridDim.x) atomicAdd(out, parts[threadIdx.x]);
}

int main() {
  int *in, *parts, *out;
  cudaMalloc(&in, 8 * sizeof(int));
  cudaMalloc(&parts, 8 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(in, 0, 8 * sizeof(int));
  cudaMemset(out, 0, sizeof(int));
  sum<<<8, 32>>>(in, parts, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(parts);
  cudaFree(out);
}
