// Objects with virtual functions made on the device, used and destroyed there; lambdas and templates.
#include <cstdio>
struct Shape { __device__ virtual float area() const = 0; __device__ virtual ~Shape() {} };
struct Circle : Shape { float r; __device__ Circle(float r) : r(r) {} __device__ float area() const override { return 3 * r * r; } };
struct Box : Shape { float a, b; __device__ Box(float a, float b) : a(a), b(b) {} __device__ float area() const override { return a * b; } };
__global__ void make(Shape **s, int n) { int i = threadIdx.x; if (i < n) s[i] = i & 1 ? (Shape *)new Circle(i) : (Shape *)new Box(i, 2); }
__global__ void measure(Shape **s, float *out, int n) { int i = threadIdx.x; if (i < n) out[i] = s[i]->area(); }
__global__ void destroy(Shape **s, int n) { int i = threadIdx.x; if (i < n) delete s[i]; }
template <class F> __global__ void map(float *x, int n, F f) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = f(x[i]); }
int main() {
  const int n = 20;
  Shape **s; float *d, h[n];
  cudaMalloc(&s, n * sizeof(Shape *)); cudaMalloc(&d, sizeof h);
  make<<<1, 32>>>(s, n);
  measure<<<1, 32>>>(s, d, n);
  destroy<<<1, 32>>>(s, n);
  float plus = 1;
  map<<<1, 32>>>(d, n, [plus] __device__(float v) { return v + plus; });
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(s); cudaFree(d);
  printf("%f %f\n", h[3], h[4]);
  return h[3] != 28 || h[4] != 9;
}
