// A ticket lock guards a linked list in an array.
#include <cstdio>
struct Node {
  int value, next;
};
__device__ unsigned next_ticket, now_serving;
__device__ int head = -1, used;
__global__ void push(Node* nodes) {
  if (threadIdx.x % 32 != 0) return;
  unsigned mine = atomicAdd(&next_ticket, 1u);
  while (atomicAdd(&now_serving, 0u) != mine) {
  }
  __threadfence();
  int at = used++;
  nodes[at].value = int(mine);
  nodes[at].next = head;
  head = at;
  __threadfence();
  atomicAdd(&now_serving, 1u);
}
__global__ void walk(const Node* nodes, int* sum) {
  for (int i = head; i >= 0; i = nodes[i].next) *sum += nodes[i].value;
}
int main() {
  Node* nodes;
  int *sum, h;
  cudaMalloc(&nodes, 64 * sizeof(Node));
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  push<<<4, 128>>>(nodes);
  walk<<<1, 1>>>(nodes, sum);
  cudaMemcpy(&h, sum, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(nodes);
  cudaFree(sum);
}
