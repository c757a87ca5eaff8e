// A ballot with the full mask inside a branch.
__global__ void count(const int *x, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned b = __ballot_sync(0xffffffff, x[i] > 0);  // defect: warp-mask
    if (threadIdx.x % 32 == 0) atomicAdd(out, __popc(b));
  } else {
    __nanosleep(10);
    atomicAdd(out + 1, 1);
  }
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 200); cudaMalloc(&b, 8);
  cudaMemset(a, 0, 200); cudaMemset(b, 0, 8);
  count<<<1, 64>>>(a, b, 50);
  cudaDeviceSynchronize();
  cudaFree(a); cudaFree(b);
}
