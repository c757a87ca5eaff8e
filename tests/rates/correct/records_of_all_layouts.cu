#include <cstdio>
#include <cuda_runtime.h>
struct Empty {};
struct Base { double d; char c; };
struct Ctor { int n; char c; __host__ __device__ Ctor() : n(0), c(0) {} };
struct Derived : Base { float f; char tail; };
struct Reuse : Ctor { char more; };
struct Inner { short s; int i; char c; };
struct Outer { Empty e; Inner in[3]; char flag; Derived d; Reuse r; };
struct Tagged : Empty { char a; int b; };
template <class K, class V> struct Entry { K key; V value; };
namespace geo { struct Edge { unsigned char w; int to; }; struct Node { Edge edges[2]; char name[5]; int id; }; }
__global__ void fill(Outer* o, Tagged* t, Entry<char, double>* e, Entry<double, char>* g, geo::Node* nodes, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int k = 0; k < 3; ++k) { o[i].in[k].s = k; o[i].in[k].i = i; o[i].in[k].c = 'x'; }
  o[i].flag = 1; o[i].d.d = 2; o[i].d.c = 3; o[i].d.f = 4; o[i].d.tail = 5; o[i].r.n = 1; o[i].r.c = 2; o[i].r.more = 3;
  t[i].a = 1; t[i].b = 2; e[i].key = 'k'; e[i].value = i; g[i].key = i; g[i].value = 'v';
  geo::Node& q = nodes[i];
  for (auto& edge : q.edges) { edge.w = 1; edge.to = i; }
  for (int k = 0; k < 5; ++k) q.name[k] = 'a' + k;
  q.id = i;
}
__global__ void copy(Outer* a, const Outer* b, Tagged* t, Entry<char, double>* e, Entry<double, char>* g, geo::Node* nodes, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 >= n) return;
  a[i] = b[i + 1];
  if (i % 2 == 0) { t[i] = t[i + 1]; e[i] = e[i + 1]; g[i] = g[i + 1]; nodes[i] = nodes[i + 1]; }
}
int main() {
  const int n = 33;
  Outer *a, *b; Tagged* t; Entry<char, double>* e; Entry<double, char>* g; geo::Node* q;
  cudaMalloc(&a, n * sizeof(Outer)); cudaMalloc(&b, n * sizeof(Outer)); cudaMalloc(&t, n * sizeof *t); cudaMalloc(&e, n * sizeof *e); cudaMalloc(&g, n * sizeof *g); cudaMalloc(&q, n * sizeof *q);
  fill<<<2, 32>>>(b, t, e, g, q, n); cudaMemcpy(a, b, n * sizeof(Outer), cudaMemcpyDeviceToDevice); copy<<<2, 32>>>(a, b, t, e, g, q, n);
  static Outer h[n]; Tagged ht[n]; Entry<char, double> he[n]; Entry<double, char> hg[n]; geo::Node hq[n];
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost); cudaMemcpy(ht, t, sizeof ht, cudaMemcpyDeviceToHost);
  cudaMemcpy(he, e, sizeof he, cudaMemcpyDeviceToHost); cudaMemcpy(hg, g, sizeof hg, cudaMemcpyDeviceToHost); cudaMemcpy(hq, q, sizeof hq, cudaMemcpyDeviceToHost);
  printf("%d %d %g %g %d\n", h[4].in[1].i, ht[4].b, he[3].value, hg[2].key, hq[8].edges[1].to);
  cudaFree(a); cudaFree(b); cudaFree(t); cudaFree(e); cudaFree(g); cudaFree(q);
}
