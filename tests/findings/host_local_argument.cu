// The kernel gets the address of a local variable of `main`, and of an object that lives there.
struct Range {
  int low, high;
  __device__ int Clamp(int value) const {
    return value < low ? low : value > high ? high : value;  // expect: host-pointer
  }
};

__global__ void clamp(int* data, const Range* range) { data[threadIdx.x] = range->Clamp(data[threadIdx.x]); }

int main() {
  Range range = {1, 5};
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  cudaMemset(data, 0, 32 * sizeof(int));
  clamp<<<1, 32>>>(data, &range);
  cudaDeviceSynchronize();
  cudaFree(data);
}
