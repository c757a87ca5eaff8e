// A lock that is taken by an exchange does not order the reads after it. With --count the advice is a finding.
// flags: --count fence-missing
__device__ int lock, total;

__global__ void add(const int* in) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(&lock, 0, 1) != 0) {
  }
  total += in[blockIdx.x];  // expect: fence-missing
  __threadfence();
  atomicExch(&lock, 0);
}

int main() {
  int* in;
  cudaMalloc(&in, 8 * sizeof(int));
  cudaMemset(in, 0, 8 * sizeof(int));
  add<<<8, 32>>>(in);
  cudaDeviceSynchronize();
  cudaFree(in);
}
