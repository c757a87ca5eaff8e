// Operations on whole tensors: they compute on the host, in float, double or 64-bit integers, as the elements need.
#pragma once

#include <cmath>
#include <random>

#include "dispatch.h"
#include "views.h"

namespace at {
namespace detail {

// The elements in C's order.
template <class Number>
std::vector<Number> NumbersOf(const Tensor& tensor) {
  const std::vector<char> bytes = BytesOf(tensor);
  std::vector<Number> numbers(size_t(tensor.numel()));
  AT_DISPATCH_ALL_TYPES_AND2(kHalf, kBFloat16, tensor.scalar_type() == kBool ? kByte : tensor.scalar_type(), "read",
                             [&] {
                               const auto* elements = reinterpret_cast<const scalar_t*>(bytes.data());
                               for (size_t i = 0; i < numbers.size(); ++i)
                                 numbers[i] = static_cast<Number>(elements[i]);
                             });
  return numbers;
}

template <class Number>
void SetNumbers(const Tensor& tensor, const std::vector<Number>& numbers) {
  std::vector<char> bytes(tensor.nbytes());
  if (tensor.scalar_type() == kBool) {
    for (size_t i = 0; i < numbers.size(); ++i) bytes[i] = numbers[i] != 0;
    return SetBytes(tensor, bytes);
  }
  AT_DISPATCH_ALL_TYPES_AND2(kHalf, kBFloat16, tensor.scalar_type(), "write", [&] {
    auto* elements = reinterpret_cast<scalar_t*>(bytes.data());
    for (size_t i = 0; i < numbers.size(); ++i) elements[i] = static_cast<scalar_t>(numbers[i]);
  });
  SetBytes(tensor, bytes);
}

// `body` gets a number of the type to compute in.
template <class Body>
auto InNumbersOf(ScalarType type, Body body) {
  if (type == kDouble) return body(double());
  if (isFloatingType(type)) return body(float());
  return body(int64_t());
}

// PyTorch's rule: floats before integers before bool, then the larger one.
inline ScalarType Promoted(ScalarType a, ScalarType b) {
  const auto rank = [](ScalarType type) { return type == kBool ? 0 : isFloatingType(type) ? 2 : 1; };
  if (rank(a) != rank(b)) return rank(a) > rank(b) ? a : b;
  if (a != b && elementSize(a) == elementSize(b)) return rank(a) == 2 ? kFloat : kShort;
  return elementSize(a) >= elementSize(b) ? a : b;
}

inline std::vector<int64_t> Broadcast(const Tensor& a, const Tensor& b) {
  std::vector<int64_t> sizes(size_t(std::max(a.dim(), b.dim())), 1);
  for (const Tensor* each : {&a, &b})
    for (int64_t d = 0; d < each->dim(); ++d) {
      int64_t& size = sizes[sizes.size() - size_t(each->dim() - d)];
      if (size == 1) size = each->size(d);
    }
  return sizes;
}

inline void CheckSameDevice(const Tensor& a, const Tensor& b) {
  TORCH_CHECK(a.device() == b.device() || a.dim() == 0 || b.dim() == 0,
              "Expected all tensors to be on the same device, but found at least two devices, ", a.device(), " and ",
              b.device(), "!");
}

template <class Operation>
Tensor Combine(const Tensor& a, const Tensor& b, Operation operation) {
  CheckSameDevice(a, b);
  const std::vector<int64_t> sizes = Broadcast(a, b);
  const ScalarType type = Promoted(a.scalar_type(), b.scalar_type());
  Tensor result = NewTensor(sizes, type, a.is_cuda() ? a.device() : b.device());
  InNumbersOf(type, [&](auto number) {
    auto left = NumbersOf<decltype(number)>(a.expand(sizes));
    const auto right = NumbersOf<decltype(number)>(b.expand(sizes));
    for (size_t i = 0; i < left.size(); ++i) left[i] = operation(left[i], right[i]);
    SetNumbers(result, left);
  });
  return result;
}

// Of floats; integers become float32.
template <class Operation>
Tensor MapFloats(const Tensor& tensor, Operation operation) {
  const ScalarType type = tensor.is_floating_point() ? tensor.scalar_type() : kFloat;
  Tensor result = NewTensor(tensor.sizes(), type, tensor.device());
  const auto map = [&](auto number) {
    auto numbers = NumbersOf<decltype(number)>(tensor);
    for (auto& each : numbers) each = operation(each);
    SetNumbers(result, numbers);
  };
  if (type == kDouble)
    map(double());
  else
    map(float());
  return result;
}

template <class Operation>
Tensor Map(const Tensor& tensor, Operation operation) {
  Tensor result = NewTensor(tensor.sizes(), tensor.scalar_type(), tensor.device());
  InNumbersOf(tensor.scalar_type(), [&](auto number) {
    auto numbers = NumbersOf<decltype(number)>(tensor);
    for (auto& each : numbers) each = operation(each);
    SetNumbers(result, numbers);
  });
  return result;
}

// A number as a tensor without dimensions; a float makes integers floats.
inline Tensor AsTensor(Scalar value, const Tensor& beside) {
  const ScalarType type = value.isFloatingPoint() && !beside.is_floating_point() ? kFloat
                          : beside.scalar_type() == kBool                        ? kLong
                                                                                 : beside.scalar_type();
  return NewTensor({}, type, beside.device()).fill_(value);
}

// `operation` gets the result so far and the next number.
template <class Operation>
Tensor Reduce(const Tensor& tensor, ScalarType type, bool begins_with_first, Operation operation) {
  TORCH_CHECK(tensor.numel() > 0 || !begins_with_first, "a tensor without elements has no largest or smallest one");
  Tensor result = NewTensor({}, type, tensor.device());
  InNumbersOf(type, [&](auto number) {
    const auto numbers = NumbersOf<decltype(number)>(tensor);
    auto reduced = begins_with_first ? numbers[0] : decltype(number)(0);
    for (const auto each : numbers) reduced = operation(reduced, each);
    SetNumbers(result, std::vector<decltype(number)>{reduced});
  });
  return result;
}

inline std::mt19937_64& RandomNumbers() {
  static auto* const numbers = new std::mt19937_64;
  return *numbers;
}
template <class Distribution>
Tensor Random(IntArrayRef sizes, const TensorOptions& options, Distribution distribution) {
  Tensor result = NewTensor(sizes, options.dtype(), options.device());
  std::vector<double> numbers(size_t(result.numel()));
  for (double& each : numbers) each = distribution(RandomNumbers());
  SetNumbers(result, numbers);
  return result;
}

}  // namespace detail

// --- new tensors
inline Tensor empty(IntArrayRef sizes, const TensorOptions& options = {}) {
  return detail::NewTensor(sizes, options.dtype(), options.device());
}
inline Tensor full(IntArrayRef sizes, Scalar value, const TensorOptions& options = {}) {
  return empty(sizes, options.has_dtype() || value.isFloatingPoint() ? options : options.dtype(kLong)).fill_(value);
}
inline Tensor zeros(IntArrayRef sizes, const TensorOptions& options = {}) { return empty(sizes, options).fill_(0); }
inline Tensor ones(IntArrayRef sizes, const TensorOptions& options = {}) { return empty(sizes, options).fill_(1); }
inline TensorOptions OptionsLike(const Tensor& tensor, const TensorOptions& options) {
  return TensorOptions(options.has_dtype() ? options.dtype() : tensor.scalar_type())
      .device(options.has_device() ? options.device() : tensor.device());
}
inline Tensor empty_like(const Tensor& tensor, const TensorOptions& options = {}) {
  return empty(tensor.sizes(), OptionsLike(tensor, options));
}
inline Tensor zeros_like(const Tensor& tensor, const TensorOptions& options = {}) {
  return zeros(tensor.sizes(), OptionsLike(tensor, options));
}
inline Tensor ones_like(const Tensor& tensor, const TensorOptions& options = {}) {
  return ones(tensor.sizes(), OptionsLike(tensor, options));
}
inline Tensor full_like(const Tensor& tensor, Scalar value, const TensorOptions& options = {}) {
  return full(tensor.sizes(), value, OptionsLike(tensor, options));
}
inline Tensor arange(Scalar start, Scalar end, const TensorOptions& options = {}) {
  const bool is_float = start.isFloatingPoint() || end.isFloatingPoint();
  const auto count = std::max<int64_t>(0, int64_t(std::ceil(end.toDouble() - start.toDouble())));
  Tensor result = empty({count}, options.has_dtype() || is_float ? options : options.dtype(kLong));
  std::vector<double> numbers;
  for (int64_t i = 0; i < count; ++i) numbers.push_back(start.toDouble() + double(i));
  detail::SetNumbers(result, numbers);
  return result;
}
inline Tensor arange(Scalar end, const TensorOptions& options = {}) {
  return end.isFloatingPoint() ? arange(0.0, end, options) : arange(0, end, options);
}
template <class T>
Tensor tensor(const std::vector<T>& values, const TensorOptions& options = {}) {
  Tensor result =
      empty({int64_t(values.size())}, options.has_dtype() ? options : options.dtype(CppTypeToScalarType<T>::value));
  detail::SetNumbers(result, values);
  return result;
}
template <class T>
Tensor tensor(std::initializer_list<T> values, const TensorOptions& options = {}) {
  return tensor(std::vector<T>(values), options);
}
// The numbers are not those that PyTorch draws.
inline Tensor rand(IntArrayRef sizes, const TensorOptions& options = {}) {
  return detail::Random(sizes, options, std::uniform_real_distribution<double>(0, 1));
}
inline Tensor randn(IntArrayRef sizes, const TensorOptions& options = {}) {
  return detail::Random(sizes, options, std::normal_distribution<double>(0, 1));
}
inline Tensor rand_like(const Tensor& tensor) { return rand(tensor.sizes(), tensor.options()); }
inline Tensor randn_like(const Tensor& tensor) { return randn(tensor.sizes(), tensor.options()); }
inline void manual_seed(uint64_t seed) { detail::RandomNumbers().seed(seed); }
// Memory of the caller's, which must live as long as the tensor.
inline Tensor from_blob(void* data, IntArrayRef sizes, const TensorOptions& options = {}) {
  int64_t count = 1;
  for (const int64_t size : sizes) count *= size;
  auto storage = std::make_shared<Storage>(data, size_t(count) * elementSize(options.dtype()), options.device());
  return Tensor(std::move(storage), options.dtype(), sizes.vec(), detail::ContiguousStrides(sizes));
}

// --- members of Tensor
inline Tensor Tensor::to(const TensorOptions& options) const {
  const TensorOptions wanted = OptionsLike(*this, options);
  if (wanted.dtype() == scalar_type() && wanted.device() == device()) return *this;
  Tensor result = empty(sizes(), wanted);
  return result.copy_(*this);
}
inline Tensor& Tensor::copy_(const Tensor& from) {
  if (from.scalar_type() == scalar_type())
    detail::SetBytes(*this, detail::BytesOf(from.expand(sizes())));
  else if (from.is_floating_point())
    detail::SetNumbers(*this, detail::NumbersOf<double>(from.expand(sizes())));
  else
    detail::SetNumbers(*this, detail::NumbersOf<int64_t>(from.expand(sizes())));
  return *this;
}
inline Tensor& Tensor::fill_(Scalar value) {
  if (is_floating_point() || value.isFloatingPoint())
    detail::SetNumbers(*this, std::vector<double>(size_t(numel()), value.toDouble()));
  else
    detail::SetNumbers(*this, std::vector<int64_t>(size_t(numel()), value.toLong()));
  return *this;
}
inline Tensor Tensor::sum() const {
  return detail::Reduce(*this, is_floating_point() ? scalar_type() : kLong, false,
                        [](auto a, auto b) { return a + b; });
}
inline Tensor Tensor::max() const {
  return detail::Reduce(*this, scalar_type(), true, [](auto a, auto b) { return a < b ? b : a; });
}
inline Tensor Tensor::min() const {
  return detail::Reduce(*this, scalar_type(), true, [](auto a, auto b) { return b < a ? b : a; });
}

inline Tensor operator+(const Tensor& a, const Tensor& b) {
  return detail::Combine(a, b, [](auto x, auto y) { return x + y; });
}
inline Tensor operator-(const Tensor& a, const Tensor& b) {
  return detail::Combine(a, b, [](auto x, auto y) { return x - y; });
}
inline Tensor operator*(const Tensor& a, const Tensor& b) {
  return detail::Combine(a, b, [](auto x, auto y) { return x * y; });
}
inline Tensor operator/(const Tensor& a, const Tensor& b) {
  const bool is_float = a.is_floating_point() || b.is_floating_point();
  return detail::Combine(is_float ? a : a.to(kFloat), b, [](auto x, auto y) { return x / y; });
}
#define LOCKSTEP_TORCH_SCALARS(SIGN)                                                               \
  inline Tensor operator SIGN(const Tensor& a, Scalar b) { return a SIGN detail::AsTensor(b, a); } \
  inline Tensor operator SIGN(Scalar a, const Tensor& b) { return detail::AsTensor(a, b) SIGN b; }
LOCKSTEP_TORCH_SCALARS(+)
LOCKSTEP_TORCH_SCALARS(-)
LOCKSTEP_TORCH_SCALARS(*)
LOCKSTEP_TORCH_SCALARS(/)
#undef LOCKSTEP_TORCH_SCALARS
#define LOCKSTEP_TORCH_ASSIGNMENT(SIGN)                                                             \
  inline Tensor& Tensor::operator SIGN##=(const Tensor & other) { return copy_(*this SIGN other); } \
  inline Tensor& Tensor::operator SIGN##=(Scalar other) { return copy_(*this SIGN other); }
LOCKSTEP_TORCH_ASSIGNMENT(+)
LOCKSTEP_TORCH_ASSIGNMENT(-)
LOCKSTEP_TORCH_ASSIGNMENT(*)
LOCKSTEP_TORCH_ASSIGNMENT(/)
#undef LOCKSTEP_TORCH_ASSIGNMENT
inline Tensor& Tensor::div_(const Tensor& other, const char* rounding) {
  const bool is_floor = std::strcmp(rounding, "floor") == 0;
  TORCH_CHECK(is_floor || std::strcmp(rounding, "trunc") == 0,
              "div expected rounding_mode to be one of None, 'trunc', or ", "'floor' but found '", rounding, "'");
  return copy_(detail::Combine(*this, other, [=](auto x, auto y) {
    if constexpr (std::is_floating_point_v<decltype(x)>)
      return is_floor ? std::floor(x / y) : std::trunc(x / y);
    else {
      TORCH_CHECK(y != 0, "ZeroDivisionError");
      return x / y - (is_floor && x % y != 0 && (x < 0) != (y < 0));
    }
  }));
}
#define LOCKSTEP_TORCH_COMPARISON(SIGN)                                                           \
  inline Tensor operator SIGN(const Tensor& a, const Tensor& b) {                                 \
    return detail::Combine(a, b, [](auto x, auto y) { return decltype(x)(x SIGN y); }).to(kBool); \
  }                                                                                               \
  inline Tensor operator SIGN(const Tensor& a, Scalar b) { return a SIGN detail::AsTensor(b, a); }
LOCKSTEP_TORCH_COMPARISON(==)
LOCKSTEP_TORCH_COMPARISON(!=)
LOCKSTEP_TORCH_COMPARISON(<)
LOCKSTEP_TORCH_COMPARISON(<=)
LOCKSTEP_TORCH_COMPARISON(>)
LOCKSTEP_TORCH_COMPARISON(>=)
#undef LOCKSTEP_TORCH_COMPARISON
inline Tensor& Tensor::masked_fill_(const Tensor& mask, Scalar value) {
  TORCH_CHECK(mask.scalar_type() == kBool, "masked_fill_ only supports boolean masks, but got mask with dtype ",
              mask.scalar_type());
  const auto chosen = detail::NumbersOf<int64_t>(mask.expand(sizes()));
  detail::InNumbersOf(scalar_type(), [&](auto number) {
    auto numbers = detail::NumbersOf<decltype(number)>(*this);
    for (size_t i = 0; i < numbers.size(); ++i)
      if (chosen[i]) numbers[i] = value.to<decltype(number)>();
    detail::SetNumbers(*this, numbers);
  });
  return *this;
}
inline Tensor Tensor::cumsum(int64_t d) const {
  const size_t along = Dimension(d);
  size_t inner = 1;
  for (size_t i = along + 1; i < size_t(dim()); ++i) inner *= size_t(size(int64_t(i)));
  Tensor result = empty(sizes(), is_floating_point() ? options() : options().dtype(kLong));
  detail::InNumbersOf(scalar_type(), [&](auto number) {
    auto numbers = detail::NumbersOf<decltype(number)>(*this);
    for (size_t i = inner; i < numbers.size(); ++i)
      if (i / inner % size_t(size(d)) != 0) numbers[i] += numbers[i - inner];
    detail::SetNumbers(result, numbers);
  });
  return result;
}
inline Tensor cumsum(const Tensor& tensor, int64_t d) { return tensor.cumsum(d); }
inline Tensor Tensor::operator-() const {
  return detail::Map(*this, [](auto x) { return -x; });
}
inline Tensor Tensor::abs() const {
  return detail::Map(*this, [](auto x) { return x < 0 ? -x : x; });
}
inline Tensor Tensor::relu() const {
  return detail::Map(*this, [](auto x) { return x < 0 ? decltype(x)(0) : x; });
}
inline Tensor Tensor::mean() const {
  TORCH_CHECK(is_floating_point(), "mean(): the tensor's elements are ", scalar_type(), ", and must be floats");
  return sum() / double(numel());
}
#define LOCKSTEP_TORCH_FLOATS(NAME, VALUE)                                      \
  inline Tensor Tensor::NAME() const {                                          \
    return detail::MapFloats(*this, [](auto x) { return decltype(x)(VALUE); }); \
  }                                                                             \
  inline Tensor NAME(const Tensor& tensor) { return tensor.NAME(); }
LOCKSTEP_TORCH_FLOATS(sigmoid, 1 / (1 + std::exp(-x)))
LOCKSTEP_TORCH_FLOATS(tanh, std::tanh(x))
LOCKSTEP_TORCH_FLOATS(exp, std::exp(x))
LOCKSTEP_TORCH_FLOATS(log, std::log(x))
LOCKSTEP_TORCH_FLOATS(sqrt, std::sqrt(x))
#undef LOCKSTEP_TORCH_FLOATS
inline Tensor relu(const Tensor& tensor) { return tensor.relu(); }
inline Tensor abs(const Tensor& tensor) { return tensor.abs(); }
inline Tensor sum(const Tensor& tensor) { return tensor.sum(); }
inline Tensor mean(const Tensor& tensor) { return tensor.mean(); }
inline Tensor elu(const Tensor& tensor, Scalar alpha = 1, Scalar scale = 1) {
  return detail::MapFloats(tensor, [&](auto x) {
    return decltype(x)(scale.toDouble()) * (x > 0 ? x : decltype(x)(alpha.toDouble()) * std::expm1(x));
  });
}

inline Tensor Tensor::matmul(const Tensor& other) const {
  TORCH_CHECK(dim() == 2 && other.dim() == 2, "Lockstep multiplies matrices of two dimensions only");
  TORCH_CHECK(size(1) == other.size(0), "mat1 and mat2 shapes cannot be multiplied (", size(0), "x", size(1), " and ",
              other.size(0), "x", other.size(1), ")");
  TORCH_CHECK(scalar_type() == other.scalar_type(),
              "expected m1 and m2 to have the same dtype, but got: ", scalar_type(), " != ", other.scalar_type());
  detail::CheckSameDevice(*this, other);
  const size_t rows = size_t(size(0)), inner = size_t(size(1)), columns = size_t(other.size(1));
  Tensor result = empty({int64_t(rows), int64_t(columns)}, options());
  detail::InNumbersOf(scalar_type(), [&](auto number) {
    const auto a = detail::NumbersOf<decltype(number)>(*this), b = detail::NumbersOf<decltype(number)>(other);
    std::vector<decltype(number)> c(rows * columns);
    for (size_t i = 0; i < rows; ++i)
      for (size_t k = 0; k < inner; ++k)
        for (size_t j = 0; j < columns; ++j) c[i * columns + j] += a[i * inner + k] * b[k * columns + j];
    detail::SetNumbers(result, c);
  });
  return result;
}
inline Tensor matmul(const Tensor& a, const Tensor& b) { return a.matmul(b); }
inline Tensor mm(const Tensor& a, const Tensor& b) { return a.matmul(b); }
inline Tensor addmm(const Tensor& bias, const Tensor& a, const Tensor& b) { return bias + a.matmul(b); }
inline Tensor transpose(const Tensor& tensor, int64_t a, int64_t b) { return tensor.transpose(a, b); }

inline Tensor cat(const TensorList& tensors, int64_t d = 0) {
  TORCH_CHECK(!tensors.empty(), "torch.cat(): expected a non-empty list of Tensors");
  std::vector<int64_t> sizes = tensors[0].sizes().vec();
  const size_t at = tensors[0].Dimension(d);
  for (size_t i = 1; i < tensors.size(); ++i) {
    TORCH_CHECK(tensors[i].dim() == tensors[0].dim(), "Tensors must have same number of dimensions: got ",
                tensors[0].dim(), " and ", tensors[i].dim());
    sizes[at] += tensors[i].size(d);
  }
  Tensor result = empty(sizes, tensors[0].options());
  int64_t start = 0;
  for (const Tensor& each : tensors) {
    detail::CheckSameDevice(tensors[0], each);
    result.narrow(d, start, each.size(d)).copy_(each);
    start += each.size(d);
  }
  return result;
}
inline Tensor stack(const TensorList& tensors, int64_t d = 0) {
  TensorList rows;
  for (const Tensor& each : tensors) rows.push_back(each.unsqueeze(d));
  return cat(rows, d);
}
inline bool equal(const Tensor& a, const Tensor& b) {
  return a.sizes() == b.sizes() && a.scalar_type() == b.scalar_type() &&
         detail::NumbersOf<double>(a) == detail::NumbersOf<double>(b);
}
inline bool allclose(const Tensor& a, const Tensor& b, double relative = 1e-5, double absolute = 1e-8) {
  const std::vector<int64_t> sizes = detail::Broadcast(a, b);
  const auto x = detail::NumbersOf<double>(a.expand(sizes)), y = detail::NumbersOf<double>(b.expand(sizes));
  for (size_t i = 0; i < x.size(); ++i)
    if (!(std::abs(x[i] - y[i]) <= absolute + relative * std::abs(y[i])) && x[i] != y[i]) return false;
  return true;
}

}  // namespace at
