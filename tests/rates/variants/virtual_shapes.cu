// Objects with virtual functions, made on the device.
#include <cstdio>
struct Shape { float k; __device__ __host__ Shape(float k) : k(k) {} __device__ __host__ virtual float area() const = 0; __device__ __host__ virtual ~Shape() {} };
struct Square : Shape { __device__ __host__ Square(float s) : Shape(s) {} __device__ __host__ float area() const override { return k * k; } };  // defect5: double-free
struct Disc : Shape { __device__ __host__ Disc(float r) : Shape(r) {} __device__ __host__ float area() const override { return 3.f * k * k; } };
__global__ void make(Shape** s, int n) { int i = threadIdx.x; if (i < n) { if (i % 2) s[i] = new Square(i); else s[i] = new Disc(i); } }
__global__ void areas(Shape** s, float* out, int n) { int i = threadIdx.x; if (i < n) out[i] = s[i]->area(); }  // defect1: host-pointer|wild-pointer defect2: uninitialized-global|null-pointer|wild-pointer defect3: use-after-free
__global__ void areasOf(Square* s, float* out, int n) { int i = threadIdx.x; Shape* p = &s[i]; if (i < n) out[i] = p->area(); }  // defect4: host-pointer|wild-pointer
__global__ void drop(Shape** s, int n) { int i = threadIdx.x; if (i < n) delete s[i]; }  // defect5: double-free|use-after-free
int main() {
  const int n = 20; Shape** s; float *out, h[n]; cudaMalloc(&s, n * sizeof(Shape*)); cudaMalloc(&out, n * 4);
#if DEFECT == 1
  Shape* hs[n]; for (int i = 0; i < n; ++i) hs[i] = new Square(i);
  cudaMemcpy(s, hs, sizeof hs, cudaMemcpyHostToDevice);
#elif DEFECT == 2
  make<<<1, 32>>>(s, n - 1);
#else
  make<<<1, 32>>>(s, n);
#endif
#if DEFECT == 3
  drop<<<1, 32>>>(s, n);
#endif
  areas<<<1, 32>>>(s, out, n);
#if DEFECT == 4
  Square* sq = (Square*)malloc(n * sizeof(Square)); for (int i = 0; i < n; ++i) new (sq + i) Square(i);
  Square* dsq; cudaMalloc(&dsq, n * sizeof(Square)); cudaMemcpy(dsq, sq, n * sizeof(Square), cudaMemcpyHostToDevice);
  areasOf<<<1, 32>>>(dsq, out, n);
#endif
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
#if DEFECT != 3
  drop<<<1, 32>>>(s, n);
#endif
#if DEFECT == 5
  drop<<<1, 32>>>(s, n);
#endif
  cudaDeviceSynchronize();
  printf("%f\n", h[3]); cudaFree(s); cudaFree(out);
}
