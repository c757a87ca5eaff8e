// A lookup table in a __device__ variable, and an index past its last entry.
__device__ int table[16];

__global__ void fill(int n) {
  for (int i = threadIdx.x; i <= n; i += blockDim.x) table[i] = i;  // expect: out-of-bounds-variable
}

int main() {
  fill<<<1, 8>>>(16);
  cudaDeviceSynchronize();
}
