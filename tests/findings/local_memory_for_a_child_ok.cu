// A grid can use global memory, memory of the device's heap and values.
// nvcc flags: -arch=sm_90 -rdc=true -lcudadevrt
struct Work {
  int count, values[4];
};
__global__ void Use(int* sum, int* values, Work work) {
  for (int i = 0; i < work.count; ++i) *sum += values[i] + work.values[i];
  free(values);
}
__global__ void Start(int* sum) {
  int* values = static_cast<int*>(malloc(4 * sizeof(int)));
  for (int i = 0; i < 4; ++i) values[i] = i;
  Use<<<1, 1>>>(sum, values, Work{4, {1, 2, 3, 4}});
}

int main() {
  int* sum;
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  Start<<<1, 1>>>(sum);
  cudaDeviceSynchronize();
  cudaFree(sum);
}
