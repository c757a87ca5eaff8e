// A linked list in managed memory: host builds, device walks and changes, host looks after synchronising.
#include <cstdio>
struct Node { int value; Node *next; };
__global__ void addToAll(Node *head, int by) { for (Node *p = head; p; p = p->next) p->value += by; }
__global__ void scale(float *x, int n, float f) { for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) x[i] *= f; }
__managed__ int counter = 3;
__global__ void count() { atomicAdd(&counter, 1); }
int main() {
  Node *head = nullptr;
  for (int i = 0; i < 10; ++i) {
    Node *n;
    cudaMallocManaged(&n, sizeof(Node));
    n->value = i;
    n->next = head;
    head = n;
  }
  addToAll<<<1, 1>>>(head, 100);
  float *x;
  cudaMallocManaged(&x, 1000 * sizeof(float));
  cudaDeviceSynchronize();
  int sum = 0;
  for (Node *p = head; p; p = p->next) sum += p->value;
  for (int i = 0; i < 1000; ++i) x[i] = i;
  scale<<<3, 128>>>(x, 1000, 2.0f);
  count<<<2, 32>>>();
  cudaDeviceSynchronize();
  bool ok = sum == 1045 && x[999] == 1998.0f && counter == 67;
  while (head) { Node *n = head->next; cudaFree(head); head = n; }
  cudaFree(x);
  printf("%d\n", ok);
  return !ok;
}
