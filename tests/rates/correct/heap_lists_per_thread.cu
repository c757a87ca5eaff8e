// Every thread builds a list on the device heap, walks it and takes it down.
struct Node {
  int value;
  Node* next;
};
__global__ void build(int n, int* sums) {
  Node* head = nullptr;
  for (int i = 0; i < n; ++i) head = new Node{i, head};
  int total = 0;
  while (head) {
    Node* next = head->next;
    total += head->value;
    delete head;
    head = next;
  }
  sums[threadIdx.x] = total;
}
int main() {
  int* sums;
  cudaMalloc(&sums, 32 * sizeof(int));
  build<<<1, 32>>>(5, sums);
  cudaDeviceSynchronize();
  cudaFree(sums);
}
