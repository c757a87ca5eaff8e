// A thread launches a grid, and writes what the grid reads afterwards.
// nvcc flags: -arch=sm_90 -rdc=true -lcudadevrt
__global__ void Double(const int* in, int* out) { out[0] = 2 * in[0]; }  // expect: race-streams
__global__ void Start(int* in, int* out) {
  Double<<<1, 1>>>(in, out);
  in[0] = 21;
}

int main() {
  int *in, *out;
  cudaMalloc(&in, sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(in, 0, sizeof(int));
  Start<<<1, 1>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
