// The object is passed by value.
struct Range {
  int low, high;
  __device__ int Clamp(int value) const { return value < low ? low : value > high ? high : value; }
};

__global__ void clamp(int* data, Range range) { data[threadIdx.x] = range.Clamp(data[threadIdx.x]); }

int main() {
  Range range = {1, 5};
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  cudaMemset(data, 0, 32 * sizeof(int));
  clamp<<<1, 32>>>(data, range);
  cudaDeviceSynchronize();
  cudaFree(data);
}
