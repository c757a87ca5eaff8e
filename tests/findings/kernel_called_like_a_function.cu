// A pointer to a kernel is called without `<<<>>>`: nothing is launched.
// told: `fill` is called like a function, without
__global__ void fill(int* out) { out[threadIdx.x] = threadIdx.x; }

template <class Function, class... Arguments>
void repeat(Function function, Arguments... arguments) {
  function(arguments...);  // expect: launch-shape, error-ignored
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof *out);
  fill<<<1, 32>>>(out);
  repeat(fill, out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
