// Memory is allocated, used and freed in the order of two streams.
#include <cstdio>
__global__ void set(int* a, int n, int v) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = v; }  // defect3: race-streams defect2: use-after-free|race-streams
__global__ void sum(const int* a, int n, int* out) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) atomicAdd(out, a[i]); }  // defect1: use-after-free|race-streams defect3: race-streams
int main() {
  cudaStream_t s, t; cudaStreamCreate(&s); cudaStreamCreate(&t);
  cudaEvent_t e; cudaEventCreate(&e);
  int *out, h; cudaMalloc(&out, 4); cudaMemset(out, 0, 4); cudaDeviceSynchronize();
  const int n = 200;
  for (int k = 0; k < 3; ++k) {
    int* a; cudaMallocAsync(&a, n * 4, s);
#if DEFECT == 3
    set<<<2, 128, 0, t>>>(a, n, k);
#else
    set<<<2, 128, 0, s>>>(a, n, k);
#endif
#if DEFECT == 1
    cudaFreeAsync(a, s);  
    sum<<<2, 128, 0, s>>>(a, n, out);
#elif DEFECT == 2
    sum<<<2, 128, 0, s>>>(a, n, out);
    cudaEventRecord(e, s);
    set<<<2, 128, 0, t>>>(a, n, 9);
    cudaFreeAsync(a, s);  // defect2: race-streams
#else
    cudaEventRecord(e, s); cudaStreamWaitEvent(t, e, 0);
    sum<<<2, 128, 0, t>>>(a, n, out);
    cudaEventRecord(e, t); cudaStreamWaitEvent(s, e, 0);
    cudaFreeAsync(a, s);
#endif
  }
  cudaStreamSynchronize(s); cudaStreamSynchronize(t);
  cudaMemcpy(&h, out, 4, cudaMemcpyDeviceToHost); printf("%d\n", h); cudaFree(out); cudaEventDestroy(e); cudaStreamDestroy(s); cudaStreamDestroy(t);
}
