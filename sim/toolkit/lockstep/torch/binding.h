// Functions of an extension for Python: PYBIND11_MODULE and TORCH_LIBRARY register them, and python/lockstep/inline.py
// calls them through the C functions at the end, with values whose layout is below.
#pragma once

#include <deque>
#include <functional>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "operations.h"

namespace lockstep_torch {

using at::Tensor;

enum Kind : int64_t { kNone, kBool, kInteger, kFloat, kText, kTensor, kList };

// A value on its way to C++ or back. A tensor's memory is described; `handle` is a Tensor that keeps it.
struct Value {
  int64_t kind = kNone, integer = 0;
  double number = 0;
  const char* text = nullptr;
  void *data = nullptr, *handle = nullptr;
  int64_t type = 0, rank = 0;
  const int64_t *sizes = nullptr, *strides = nullptr;  // in elements
  Value* items = nullptr;
  int64_t count = 0;
};

// A call of function `index`. The callee sets `result`, or `error_type` and `error`; lockstep_torch_end frees them.
struct CallOf {
  int64_t index = 0;
  const Value* arguments = nullptr;
  int64_t count = 0;
  Value result;
  const char *error_type = nullptr, *error = nullptr;
  void* owned = nullptr;
};

// Owns what a result points to, except for its tensors' memory.
struct Results {
  std::deque<std::vector<Value>> lists;
  std::deque<std::string> texts;
  std::deque<Tensor> tensors;
};

[[noreturn]] inline void Refuse(const char* wanted) { throw c10::Error(wanted, "TypeError"); }

template <class T, class = void>
struct Type;

template <>
struct Type<Tensor> {
  static std::string Name() { return "Tensor"; }
  static Tensor From(const Value& value) {
    if (value.kind == kNone) return {};
    if (value.kind != kTensor) Refuse("Tensor");
    int64_t span = 1;
    for (int64_t d = 0; d < value.rank; ++d) span += (value.sizes[d] - 1) * value.strides[d];
    const auto type = c10::ScalarType(value.type);
    auto storage = std::make_shared<c10::Storage>(
        value.data, size_t(std::max<int64_t>(span, 0)) * c10::elementSize(type), c10::kCUDA);
    return Tensor(std::move(storage), type, {value.sizes, value.sizes + value.rank},
                  {value.strides, value.strides + value.rank});
  }
  static Value To(const Tensor& tensor, Results& results) {
    if (!tensor.defined()) return {};
    Value value;
    results.tensors.push_back(tensor);
    const Tensor& kept = results.tensors.back();
    value.kind = kTensor;
    value.data = kept.data_ptr();
    value.handle = new Tensor(tensor);
    value.type = int64_t(kept.scalar_type());
    value.rank = kept.dim();
    value.sizes = kept.sizes().data();
    value.strides = kept.strides().data();
    return value;
  }
};

template <>
struct Type<bool> {
  static std::string Name() { return "bool"; }
  static bool From(const Value& value) {
    if (value.kind != kBool) Refuse("bool");
    return value.integer != 0;
  }
  static Value To(bool from, Results&) {
    Value value;
    value.kind = kBool;
    value.integer = from;
    return value;
  }
};

template <class T>
struct Type<T, std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, bool>>> {
  static std::string Name() { return "int"; }
  static T From(const Value& value) {
    if (value.kind != kInteger && value.kind != kBool) Refuse("int");
    const T number = T(value.integer);
    if (int64_t(number) != value.integer) Refuse("int of this size");
    return number;
  }
  static Value To(T from, Results&) {
    Value value;
    value.kind = kInteger;
    value.integer = int64_t(from);
    return value;
  }
};

template <class T>
struct Type<T, std::enable_if_t<std::is_floating_point_v<T>>> {
  static std::string Name() { return "float"; }
  static T From(const Value& value) {
    if (value.kind == kInteger) return T(value.integer);
    if (value.kind != kFloat) Refuse("float");
    return T(value.number);
  }
  static Value To(T from, Results&) {
    Value value;
    value.kind = kFloat;
    value.number = double(from);
    return value;
  }
};

template <>
struct Type<c10::Scalar> {
  static std::string Name() { return "number"; }
  static c10::Scalar From(const Value& value) {
    if (value.kind == kFloat) return value.number;
    if (value.kind != kInteger && value.kind != kBool) Refuse("number");
    return value.integer;
  }
  static Value To(c10::Scalar from, Results& results) {
    return from.isFloatingPoint() ? Type<double>::To(from.toDouble(), results)
                                  : Type<int64_t>::To(from.toLong(), results);
  }
};

template <>
struct Type<std::string> {
  static std::string Name() { return "str"; }
  static std::string From(const Value& value) {
    if (value.kind != kText) Refuse("str");
    return value.text;
  }
  static Value To(const std::string& from, Results& results) {
    Value value;
    results.texts.push_back(from);
    value.kind = kText;
    value.text = results.texts.back().c_str();
    return value;
  }
};
template <>
struct Type<const char*> {
  static std::string Name() { return "str"; }
  static Value To(const char* from, Results& results) { return Type<std::string>::To(from, results); }
};

inline Value ToList(std::vector<Value> items, Results& results) {
  Value value;
  value.kind = kList;
  value.count = int64_t(items.size());
  results.lists.push_back(std::move(items));
  value.items = results.lists.back().data();
  return value;
}

template <class T>
struct Type<std::vector<T>> {
  static std::string Name() { return "list of " + Type<T>::Name(); }
  static std::vector<T> From(const Value& value) {
    if (value.kind != kList) Refuse("list");
    std::vector<T> items;
    for (int64_t i = 0; i < value.count; ++i) items.push_back(Type<T>::From(value.items[i]));
    return items;
  }
  static Value To(const std::vector<T>& from, Results& results) {
    std::vector<Value> items;
    for (const auto& each : from) items.push_back(Type<T>::To(each, results));
    return ToList(std::move(items), results);
  }
};

template <class T>
struct Type<std::optional<T>> {
  static std::string Name() { return Type<T>::Name() + " or None"; }
  static std::optional<T> From(const Value& value) {
    if (value.kind == kNone) return std::nullopt;
    return Type<T>::From(value);
  }
  static Value To(const std::optional<T>& from, Results& results) {
    return from ? Type<T>::To(*from, results) : Value();
  }
};

template <class... T>
struct Type<std::tuple<T...>> {
  static Value To(const std::tuple<T...>& from, Results& results) {
    return std::apply([&](const T&... each) { return ToList({Type<T>::To(each, results)...}, results); }, from);
  }
};
template <class A, class B>
struct Type<std::pair<A, B>> {
  static Value To(const std::pair<A, B>& from, Results& results) {
    return ToList({Type<A>::To(from.first, results), Type<B>::To(from.second, results)}, results);
  }
};

// What keeps an argument while the function runs: at::IntArrayRef refers to a vector.
template <class T>
struct Kept {
  using type = std::decay_t<T>;
};
template <>
struct Kept<c10::IntArrayRef> {
  using type = std::vector<int64_t>;
};
template <class T>
using KeptAs = typename Kept<std::decay_t<T>>::type;

// The name and perhaps the default of an argument: py::arg("n") = 3.
struct Argument {
  std::string name;
  std::shared_ptr<Results> results = std::make_shared<Results>();
  Value otherwise;
  bool has_default = false;
  explicit Argument(std::string name) : name(std::move(name)) {}
  template <class T>
  Argument operator=(const T& value) {
    has_default = true;
    if constexpr (!std::is_same_v<T, std::nullptr_t> && !std::is_same_v<T, std::nullopt_t>)
      otherwise = Type<std::decay_t<const T>>::To(value, *results);
    return *this;
  }
};

struct Function {
  std::string name, documentation, signature;
  std::vector<Argument> arguments;  // empty, or as many as there are parameters
  int64_t count = 0;
  Value (*call)(void* function, const Value* arguments, Results& results) = nullptr;
  void* function = nullptr;
};
inline std::vector<Function>& Functions() {
  static auto* const functions = new std::vector<Function>;
  return *functions;
}

template <class T>
T Convert(const Value& value, size_t number) {
  try {
    return Type<T>::From(value);
  } catch (const c10::Error& error) {
    throw c10::Error("argument " + std::to_string(number + 1) + " must be a " + error.what(), "TypeError");
  }
}

template <class Result, class... Parameters>
struct Caller {
  static Value Call(void* function, const Value* arguments, Results& results) {
    return Call(reinterpret_cast<Result (*)(Parameters...)>(function), arguments, results,
                std::index_sequence_for<Parameters...>());
  }
  template <size_t... kIndex>
  static Value Call(Result (*function)(Parameters...), [[maybe_unused]] const Value* arguments, Results& results,
                    std::index_sequence<kIndex...>) {
    std::tuple<KeptAs<Parameters>...> kept{Convert<KeptAs<Parameters>>(arguments[kIndex], kIndex)...};
    if constexpr (std::is_void_v<Result>) {
      function(std::get<kIndex>(kept)...);
      return {};
    } else {
      return Type<std::decay_t<Result>>::To(function(std::get<kIndex>(kept)...), results);
    }
  }
};

template <class Result, class... Parameters>
Function Describe(const char* name, Result (*function)(Parameters...)) {
  Function made;
  made.name = name;
  made.count = sizeof...(Parameters);
  made.function = reinterpret_cast<void*>(function);
  made.call = static_cast<Value (*)(void*, const Value*, Results&)>(&Caller<Result, Parameters...>::Call);
  ((made.signature += (made.signature.empty() ? "" : ", ") + Type<KeptAs<Parameters>>::Name()), ...);
  return made;
}

inline void Add(Function& function, const char* text, int) { function.documentation = text; }
inline void Add(Function& function, const std::string& text, int) { function.documentation = text; }
inline void Add(Function& function, const Argument& argument, int) { function.arguments.push_back(argument); }
template <class T>
void Add(Function&, const T&, long) {}

struct Module {
  template <class Result, class... Parameters, class... More>
  Module& def(const char* name, Result (*function)(Parameters...), const More&... more) {
    Function made = Describe(name, function);
    (Add(made, more, 0), ...);
    for (const Function& each : Functions())
      TORCH_CHECK_TYPE(each.name != made.name, "two functions are called ", name, ": Lockstep has no overloads");
    TORCH_CHECK_TYPE(made.arguments.empty() || int64_t(made.arguments.size()) == made.count, "the function ", name,
                     " has ", made.count, " parameters, and py::arg names ", made.arguments.size());
    Functions().push_back(made);
    return *this;
  }
  // A schema, as TORCH_LIBRARY has it; `impl` brings the function.
  Module& def(const char*) { return *this; }
  template <class Result, class... Parameters>
  Module& impl(const char* name, Result (*function)(Parameters...)) {
    return def(name, function);
  }
  std::string& doc() { return documentation; }
  std::string documentation;
};

}  // namespace lockstep_torch

namespace pybind11 {
using module_ = lockstep_torch::Module;
using module = lockstep_torch::Module;
using arg = lockstep_torch::Argument;
struct gil_scoped_release {};
struct gil_scoped_acquire {};
template <class... T>
struct call_guard {};
inline namespace literals {
inline arg operator""_a(const char* name, size_t) { return arg(name); }
}  // namespace literals
}  // namespace pybind11
namespace py = pybind11;
namespace torch {
// PyTorch's makes one kind of its exceptions Python's; all of ours are.
template <class Result, class... Parameters>
auto wrap_pybind_function(Result (&function)(Parameters...)) {
  return &function;
}
}  // namespace torch

namespace lockstep_torch {

// What the module macros define; it runs when Python asks, so that its errors reach Python.
inline std::vector<void (*)(Module&)>& Definitions() {
  static auto* const definitions = new std::vector<void (*)(Module&)>;
  return *definitions;
}
struct Definition {
  explicit Definition(void (*define)(Module&)) { Definitions().push_back(define); }
};

template <class Body>
void Guarded(CallOf& call, Results& results, Body body) {
  const auto fail = [&](const char* type, const char* what) {
    results.texts.push_back(what);
    call.error_type = type;
    call.error = results.texts.back().c_str();
  };
  try {
    body();
  } catch (const c10::Error& error) {
    fail(error.python_type(), error.what());
  } catch (const std::out_of_range& error) {
    fail("IndexError", error.what());
  } catch (const std::invalid_argument& error) {
    fail("ValueError", error.what());
  } catch (const std::bad_alloc& error) {
    fail("MemoryError", error.what());
  } catch (const std::exception& error) {
    fail("RuntimeError", error.what());
  } catch (...) {
    fail("RuntimeError", "an exception that is no std::exception");
  }
}

inline void ReleaseTensors(const Value& value) {
  if (value.kind == kTensor) delete static_cast<Tensor*>(value.handle);
  for (int64_t i = 0; i < value.count; ++i) ReleaseTensors(value.items[i]);
}

// For the functions of C below.
struct Row {
  const char *name, *documentation, *signature;
  int64_t count, named;
};

}  // namespace lockstep_torch

#define LOCKSTEP_TORCH_EXPORT extern "C" __attribute__((weak, visibility("default"), used))

// Defines all functions; to be called once, first.
LOCKSTEP_TORCH_EXPORT void lockstep_torch_begin(lockstep_torch::CallOf* call) {
  auto* results = new lockstep_torch::Results;
  call->owned = results;
  lockstep_torch::Guarded(*call, *results, [&] {
    for (const auto define : lockstep_torch::Definitions()) {
      lockstep_torch::Module module;
      define(module);
    }
    lockstep_torch::Definitions().clear();
    call->result.integer = int64_t(lockstep_torch::Functions().size());
  });
}
LOCKSTEP_TORCH_EXPORT void lockstep_torch_describe(int64_t index, lockstep_torch::Row* row) {
  const auto& function = lockstep_torch::Functions()[size_t(index)];
  *row = {function.name.c_str(), function.documentation.c_str(), function.signature.c_str(), function.count,
          int64_t(function.arguments.size())};
}
// The name of a parameter; `otherwise` gets its default. Null: py::arg names none.
LOCKSTEP_TORCH_EXPORT const char* lockstep_torch_parameter(int64_t index, int64_t number,
                                                           const lockstep_torch::Value** otherwise) {
  const auto& arguments = lockstep_torch::Functions()[size_t(index)].arguments;
  *otherwise = nullptr;
  if (number >= int64_t(arguments.size())) return nullptr;
  const auto& argument = arguments[size_t(number)];
  if (argument.has_default) *otherwise = &argument.otherwise;
  return argument.name.c_str();
}
// The count of arguments must be the function's.
LOCKSTEP_TORCH_EXPORT void lockstep_torch_call(lockstep_torch::CallOf* call) {
  auto* results = new lockstep_torch::Results;
  call->owned = results;
  lockstep_torch::Guarded(*call, *results, [&] {
    const auto& function = lockstep_torch::Functions()[size_t(call->index)];
    call->result = function.call(function.function, call->arguments, *results);
  });
}
// Frees what a call made, except for tensors that `handle` keeps.
LOCKSTEP_TORCH_EXPORT void lockstep_torch_end(lockstep_torch::CallOf* call) {
  delete static_cast<lockstep_torch::Results*>(call->owned);
  call->owned = nullptr;
}
LOCKSTEP_TORCH_EXPORT void lockstep_torch_release(void* handle) { delete static_cast<at::Tensor*>(handle); }

#ifndef TORCH_EXTENSION_NAME
#define TORCH_EXTENSION_NAME extension
#endif
#define LOCKSTEP_TORCH_JOIN2(A, B) A##B
#define LOCKSTEP_TORCH_JOIN(A, B) LOCKSTEP_TORCH_JOIN2(A, B)
#define LOCKSTEP_TORCH_DEFINE(NAME, VARIABLE)                                              \
  static void NAME(::lockstep_torch::Module&);                                             \
  static const ::lockstep_torch::Definition LOCKSTEP_TORCH_JOIN(NAME, _definition)(&NAME); \
  static void NAME([[maybe_unused]] ::lockstep_torch::Module& VARIABLE)
#define PYBIND11_MODULE(NAME, VARIABLE, ...) \
  LOCKSTEP_TORCH_DEFINE(LOCKSTEP_TORCH_JOIN(lockstep_torch_define_, __LINE__), VARIABLE)
#define TORCH_LIBRARY(NAMESPACE, VARIABLE) \
  LOCKSTEP_TORCH_DEFINE(LOCKSTEP_TORCH_JOIN(lockstep_torch_define_, __LINE__), VARIABLE)
#define TORCH_LIBRARY_FRAGMENT(NAMESPACE, VARIABLE) TORCH_LIBRARY(NAMESPACE, VARIABLE)
#define TORCH_LIBRARY_IMPL(NAMESPACE, DISPATCH_KEY, VARIABLE) TORCH_LIBRARY(NAMESPACE, VARIABLE)
#define REGISTER_EXTENSION(NAME)
