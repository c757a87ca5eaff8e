// new, delete, malloc and free in device code; virtual calls, function pointers, recursion, memcpy, placement new.

#include <cassert>
#include <cstdio>
#include <new>

struct Shape {
  __device__ virtual ~Shape() {}
  __device__ virtual int area() const = 0;
};
struct Square : Shape {
  int side;
  __device__ explicit Square(int s) : side(s) {}
  __device__ int area() const override { return side * side; }
};
struct Box : Shape {
  int w, h;
  __device__ Box(int a, int b) : w(a), h(b) {}
  __device__ int area() const override { return w * h; }
};
struct Node {
  int value;
  Node* next;
};
struct alignas(64) Wide {
  int x[16];
};

__device__ int twice(int x) { return 2 * x; }
__device__ int squared(int x) { return x * x; }
__device__ int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

__global__ void build(int* out) {
  int i = threadIdx.x;
  Shape* shape = i % 2 ? (Shape*)new Square(i) : (Shape*)new Box(i, 3);
  out[i] = shape->area();
  delete shape;

  Node* list = nullptr;
  for (int k = 0; k < 5; ++k) list = new Node{k * i, list};
  int sum = 0;
  while (list) {
    sum += list->value;
    Node* next = list->next;
    delete list;
    list = next;
  }
  out[i] += sum;

  int* array = new int[i + 1];
  int* copy = (int*)malloc((i + 1) * sizeof(int));
  assert(array && copy);
  for (int k = 0; k <= i; ++k) array[k] = k;
  memcpy(copy, array, (i + 1) * sizeof(int));
  memset(array, 0, (i + 1) * sizeof(int));
  out[i] += copy[i] + array[i];
  delete[] array;
  free(copy);

  Wide* wide = new Wide;
  if ((size_t)wide % 64 != 0) out[i] = -1;
  delete wide;

  int (*functions[])(int) = {twice, squared};
  out[i] += functions[i % 2](i) + factorial(i % 6);

  alignas(Box) char room[sizeof(Box)];
  Box* placed = new (room) Box(i, i);
  out[i] += placed->area();
}

int main() {
  const int n = 64, factorials[] = {1, 1, 2, 6, 24, 120};
  int* out;
  cudaMallocManaged(&out, n * sizeof(int));
  build<<<1, n>>>(out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (int i = 0; i < n; ++i) {
    int want = (i % 2 ? i * i : 3 * i) + 10 * i + i + (i % 2 ? i * i : 2 * i) + factorials[i % 6] + i * i;
    if (out[i] != want) return printf("thread %d made %d, not %d\n", i, out[i], want), 1;
  }
  printf("ok\n");
}
