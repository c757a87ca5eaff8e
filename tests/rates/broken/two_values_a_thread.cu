// Each thread loads two values, the shared array has room for one.
__global__ void reduce(const float *in, float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[2 * t] = in[2 * t];          // defect: out-of-bounds-shared
  s[2 * t + 1] = in[2 * t + 1];  // defect: out-of-bounds-shared
  __syncthreads();
  out[t] = s[t] + s[127 - t];
}
int main() {
  float *a, *b;
  cudaMalloc(&a, 1024); cudaMalloc(&b, 512);
  cudaMemset(a, 0, 1024);
  reduce<<<1, 128>>>(a, b);
  cudaDeviceSynchronize();
  cudaFree(a); cudaFree(b);
}
