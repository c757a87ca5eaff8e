// A destructor of a global object launches a kernel, and frees the memory of the object.
__global__ void Fill(int* values) { values[threadIdx.x] = 1; }

struct Values {
  int* values = nullptr;
  ~Values() {
    Fill<<<1, 32>>>(values);
    cudaFree(values);
  }
} global;

int main() {
  cudaMalloc(&global.values, 32 * sizeof(int));
  Fill<<<1, 32>>>(global.values);
  cudaDeviceSynchronize();
}
