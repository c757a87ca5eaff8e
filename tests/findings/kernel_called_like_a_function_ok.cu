// The pointer to the kernel is launched.
__global__ void fill(int* out) { out[threadIdx.x] = threadIdx.x; }

template <class Function, class... Arguments>
void repeat(Function function, Arguments... arguments) {
  function<<<1, 32>>>(arguments...);
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof *out);
  fill<<<1, 32>>>(out);
  repeat(fill, out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
