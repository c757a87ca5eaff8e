// Views of a tensor's elements by indices: on the host (TensorAccessor), and by value for kernels
// (PackedTensorAccessor).
#pragma once

#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

namespace at {

template <class T>
struct DefaultPtrTraits {
  typedef T* PtrType;
};
template <class T>
struct RestrictPtrTraits {
  typedef T* __restrict__ PtrType;
};

template <class T, size_t N, template <class> class PtrTraits = DefaultPtrTraits, class Index = int64_t>
class TensorAccessor {
 public:
  __host__ __device__ TensorAccessor(typename PtrTraits<T>::PtrType data, const Index* sizes, const Index* strides)
      : data_(data), sizes_(sizes), strides_(strides) {}
  __host__ __device__ Index size(int d) const { return sizes_[d]; }
  __host__ __device__ Index stride(int d) const { return strides_[d]; }
  __host__ __device__ T* data() const { return data_; }
  __host__ __device__ decltype(auto) operator[](Index i) const {
    if constexpr (N == 1)
      return (data_[strides_[0] * i]);
    else
      return TensorAccessor<T, N - 1, PtrTraits, Index>(data_ + strides_[0] * i, sizes_ + 1, strides_ + 1);
  }

 private:
  typename PtrTraits<T>::PtrType data_;
  const Index *sizes_, *strides_;
};

template <class T, size_t N, class Index, template <class> class PtrTraits = DefaultPtrTraits>
class PackedTensorAccessor {
 public:
  PackedTensorAccessor(T* data, const int64_t* sizes, const int64_t* strides) : data_(data) {
    for (size_t d = 0; d < N; ++d) {
      sizes_[d] = Index(sizes[d]);
      strides_[d] = Index(strides[d]);
    }
  }
  __host__ __device__ Index size(int d) const { return sizes_[d]; }
  __host__ __device__ Index stride(int d) const { return strides_[d]; }
  __host__ __device__ T* data() const { return data_; }
  __host__ __device__ decltype(auto) operator[](Index i) const {
    if constexpr (N == 1)
      return (data_[strides_[0] * i]);
    else
      return TensorAccessor<T, N - 1, PtrTraits, Index>(data_ + strides_[0] * i, sizes_ + 1, strides_ + 1);
  }

 private:
  T* data_;
  Index sizes_[N], strides_[N];
};
template <class T, size_t N, template <class> class PtrTraits = DefaultPtrTraits>
using PackedTensorAccessor32 = PackedTensorAccessor<T, N, int32_t, PtrTraits>;
template <class T, size_t N, template <class> class PtrTraits = DefaultPtrTraits>
using PackedTensorAccessor64 = PackedTensorAccessor<T, N, int64_t, PtrTraits>;

}  // namespace at
