// A lookup table in a __device__ variable, and valid indices only.
__device__ int table[16];

__global__ void fill(int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) table[i] = i;
}

int main() {
  fill<<<1, 8>>>(16);
  cudaDeviceSynchronize();
}
