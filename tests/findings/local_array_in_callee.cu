// A function that gets a local array through a pointer reads an unwritten element, and writes one element too many.
__device__ __noinline__ int first(const int* window, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    if (window[i] > 0) sum += i;  // expect: uninitialized-local
  return sum;
}
__device__ __noinline__ void fill(int* window, int n) {
  for (int i = 0; i < n; ++i) window[i] = i;  // expect: out-of-bounds-local
}

__global__ void work(int* out, int n) {
  int window[8];
  fill(window, 5);
  out[threadIdx.x] = first(window, 6);
  fill(window, n);
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  work<<<1, 32>>>(out, 9);
  cudaDeviceSynchronize();
  cudaFree(out);
}
