// Each warp stages values in a slice of shared memory of its own.
__global__ void stage(const int* in, int* out) {
  extern __shared__ int all[];
  int lane = threadIdx.x % 32, *slots = all + threadIdx.x / 32 * 32, i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int round = 0; round < 3; ++round) {
    slots[lane] = in[i] + round;
    __syncwarp();
    int v = slots[31 - lane];
    __syncwarp();
    out[i] = v;
  }
}
int main() {
  int *in, *out;
  cudaMalloc(&in, 512 * sizeof(int));
  cudaMalloc(&out, 512 * sizeof(int));
  cudaMemset(in, 0, 512 * sizeof(int));
  stage<<<4, 128, 128 * sizeof(int)>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
