// A destructor of a global object launches a kernel that writes past the end of an array.
__global__ void Fill(int* values) { values[threadIdx.x] = 1; }  // expect: out-of-bounds-global

struct Values {
  int* values = nullptr;
  ~Values() {
    Fill<<<1, 33>>>(values);
    cudaFree(values);
  }
} global;

int main() {
  cudaMalloc(&global.values, 32 * sizeof(int));
  Fill<<<1, 32>>>(global.values);
  cudaDeviceSynchronize();
}
