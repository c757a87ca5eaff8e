// Grids that a thread launches are ordered by their stream, or by an event; the next launch of the host comes after all.
// nvcc flags: -arch=sm_90 -rdc=true -lcudadevrt
__global__ void Add(int* sum, int value) { *sum += value; }
__global__ void Start(int* sum) {
  Add<<<1, 1>>>(sum, 1);
  Add<<<1, 1>>>(sum, 2);
  cudaStream_t stream;
  cudaEvent_t event;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  cudaEventRecord(event, 0);
  cudaStreamWaitEvent(stream, event, 0);
  Add<<<1, 1, 0, stream>>>(sum, 3);
  cudaEventDestroy(event);
  cudaStreamDestroy(stream);
}

int main() {
  int* sum;
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  Start<<<1, 1>>>(sum);
  Start<<<1, 1>>>(sum);
  cudaDeviceSynchronize();
  cudaFree(sum);
}
