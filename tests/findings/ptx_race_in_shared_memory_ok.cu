// Accesses of inline PTX: neighbours exchange values after a barrier.
__global__ void Turn(int* out) {
  __shared__ int tile[64];
  const unsigned address = (unsigned)__cvta_generic_to_shared(tile);
  const int i = threadIdx.x;
  asm volatile("st.shared.u32 [%0], %1;" :: "r"(address + 4 * i), "r"(i) : "memory");
  asm volatile("bar.sync 0;" ::: "memory");
  int value;
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(value) : "r"(address + 4 * (63 - i)));
  out[i] = value;
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  Turn<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
