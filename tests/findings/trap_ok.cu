// A kernel that has no reason to give up.
__global__ void work(int n) {
  if (threadIdx.x >= n) __trap();
}

int main() {
  work<<<1, 32>>>(32);
  cudaDeviceSynchronize();
}
