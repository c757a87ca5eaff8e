// __syncwarp is given the mask of the lower half, and the upper half reads too.
__global__ void rotate(int* data) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  s[lane] = data[lane];
  if (lane < 16)
    __syncwarp(0x0000ffff);
  else
    __syncwarp(0xffff0000);
  data[lane] = s[(lane + 1) % 32];  // defect: race-shared
}
int main() {
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  cudaMemset(data, 0, 32 * sizeof(int));
  rotate<<<1, 32>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
