// Accesses of inline PTX: no thread stores after the end.
__global__ void Fill(int* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  asm volatile("{\n\t.reg .pred p;\n\t"
               "setp.lt.s32 p, %0, %1;\n\t"
               "@p st.global.u32 [%2], %0;\n\t}" :: "r"(i), "r"(count), "l"(out + i) : "memory");
}

int main() {
  int* out;
  cudaMalloc(&out, 100 * sizeof(int));
  Fill<<<2, 64>>>(out, 100);
  cudaDeviceSynchronize();
  cudaFree(out);
}
