// The consumer waits for an event that was recorded in its own stream.
__global__ void fill(int* x) { x[threadIdx.x] = threadIdx.x; }  // defect: race-streams
__global__ void use(const int* x, int* y) { y[threadIdx.x] = x[threadIdx.x] + 1; }  // defect: race-streams
int main() {
  int *x, *y;
  cudaStream_t a, b;
  cudaEvent_t done;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&y, 256 * sizeof(int));
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEventCreate(&done);
  fill<<<1, 256, 0, a>>>(x);
  cudaEventRecord(done, b);
  cudaStreamWaitEvent(b, done);
  use<<<1, 256, 0, b>>>(x, y);
  cudaDeviceSynchronize();
  cudaEventDestroy(done);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
  cudaFree(x);
  cudaFree(y);
}
