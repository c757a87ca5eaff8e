// Views of tensors, and copies into one piece.
#pragma once

#include "tensor.h"

namespace at {
namespace detail {

inline std::vector<int64_t> ContiguousStrides(IntArrayRef sizes) {
  std::vector<int64_t> strides(sizes.size(), 1);
  for (size_t d = sizes.size(); d-- > 1;) strides[d - 1] = strides[d] * std::max<int64_t>(sizes[d], 1);
  return strides;
}

inline Tensor NewTensor(IntArrayRef sizes, ScalarType type, Device device) {
  int64_t count = 1;
  for (const int64_t size : sizes) {
    TORCH_CHECK(size >= 0, "Trying to create tensor with negative dimension ", size, ": ", sizes);
    TORCH_CHECK(!size || count <= INT64_MAX / 16 / size, "a tensor of sizes ", sizes, " is too large");
    count *= size;
  }
  auto storage = std::make_shared<Storage>(size_t(count) * elementSize(type), device);
  return Tensor(std::move(storage), type, sizes.vec(), ContiguousStrides(sizes));
}

inline void CopyBytes(void* to, const void* from, size_t size) {
  if (size) c10::detail::CheckCuda(cudaMemcpy(to, from, size, cudaMemcpyDefault));
}

// The index, in elements from `offset`, of each element in C's order.
template <class Visit>
void ForEachIndex(IntArrayRef sizes, IntArrayRef strides, Visit visit) {
  for (const int64_t size : sizes)
    if (size == 0) return;
  std::vector<int64_t> at(sizes.size(), 0);
  int64_t index = 0;
  for (;;) {
    visit(index);
    size_t d = sizes.size();
    while (d > 0) {
      --d;
      index += strides[d];
      if (++at[d] < sizes[d]) break;
      index -= strides[d] * sizes[d];
      at[d] = 0;
      if (d == 0) return;
    }
    if (sizes.size() == 0) return;
  }
}

// The number of elements from the first to the last in memory.
inline int64_t Span(const Tensor& tensor) {
  if (tensor.numel() == 0) return 0;
  int64_t last = 0;
  for (int64_t d = 0; d < tensor.dim(); ++d) last += (tensor.size(d) - 1) * tensor.stride(d);
  return last + 1;
}

// The elements' bytes in C's order, in the host's memory.
inline std::vector<char> BytesOf(const Tensor& tensor) {
  const size_t size = size_t(tensor.element_size());
  std::vector<char> all(size_t(Span(tensor)) * size);
  CopyBytes(all.data(), tensor.data_ptr(), all.size());
  if (tensor.is_contiguous()) return all;
  std::vector<char> bytes;
  bytes.reserve(tensor.nbytes());
  ForEachIndex(tensor.sizes(), tensor.strides(), [&](int64_t index) {
    const char* element = all.data() + size_t(index) * size;
    bytes.insert(bytes.end(), element, element + size);
  });
  return bytes;
}

// The other way: only the tensor's own elements are written.
inline void SetBytes(const Tensor& tensor, const std::vector<char>& bytes) {
  if (tensor.is_contiguous()) return CopyBytes(tensor.data_ptr(), bytes.data(), bytes.size());
  const size_t size = size_t(tensor.element_size());
  const char* element = bytes.data();
  ForEachIndex(tensor.sizes(), tensor.strides(), [&](int64_t index) {
    CopyBytes(static_cast<char*>(tensor.data_ptr()) + size_t(index) * size, element, size);
    element += size;
  });
}

}  // namespace detail

inline Tensor Tensor::view(IntArrayRef wanted) const {
  std::vector<int64_t> sizes = wanted.vec();
  int64_t known = 1, unknown = -1;
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] == -1)
      unknown = int64_t(d);
    else
      known *= sizes[d];
  }
  if (unknown >= 0 && known > 0) sizes[size_t(unknown)] = numel() / known;
  int64_t count = 1;
  for (const int64_t size : sizes) count *= size;
  TORCH_CHECK(count == numel(), "shape '", wanted, "' is invalid for input of size ", numel());
  TORCH_CHECK(is_contiguous(),
              "view size is not compatible with input tensor's size and stride. Use .reshape(...) instead.");
  return as_strided(sizes, detail::ContiguousStrides(sizes), in().offset);
}

inline Tensor Tensor::transpose(int64_t a, int64_t b) const {
  std::vector<int64_t> sizes = in().sizes, strides = in().strides;
  std::swap(sizes[Dimension(a)], sizes[Dimension(b)]);
  std::swap(strides[Dimension(a)], strides[Dimension(b)]);
  return as_strided(sizes, strides, in().offset);
}

inline Tensor Tensor::permute(IntArrayRef order) const {
  TORCH_CHECK(int64_t(order.size()) == dim(), "permute of ", dim(), " dimensions got ", order);
  std::vector<int64_t> sizes, strides;
  for (const int64_t d : order) {
    sizes.push_back(size(d));
    strides.push_back(stride(d));
  }
  return as_strided(sizes, strides, in().offset);
}

inline Tensor Tensor::select(int64_t d, int64_t index) const {
  TORCH_CHECK_INDEX(index >= -size(d) && index < size(d), "index ", index, " is out of bounds for dimension ", d,
                    " with size ", size(d));
  const size_t at = Dimension(d);
  std::vector<int64_t> sizes = in().sizes, strides = in().strides;
  const int64_t offset = in().offset + (index < 0 ? index + size(d) : index) * strides[at];
  sizes.erase(sizes.begin() + int64_t(at));
  strides.erase(strides.begin() + int64_t(at));
  return as_strided(sizes, strides, offset);
}

inline Tensor Tensor::narrow(int64_t d, int64_t start, int64_t length) const {
  TORCH_CHECK(start >= 0 && length >= 0 && start + length <= size(d), "start (", start, ") + length (", length,
              ") exceeds dimension size (", size(d), ").");
  std::vector<int64_t> sizes = in().sizes;
  sizes[Dimension(d)] = length;
  return as_strided(sizes, in().strides, in().offset + start * stride(d));
}

inline std::vector<Tensor> Tensor::chunk(int64_t count, int64_t d) const {
  TORCH_CHECK(count > 0, "chunk expects `chunks` to be greater than 0, got: ", count);
  const int64_t length = std::max<int64_t>((size(d) + count - 1) / count, 1);
  std::vector<Tensor> chunks;
  for (int64_t start = 0; start < size(d) || chunks.empty(); start += length)
    chunks.push_back(narrow(d, start, std::min(length, size(d) - start)));
  return chunks;
}

inline Tensor Tensor::unsqueeze(int64_t d) const {
  TORCH_CHECK_INDEX(d >= -dim() - 1 && d <= dim(), "Dimension out of range: unsqueeze(", d, ")");
  const int64_t at = d < 0 ? d + dim() + 1 : d;
  std::vector<int64_t> sizes = in().sizes, strides = in().strides;
  strides.insert(strides.begin() + at, at < dim() ? size(at) * stride(at) : 1);
  sizes.insert(sizes.begin() + at, 1);
  return as_strided(sizes, strides, in().offset);
}

inline Tensor Tensor::squeeze(int64_t d) const { return size(d) == 1 ? select(d, 0) : *this; }
inline Tensor Tensor::squeeze() const {
  Tensor result = *this;
  for (int64_t d = dim() - 1; d >= 0; --d) result = result.squeeze(d);
  return result;
}

inline Tensor Tensor::expand(IntArrayRef sizes) const {
  std::vector<int64_t> strides(sizes.size(), 0);
  const int64_t more = int64_t(sizes.size()) - dim();
  TORCH_CHECK(more >= 0, "expand: ", this->sizes(), " has more dimensions than ", sizes);
  for (int64_t d = 0; d < dim(); ++d) {
    const int64_t wanted = sizes[size_t(d + more)];
    TORCH_CHECK(size(d) == wanted || size(d) == 1, "The size of tensor a (", size(d),
                ") must match the size of tensor b (", wanted, ") at non-singleton dimension ", d);
    if (size(d) == wanted) strides[size_t(d + more)] = stride(d);
  }
  return as_strided(sizes, strides, in().offset);
}

inline Tensor Tensor::flatten(int64_t first, int64_t last) const {
  if (dim() == 0) return reshape({1});
  const size_t begin = Dimension(first), end = Dimension(last);
  std::vector<int64_t> flat;
  for (size_t d = 0; d < size_t(dim()); ++d) {
    if (d > begin && d <= end)
      flat.back() *= size(int64_t(d));
    else
      flat.push_back(size(int64_t(d)));
  }
  return reshape(flat);
}

inline Tensor Tensor::clone() const {
  Tensor copy = detail::NewTensor(sizes(), scalar_type(), device());
  detail::SetBytes(copy, detail::BytesOf(*this));
  return copy;
}

template <class T>
T Tensor::item() const {
  TORCH_CHECK(numel() == 1, "a Tensor with ", numel(), " elements cannot be converted to Scalar");
  const std::vector<char> bytes = detail::BytesOf(to(CppTypeToScalarType<T>::value));
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

}  // namespace at
