// Each warp stages 32 values in shared memory, but the slot is chosen by the lane alone.
__global__ void stage(const int* in, int* out) {
  __shared__ int slots[32];
  int lane = threadIdx.x % 32;
  slots[lane] = in[blockIdx.x * blockDim.x + threadIdx.x];  // defect: race-shared
  __syncwarp();
  out[blockIdx.x * blockDim.x + threadIdx.x] = slots[31 - lane];  // defect: race-shared
}
int main() {
  int *in, *out;
  cudaMalloc(&in, 512 * sizeof(int));
  cudaMalloc(&out, 512 * sizeof(int));
  cudaMemset(in, 0, 512 * sizeof(int));
  stage<<<4, 128>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
