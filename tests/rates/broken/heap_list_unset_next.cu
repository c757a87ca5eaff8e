// A list on the device heap: the last node's pointer is never set.
struct Node {
  int value;
  Node* next;
};
__global__ void build(int n, int* sum) {
  Node *head = new Node, *last = head;
  head->value = 0;
  for (int i = 1; i < n; ++i) {
    last->next = new Node;
    last = last->next;
    last->value = i;
  }
  int total = 0;
  for (Node* at = head; at; at = at->next) total += at->value;  // defect: uninitialized-heap
  *sum = total;
}
int main() {
  int* sum;
  cudaMalloc(&sum, sizeof(int));
  build<<<1, 1>>>(5, sum);
  cudaDeviceSynchronize();
  cudaFree(sum);
}
