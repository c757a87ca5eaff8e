// Stream-ordered memory is freed in one stream while another still uses it.
#include <cstdio>
__global__ void fill(int *p) { p[threadIdx.x] = 1; }  // defect: race-streams|use-after-free
int main() {
  cudaStream_t s, t;
  cudaStreamCreate(&s); cudaStreamCreate(&t);
  int *p;
  cudaMallocAsync(&p, 128, s);
  cudaStreamSynchronize(s);
  fill<<<1, 32, 0, t>>>(p);
  cudaFreeAsync(p, s);  // defect: race-streams|use-after-free
  cudaDeviceSynchronize();
  cudaStreamDestroy(s); cudaStreamDestroy(t);
  printf("done\n");
}
