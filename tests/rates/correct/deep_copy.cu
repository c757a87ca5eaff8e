// A struct with a device pointer in it, and a class that owns memory on both sides.
#include <cstdio>
#include <vector>
template <class T>
class Buffer {
 public:
  explicit Buffer(const std::vector<T>& from) : size_(from.size()) {
    cudaMalloc(&data_, size_ * sizeof(T));
    cudaMemcpy(data_, from.data(), size_ * sizeof(T), cudaMemcpyHostToDevice);
  }
  Buffer(const Buffer&) = delete;
  ~Buffer() { cudaFree(data_); }
  T* data() const { return data_; }
  std::vector<T> Back() const {
    std::vector<T> v(size_);
    cudaMemcpy(v.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost);
    return v;
  }

 private:
  std::size_t size_;
  T* data_ = nullptr;
};
struct Matrix {
  int rows, cols;
  float* data;
};
__global__ void scale(const Matrix* m, float f) {
  if (threadIdx.x < m->rows * m->cols) m->data[threadIdx.x] *= f;
}
int main() {
  Buffer<float> values(std::vector<float>(64, 1.5f));
  Buffer<Matrix> matrix(std::vector<Matrix>{{8, 8, values.data()}});
  scale<<<1, 64>>>(matrix.data(), 2.0f);
  printf("%f\n", values.Back()[63]);
}
