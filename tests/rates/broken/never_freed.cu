// A buffer is allocated in every round and never freed.
#include <cstdio>
__global__ void use(int *p) { p[threadIdx.x] = 1; }
int main() {
  for (int i = 0; i < 3; ++i) {
    int *p;
    cudaMalloc(&p, 128);  // defect: leak
    use<<<1, 32>>>(p);
    cudaDeviceSynchronize();
  }
  printf("done\n");
}
