// Errors of extensions: TORCH_CHECK and the checks of CUDA calls throw c10::Error, which Python sees as an exception.
#pragma once

#include <cuda_runtime.h>

#include <exception>
#include <sstream>
#include <string>
#include <utility>

namespace c10 {

// `python_type` is the name of Python's exception.
class Error : public std::exception {
 public:
  explicit Error(std::string what, const char* python_type = "RuntimeError")
      : what_(std::move(what)), python_type_(python_type) {}
  const char* what() const noexcept override { return what_.c_str(); }
  const char* what_without_backtrace() const noexcept { return what_.c_str(); }
  const char* python_type() const noexcept { return python_type_; }

 private:
  std::string what_;
  const char* python_type_;
};

template <class... Parts>
std::string str(const Parts&... parts) {
  std::ostringstream text;
  (text << ... << parts);
  return text.str();
}

namespace detail {
template <class... Parts>
[[noreturn]] void Fail(const char* python_type, const char* otherwise, const Parts&... parts) {
  std::string text = str(parts...);
  throw Error(text.empty() ? otherwise : std::move(text), python_type);
}
inline void CheckCuda(cudaError_t error) {
  if (error != cudaSuccess) Fail("RuntimeError", "", "CUDA error: ", cudaGetErrorString(error));
}
}  // namespace detail
}  // namespace c10

// Without a semicolon after it, too, which extensions leave out.
#define LOCKSTEP_TORCH_CHECK(TYPE, CONDITION, ...)                                   \
  if (!(CONDITION)) {                                                                \
    ::c10::detail::Fail(TYPE, "Expected " #CONDITION " to be true.", ##__VA_ARGS__); \
  }

#define TORCH_CHECK(CONDITION, ...) LOCKSTEP_TORCH_CHECK("RuntimeError", CONDITION, ##__VA_ARGS__)
#define TORCH_CHECK_INDEX(CONDITION, ...) LOCKSTEP_TORCH_CHECK("IndexError", CONDITION, ##__VA_ARGS__)
#define TORCH_CHECK_VALUE(CONDITION, ...) LOCKSTEP_TORCH_CHECK("ValueError", CONDITION, ##__VA_ARGS__)
#define TORCH_CHECK_TYPE(CONDITION, ...) LOCKSTEP_TORCH_CHECK("TypeError", CONDITION, ##__VA_ARGS__)
#define TORCH_CHECK_NOT_IMPLEMENTED(CONDITION, ...) \
  LOCKSTEP_TORCH_CHECK("NotImplementedError", CONDITION, ##__VA_ARGS__)
#define TORCH_INTERNAL_ASSERT(CONDITION, ...) TORCH_CHECK(CONDITION, ##__VA_ARGS__)
#define AT_ASSERT(CONDITION) TORCH_CHECK(CONDITION)
#define AT_ASSERTM(CONDITION, ...) TORCH_CHECK(CONDITION, ##__VA_ARGS__)
#define AT_ERROR(...) ::c10::detail::Fail("RuntimeError", "", ##__VA_ARGS__)
#define TORCH_WARN(...) fprintf(stderr, "Warning: %s\n", ::c10::str(__VA_ARGS__).c_str())
#define C10_CUDA_CHECK(EXPRESSION) ::c10::detail::CheckCuda(EXPRESSION)
#define AT_CUDA_CHECK(EXPRESSION) C10_CUDA_CHECK(EXPRESSION)
#define C10_CUDA_KERNEL_LAUNCH_CHECK() C10_CUDA_CHECK(cudaGetLastError())
