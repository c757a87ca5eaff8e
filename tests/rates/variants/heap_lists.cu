// Lists and arrays on the device heap.
#include <cstdio>
struct Node { int v; Node* next; };
__device__ Node* head;
__device__ int total;
__global__ void build(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Node* node = (Node*)malloc(sizeof(Node));  
#if DEFECT == 1
  node->v = i;
  node->next = head;  // defect1: race-global|lost-update
  head = node;  // defect1: race-global|lost-update
#else
  node->v = i;
  Node* old = head;
  do { node->next = old; 
#if DEFECT != 5
    __threadfence();
#endif
    Node* seen = (Node*)atomicCAS((unsigned long long*)&head, (unsigned long long)old, (unsigned long long)node);
    if (seen == old) break;
    old = seen;
  } while (true);
#endif
}
__global__ void sum() {
  int s = 0;
#if DEFECT == 2
  for (Node* n = head; n; n = n->next) { s += n->v; free(n); }  // defect2: use-after-free
#else
  for (Node* n = head; n;) { s += n->v; Node* next = n->next; 
#if DEFECT != 3
    free(n);
#endif
    n = next; }
#endif
  total = s;
  head = nullptr;
}
__global__ void scratch(int* out, int n) {
  int* buf = new int[n];
#if DEFECT == 4
  for (int i = 0; i <= n; ++i) buf[i] = i;  // defect4: out-of-bounds-heap
#else
  for (int i = 0; i < n; ++i) buf[i] = i;
#endif
  int s = 0; for (int i = 0; i < n; ++i) s += buf[i];
  out[threadIdx.x] = s;
#if DEFECT == 6
  delete[] (buf + 1);  // defect6: free-inner
#else
  delete[] buf;
#endif
}
int main() {
  build<<<4, 50>>>(180); sum<<<1, 1>>>();
  int t; cudaMemcpyFromSymbol(&t, total, sizeof t); printf("%s\n", t == 179 * 90 ? "ok" : "FAIL");
  int* o; cudaMalloc(&o, 32 * 4); scratch<<<1, 32>>>(o, 9); cudaDeviceSynchronize(); cudaFree(o);
}
