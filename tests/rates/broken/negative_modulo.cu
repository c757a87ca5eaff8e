// Periodic neighbours by %, which is negative for the first one.
__global__ void shift(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[(i - 1) % n];  // defect: out-of-bounds-global
}
int main() {
  int *p, *a, *b, n = 100;
  cudaMalloc(&p, 400); cudaMalloc(&a, 400); cudaMalloc(&b, 400);
  cudaMemset(p, 0, 400); cudaMemset(a, 0, 400);
  shift<<<1, 128>>>(a, b, n);
  cudaDeviceSynchronize();
  cudaFree(p); cudaFree(a); cudaFree(b);
}
