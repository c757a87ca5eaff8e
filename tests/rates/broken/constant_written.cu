// A kernel normalises the filter in constant memory.
__constant__ float filter[8];
__global__ void normalise(float sum) {
  float *f = (float *)filter;
  f[threadIdx.x] = f[threadIdx.x] / sum;  // defect: read-only-write
}
int main() {
  float h[8] = {1, 1, 1, 1, 1, 1, 1, 1};
  cudaMemcpyToSymbol(filter, h, sizeof h);
  normalise<<<1, 8>>>(8);
  cudaDeviceSynchronize();
}
