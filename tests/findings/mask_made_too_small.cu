// The mask has one lane less than take the branch.
__global__ void rotate(int* data) {
  const int t = threadIdx.x;
  const unsigned mask = __ballot_sync(0xffffffff, t < 16);
  if (t <= 16) {
    data[t] = t;
    // told: whose mask 0x0000ffff leaves out the thread itself
    __syncwarp(mask);  // expect: warp-mask
    if (t < 16) data[32 + t] = data[15 - t];
  }
  __syncthreads();
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  rotate<<<1, 32>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
