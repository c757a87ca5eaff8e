// The name has room for 8 characters, 9 are written, into the next member.
#include <cstdio>
struct Record { char name[8]; int id; float score[3]; int count; };
__global__ void make(Record *r, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  r[i].id = i;
  r[i].count = 0;
  for (int k = 0; k < 9; ++k) r[i].name[k] = 'a' + k;  // defect: out-of-bounds-member
  for (int k = 0; k < 3; ++k) r[i].score[k] = k;
}
int main() {
  Record *d, h[10];
  cudaMalloc(&d, sizeof h);
  make<<<1, 32>>>(d, 10);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  printf("%d\n", h[5].id);
}
