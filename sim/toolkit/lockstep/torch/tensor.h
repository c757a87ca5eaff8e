// at::Tensor: an array of elements with sizes and strides, in memory that all its views share.
//
// A CUDA tensor's memory is cudaMalloc's, so that checks and recordings know it; arrays that Python passes to a
// function count as CUDA tensors too. There are no gradients.
#pragma once

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <vector>

#include "accessor.h"
#include "scalar_type.h"

namespace c10 {

class IntArrayRef {
 public:
  IntArrayRef() = default;
  IntArrayRef(const int64_t* data, size_t size) : data_(data), size_(size) {}
  IntArrayRef(const std::vector<int64_t>& values) : data_(values.data()), size_(values.size()) {}
  IntArrayRef(const std::initializer_list<int64_t>& values) : data_(values.begin()), size_(values.size()) {}
  IntArrayRef(const int64_t& value) : data_(&value), size_(1) {}
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const int64_t* data() const { return data_; }
  const int64_t* begin() const { return data_; }
  const int64_t* end() const { return data_ + size_; }
  int64_t operator[](size_t i) const { return data_[i]; }
  int64_t at(size_t i) const {
    TORCH_CHECK_INDEX(i < size_, "index ", i, " of ", size_);
    return data_[i];
  }
  int64_t back() const { return data_[size_ - 1]; }
  int64_t front() const { return data_[0]; }
  std::vector<int64_t> vec() const { return {begin(), end()}; }
  IntArrayRef slice(size_t start, size_t count) const {
    TORCH_CHECK_INDEX(start + count <= size_, "slice of ", count, " from ", start, " of ", size_);
    return {data_ + start, count};
  }
  IntArrayRef slice(size_t start) const { return slice(start, size_ - start); }
  bool operator==(IntArrayRef other) const { return std::equal(begin(), end(), other.begin(), other.end()); }
  bool operator!=(IntArrayRef other) const { return !(*this == other); }

 private:
  const int64_t* data_ = nullptr;
  size_t size_ = 0;
};
inline std::ostream& operator<<(std::ostream& out, IntArrayRef values) {
  out << '[';
  for (size_t i = 0; i < values.size(); ++i) out << (i ? ", " : "") << values[i];
  return out << ']';
}

// Sizes that are put together one after another.
class DimVector : public std::vector<int64_t> {
 public:
  using std::vector<int64_t>::vector;
  DimVector(IntArrayRef values) : std::vector<int64_t>(values.begin(), values.end()) {}
  void append(std::initializer_list<int64_t> values) { insert(end(), values); }
  template <class Iterator>
  void append(Iterator from, Iterator to) {
    insert(end(), from, to);
  }
  void append(IntArrayRef values) { insert(end(), values.begin(), values.end()); }
};

// for (const auto i : c10::irange(n))
template <class T>
class IntegerRange {
 public:
  struct Iterator {
    T at;
    T operator*() const { return at; }
    Iterator& operator++() {
      ++at;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return at != other.at; }
  };
  IntegerRange(T begin, T end) : begin_(begin), end_(std::max(begin, end)) {}
  Iterator begin() const { return {begin_}; }
  Iterator end() const { return {end_}; }

 private:
  T begin_, end_;
};
template <class T>
IntegerRange<T> irange(T end) {
  return {T(0), end};
}
template <class From, class T>
IntegerRange<T> irange(From begin, T end) {
  return {T(begin), end};
}

// Memory, and who owns it.
class Storage {
 public:
  Storage(size_t bytes, Device device) : bytes_(bytes), device_(device), is_ours_(true) {
    if (!bytes) return;
    if (device.is_cpu()) {
      data_ = std::malloc(bytes);
      TORCH_CHECK(data_, "no memory for ", bytes, " bytes");
      return;
    }
    FreeLater(nullptr);
    detail::CheckCuda(cudaMalloc(&data_, bytes));
  }
  Storage(void* data, size_t bytes, Device device) : data_(data), bytes_(bytes), device_(device) {}
  ~Storage() {
    if (!is_ours_ || !data_) return;
    if (device_.is_cpu())
      std::free(data_);
    else if (cudaFree(data_) != cudaSuccess)
      FreeLater(data_);
  }
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;
  void* data() const { return data_; }
  size_t nbytes() const { return bytes_; }
  const Device& device() const { return device_; }

 private:
  // After a fault nothing can be freed. Python goes on after one, so that the memory is freed later.
  static void FreeLater(void* data) {
    static auto* const waiting = new std::vector<void*>;
    static auto* const mutex = new std::mutex;
    const std::lock_guard<std::mutex> lock(*mutex);
    if (data) return waiting->push_back(data);
    while (!waiting->empty() && cudaFree(waiting->back()) == cudaSuccess) waiting->pop_back();
  }

  void* data_ = nullptr;
  size_t bytes_;
  Device device_;
  bool is_ours_ = false;
};

// A number of Python's or C++'s.
class Scalar {
 public:
  template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>>
  Scalar(T value) : number_(double(value)), integer_(int64_t(value)), is_float_(std::is_floating_point_v<T>) {}
  Scalar(Half value) : Scalar(float(value)) {}
  Scalar(BFloat16 value) : Scalar(float(value)) {}
  bool isFloatingPoint() const { return is_float_; }
  template <class T>
  T to() const {
    return is_float_ ? T(number_) : T(integer_);
  }
  double toDouble() const { return number_; }
  int64_t toLong() const { return to<int64_t>(); }

 private:
  double number_;
  int64_t integer_;
  bool is_float_;
};

}  // namespace c10

namespace at {

using namespace c10;

// What tensor.type() gives.
struct DeprecatedTypeProperties {
  ScalarType type;
  bool cuda;
  bool is_cuda() const { return cuda; }
  ScalarType scalarType() const { return type; }
  operator ScalarType() const { return type; }
};

class Tensor {
 public:
  Tensor() = default;
  Tensor(std::shared_ptr<Storage> storage, ScalarType type, std::vector<int64_t> sizes, std::vector<int64_t> strides,
         int64_t offset = 0)
      : inner_(std::make_shared<Inner>(Inner{std::move(storage), type, std::move(sizes), std::move(strides), offset})) {
  }

  // --- shape
  bool defined() const { return inner_ != nullptr; }
  int64_t dim() const { return int64_t(in().sizes.size()); }
  int64_t ndimension() const { return dim(); }
  IntArrayRef sizes() const { return in().sizes; }
  IntArrayRef strides() const { return in().strides; }
  int64_t size(int64_t d) const { return in().sizes[Dimension(d)]; }
  int64_t stride(int64_t d) const { return in().strides[Dimension(d)]; }
  int64_t numel() const {
    int64_t count = 1;
    for (const int64_t size : sizes()) count *= size;
    return count;
  }
  int64_t element_size() const { return int64_t(elementSize(scalar_type())); }
  int64_t itemsize() const { return element_size(); }
  size_t nbytes() const { return size_t(numel() * element_size()); }
  int64_t storage_offset() const { return in().offset; }
  bool is_contiguous(MemoryFormat = MemoryFormat::Contiguous) const {
    int64_t expected = 1;
    for (int64_t d = dim() - 1; d >= 0; --d) {
      if (size(d) != 1 && stride(d) != expected && numel() != 0) return false;
      expected *= size(d);
    }
    return true;
  }

  // --- type and place
  ScalarType scalar_type() const { return in().type; }
  TypeMeta dtype() const { return in().type; }
  DeprecatedTypeProperties type() const { return {in().type, is_cuda()}; }
  bool is_floating_point() const { return isFloatingType(scalar_type()); }
  Device device() const { return in().storage->device(); }
  int64_t get_device() const { return is_cuda() ? device().index() : -1; }
  bool is_cuda() const { return device().is_cuda(); }
  bool is_cpu() const { return !is_cuda(); }
  bool is_sparse() const { return false; }
  bool requires_grad() const { return false; }
  Tensor detach() const { return *this; }
  TensorOptions options() const { return TensorOptions(scalar_type()).device(device()); }
  const std::shared_ptr<Storage>& storage() const { return in().storage; }
  bool is_same(const Tensor& other) const { return inner_ == other.inner_; }

  // --- elements
  void* data_ptr() const { return static_cast<char*>(in().storage->data()) + in().offset * element_size(); }
  void* mutable_data_ptr() const { return data_ptr(); }
  const void* const_data_ptr() const { return data_ptr(); }
  template <class T>
  T* data_ptr() const {
    using Element = std::remove_const_t<T>;
    TORCH_CHECK(CppTypeToScalarType<Element>::value == scalar_type(), "expected scalar type ",
                toString(CppTypeToScalarType<Element>::value), " but found ", toString(scalar_type()));
    return static_cast<T*>(data_ptr());
  }
  template <class T>
  T* mutable_data_ptr() const {
    return data_ptr<T>();
  }
  template <class T>
  const T* const_data_ptr() const {
    return data_ptr<std::remove_const_t<T>>();
  }
  template <class T>
  T* data() const {
    return data_ptr<T>();
  }
  template <class T, size_t N>
  TensorAccessor<T, N> accessor() const {
    TORCH_CHECK(is_cpu(), "an accessor on the host reads CPU tensors only: use packed_accessor32 in a kernel");
    TORCH_CHECK(dim() == int64_t(N), "TensorAccessor expected ", N, " dims but tensor has ", dim());
    return TensorAccessor<T, N>(data_ptr<T>(), sizes().data(), strides().data());
  }
  template <class T, size_t N, template <class> class PtrTraits = DefaultPtrTraits>
  PackedTensorAccessor<T, N, int32_t, PtrTraits> packed_accessor32() const {
    return Packed<T, N, int32_t, PtrTraits>();
  }
  template <class T, size_t N, template <class> class PtrTraits = DefaultPtrTraits>
  PackedTensorAccessor<T, N, int64_t, PtrTraits> packed_accessor64() const {
    return Packed<T, N, int64_t, PtrTraits>();
  }
  template <class T>
  T item() const;

  // --- views: the same memory
  Tensor view(IntArrayRef sizes) const;
  Tensor as_strided(IntArrayRef sizes, IntArrayRef strides, int64_t offset) const {
    return Tensor(in().storage, scalar_type(), sizes.vec(), strides.vec(), offset);
  }
  Tensor transpose(int64_t a, int64_t b) const;
  Tensor t() const { return dim() < 2 ? *this : transpose(0, 1); }
  Tensor permute(IntArrayRef order) const;
  Tensor select(int64_t d, int64_t index) const;
  Tensor operator[](int64_t index) const { return select(0, index); }
  Tensor narrow(int64_t d, int64_t start, int64_t length) const;
  Tensor slice(int64_t d, int64_t start, int64_t end) const { return narrow(d, start, std::min(end, size(d)) - start); }
  std::vector<Tensor> chunk(int64_t count, int64_t d = 0) const;
  Tensor unsqueeze(int64_t d) const;
  Tensor squeeze() const;
  Tensor squeeze(int64_t d) const;
  Tensor expand(IntArrayRef sizes) const;

  // --- copies, where one is needed
  Tensor reshape(IntArrayRef sizes) const { return contiguous().view(sizes); }
  Tensor flatten(int64_t first = 0, int64_t last = -1) const;
  Tensor contiguous(MemoryFormat = MemoryFormat::Contiguous) const { return is_contiguous() ? *this : clone(); }
  Tensor clone() const;
  Tensor to(const TensorOptions& options) const;
  Tensor to(Device device, ScalarType type, bool = false, bool = false) const {
    return to(TensorOptions(type).device(device));
  }
  Tensor cuda() const { return to(kCUDA); }
  Tensor cpu() const { return to(kCPU); }

  // --- arithmetic, element by element (operations.h)
  Tensor& copy_(const Tensor& from);
  Tensor& fill_(Scalar value);
  Tensor& zero_() { return fill_(0); }
  Tensor sum() const;
  Tensor mean() const;
  Tensor max() const;
  Tensor min() const;
  Tensor matmul(const Tensor& other) const;
  Tensor mm(const Tensor& other) const { return matmul(other); }
  Tensor sigmoid() const;
  Tensor tanh() const;
  Tensor exp() const;
  Tensor log() const;
  Tensor sqrt() const;
  Tensor relu() const;
  Tensor abs() const;
  Tensor operator-() const;
  Tensor& operator+=(const Tensor& other);
  Tensor& operator-=(const Tensor& other);
  Tensor& operator*=(const Tensor& other);
  Tensor& operator/=(const Tensor& other);
  Tensor& operator+=(Scalar other);
  Tensor& operator-=(Scalar other);
  Tensor& operator*=(Scalar other);
  Tensor& operator/=(Scalar other);
  template <class Other>
  Tensor& add_(const Other& other) {
    return *this += other;
  }
  template <class Other>
  Tensor& sub_(const Other& other) {
    return *this -= other;
  }
  template <class Other>
  Tensor& mul_(const Other& other) {
    return *this *= other;
  }
  template <class Other>
  Tensor& div_(const Other& other) {
    return *this /= other;
  }
  Tensor& div_(const Tensor& other, const char* rounding);
  Tensor& true_divide_(const Tensor& other) { return *this /= other; }
  Tensor& masked_fill_(const Tensor& mask, Scalar value);
  // From now on the same tensor as `other`, also for those who hold a copy of this one.
  Tensor& set_(const Tensor& other) {
    const Inner kept = other.in();
    in();
    *inner_ = kept;
    return *this;
  }
  Tensor cumsum(int64_t d) const;

  // Of a dimension, from the end if negative.
  size_t Dimension(int64_t d) const {
    TORCH_CHECK_INDEX(d >= -dim() && d < dim(), "Dimension out of range (expected to be in range of [", -dim(), ", ",
                      dim() - 1, "], but got ", d, ")");
    return size_t(d < 0 ? d + dim() : d);
  }

 private:
  struct Inner {
    std::shared_ptr<Storage> storage;
    ScalarType type;
    std::vector<int64_t> sizes, strides;
    int64_t offset;  // in elements
  };
  const Inner& in() const {
    TORCH_CHECK(inner_, "the tensor is undefined: nothing was assigned to it");
    return *inner_;
  }
  template <class T, size_t N, class Index, template <class> class PtrTraits>
  PackedTensorAccessor<T, N, Index, PtrTraits> Packed() const {
    TORCH_CHECK(dim() == int64_t(N), "TensorAccessor expected ", N, " dims but tensor has ", dim());
    return PackedTensorAccessor<T, N, Index, PtrTraits>(data_ptr<T>(), sizes().data(), strides().data());
  }

  std::shared_ptr<Inner> inner_;
};

using TensorList = std::vector<Tensor>;

}  // namespace at
