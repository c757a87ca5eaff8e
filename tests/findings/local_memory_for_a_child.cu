// A grid cannot use local and shared memory of the thread that launches it.
// nvcc flags: -arch=sm_90 -rdc=true -lcudadevrt
struct Work {
  int count;
  int* values;
};
__global__ void Nothing(const int* values, Work work) {}
__global__ void Start(int* data) {
  __shared__ int shared[4];
  int local[4] = {1, 2, 3, 4};
  Nothing<<<1, 1>>>(local, Work{4, data});  // expect: local-escape
  Nothing<<<1, 1>>>(data, Work{4, shared});  // expect: local-escape
}

int main() {
  int* data;
  cudaMalloc(&data, 4 * sizeof(int));
  Start<<<1, 1>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
