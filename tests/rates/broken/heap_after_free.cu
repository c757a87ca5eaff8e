// A list is freed node by node, reading `next` from the node that is gone.
struct Node { int value; Node *next; };
__global__ void list(int *out) {
  Node *head = nullptr;
  for (int i = 0; i < 5; ++i) { Node *n = new Node; n->value = i; n->next = head; head = n; }
  int s = 0;
  for (Node *p = head; p; p = p->next) {  // defect: use-after-free
    s += p->value;
    delete p;
  }
  *out = s;
}
int main() {
  int *d;
  cudaMalloc(&d, 4);
  list<<<1, 1>>>(d);
  cudaDeviceSynchronize();
  cudaFree(d);
}
