#include <cstdio>
#include <cuda_runtime.h>
enum class Kind { Int, Real, Text };
struct Value { Kind kind; union { int i; double d; char text[12]; }; };
template <class T> struct Maybe { bool has; T value; };
struct Event { unsigned char type; union { struct { float x, y; } move; struct { char key; int mods; } press; long long raw; } u; unsigned stamp; };
__global__ void make(Value* v, Event* e, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  switch (i % 3) {
    case 0: v[i].kind = Kind::Int; v[i].i = i; break;
    case 1: v[i].kind = Kind::Real; v[i].d = i * .5; break;
    default: v[i].kind = Kind::Text; for (int k = 0; k < 12; ++k) v[i].text[k] = k ? 0 : 'a';
  }
  e[i].type = i & 1; e[i].stamp = i;
  if (i & 1) { e[i].u.press.key = 'q'; e[i].u.press.mods = 0; } else { e[i].u.move.x = i; e[i].u.move.y = -i; }
}
__device__ Maybe<double> half(const Value& v) {
  Maybe<double> m;
  m.has = v.kind != Kind::Text;
  m.value = v.kind == Kind::Int ? v.i / 2.0 : v.kind == Kind::Real ? v.d / 2 : 0;
  return m;
}
__global__ void use(const Value* v, Value* w, const Event* e, Event* f, Maybe<double>* out, Maybe<int>* count, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  w[i] = v[i]; f[i] = e[i]; out[i] = half(v[i]);
  Maybe<int> c{true, i}; count[i] = c;
}
int main() {
  const int n = 48;
  Value *v, *w; Event *e, *f; Maybe<double>* m; Maybe<int>* c;
  cudaMalloc(&v, n * sizeof(Value)); cudaMalloc(&w, n * sizeof(Value)); cudaMalloc(&e, n * sizeof(Event)); cudaMalloc(&f, n * sizeof(Event));
  cudaMalloc(&m, n * sizeof(Maybe<double>)); cudaMalloc(&c, n * sizeof(Maybe<int>));
  make<<<1, 64>>>(v, e, n); use<<<1, 64>>>(v, w, e, f, m, c, n);
  Value hv[n]; Event he[n]; Maybe<double> hm[n]; Maybe<int> hc[n];
  cudaMemcpy(hv, w, sizeof hv, cudaMemcpyDeviceToHost); cudaMemcpy(he, f, sizeof he, cudaMemcpyDeviceToHost);
  cudaMemcpy(hm, m, sizeof hm, cudaMemcpyDeviceToHost); cudaMemcpy(hc, c, sizeof hc, cudaMemcpyDeviceToHost);
  double s = 0; for (auto& x : hm) if (x.has) s += x.value; for (auto& x : hc) s += x.value;
  printf("%g %d\n", s, he[3].u.press.key + hv[0].i);
  cudaFree(v); cudaFree(w); cudaFree(e); cudaFree(f); cudaFree(m); cudaFree(c);
}
