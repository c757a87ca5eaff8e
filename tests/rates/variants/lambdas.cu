// Device lambdas in a class.
#include <cstdio>
#include <vector>
template <class F> __global__ void forEach(int n, F f) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) f(i); }
template <class F> void launch(int n, F f) { forEach<<<(n + 63) / 64, 64>>>(n, f); cudaDeviceSynchronize(); }
class Field {
 public:
  explicit Field(int n) : n_(n) { cudaMalloc(&d_, n * sizeof(float)); cudaMemset(d_, 0, n * sizeof(float)); }
  ~Field() { cudaFree(d_); }
  void add(float v) {
#if DEFECT == 1
    launch(n_, [=] __device__(int i) { d_[i] += v; });  // defect1: host-pointer|host-argument
#else
    float* d = d_;
    launch(n_, [=] __device__(int i) { d[i] += v; });
#endif
  }
  float* data() { return d_; }
 private:
  int n_; float* d_;
};
int main() {
  Field f(100); f.add(2.f);
  std::vector<float> h(100, 1.f); float* src = h.data(); float* dst = f.data();
#if DEFECT == 2
  launch(100, [=] __device__(int i) { dst[i] += src[i]; });  // defect2: host-pointer|host-argument
#endif
  std::vector<float> r(100);
#if DEFECT == 3
  cudaMemcpy(r.data(), dst, 100 * sizeof(double), cudaMemcpyDeviceToHost);  // defect3: copy-out-of-bounds
#else
  cudaMemcpy(r.data(), dst, 100 * sizeof(float), cudaMemcpyDeviceToHost);
#endif
  float* copy; cudaMalloc(&copy, 100 * 4);
#if DEFECT == 4
  cudaMemcpy(&copy, dst, 100 * 4, cudaMemcpyDeviceToDevice);  // defect4: copy-direction|copy-out-of-bounds|api-misuse
#else
  cudaMemcpy(copy, dst, 100 * 4, cudaMemcpyDeviceToDevice);
#endif
  printf("%f %f\n", r[3], src[0]); cudaFree(copy);
}
