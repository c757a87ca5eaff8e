// A tensor's elements, sizes and strides by value, for kernels that compute offsets from linear indices.
#pragma once

#include "tensor.h"

namespace at::cuda::detail {

constexpr int MAX_TENSORINFO_DIMS = 25;

template <class T, class Index>
struct TensorInfo {
  T* data = nullptr;
  Index sizes[MAX_TENSORINFO_DIMS], strides[MAX_TENSORINFO_DIMS];
  int dims = 0;
  TensorInfo() = default;
  TensorInfo(T* elements, int count, const Index* sizes_of, const Index* strides_of) : data(elements), dims(count) {
    TORCH_CHECK(count <= MAX_TENSORINFO_DIMS, "CUDA Tensors cannot have more than 25 dimensions");
    for (int d = 0; d < count; ++d) {
      sizes[d] = sizes_of[d];
      strides[d] = strides_of[d];
    }
  }
  // The dimension `d` shrinks to one element: what a reduction along it writes.
  void reduceDim(int d) {
    TORCH_CHECK(d < dims && d >= 0, "expected dim between 0 and dims - 1");
    sizes[d] = 1;
  }
  __host__ __device__ bool isContiguous() const { return dims == 1 && strides[0] == 1; }
};

// The offset of the element number `linear` in C's order. `kDims` is the number of dimensions, or -1 for info.dims.
template <class T, class Index, int kDims>
struct IndexToOffset {
  static __host__ __device__ Index get(Index linear, const TensorInfo<T, Index>& info) {
    Index offset = 0;
    for (int d = (kDims < 0 ? info.dims : kDims) - 1; d > 0; --d) {
      offset += linear % info.sizes[d] * info.strides[d];
      linear /= info.sizes[d];
    }
    return offset + linear * info.strides[0];
  }
};

template <class T, class Index>
TensorInfo<T, Index> getTensorInfo(const Tensor& tensor) {
  std::vector<Index> sizes, strides;
  for (int64_t d = 0; d < tensor.dim(); ++d) {
    sizes.push_back(Index(tensor.size(d)));
    strides.push_back(Index(tensor.stride(d)));
  }
  // A tensor without dimensions has one element.
  if (sizes.empty()) sizes = strides = {1};
  return TensorInfo<T, Index>(tensor.data_ptr<T>(), int(sizes.size()), sizes.data(), strides.data());
}

inline bool canUse32BitIndexMath(const Tensor& tensor, int64_t most = INT32_MAX) { return tensor.numel() < most; }

}  // namespace at::cuda::detail
