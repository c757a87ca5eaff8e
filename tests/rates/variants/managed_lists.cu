// Lists and arrays in managed memory.
#include <cstdio>
#include <cstdlib>
struct Node { int value; Node* next; };
__managed__ int total;
__device__ int peek;
__global__ void sum(Node* n) { int s = 0; for (; n; n = n->next) s += n->value; total = s; }  // defect4: host-pointer|host-argument
__global__ void scale(int* a, int n, int f) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] *= f; }
int main() {
  Node* head = nullptr;
  for (int i = 0; i < 10; ++i) {
    Node* n;
#if DEFECT == 4
    n = (Node*)malloc(sizeof(Node));
#else
    cudaMallocManaged(&n, sizeof(Node));
#endif
    n->value = i; n->next = head; head = n; }
  sum<<<1, 1>>>(head);
  cudaDeviceSynchronize();
  printf("%d\n", total);
  int* a; cudaMallocManaged(&a, 100 * sizeof(int));
  for (int i = 0; i < 100; ++i) a[i] = i;
  scale<<<2, 64>>>(a, 100, 2);
#if DEFECT == 1
  a[0] = 5;  // defect1: not-synchronized
#endif
#if DEFECT != 2
  cudaDeviceSynchronize();
#endif
  int s = 0; for (int i = 0; i < 100; ++i) s += a[i];  // defect2: not-synchronized
  scale<<<1, 50>>>(a + 50, 50, 3);
  cudaStreamSynchronize(0);
  printf("%d %d\n", s, a[99]);
  while (head) { Node* n = head->next; 
#if DEFECT == 4
    free(head);
#else
    cudaFree(head);
#endif
    head = n; }
  cudaFree(a);
}
