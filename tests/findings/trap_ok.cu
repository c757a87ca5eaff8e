// A kernel that gives up.
__global__ void work(int n) {
  if (threadIdx.x >= n) __trap();
}

int main() {
  work<<<1, 32>>>(32);
  cudaDeviceSynchronize();
}
