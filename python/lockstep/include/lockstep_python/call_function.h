// The program that checks or records one call of an extension's function for Python, in a process of its own:
//
//   #include "extension.cu"
//   #include "lockstep_python/call_function.h"
//   int main(int, char** files) { return lockstep_python::RunFunction("scale", files[1], files[2]); }
//
// The files are those of call.h. The only argument in the first one is the list of the function's arguments: their
// count, and for each its kind (lockstep_torch::Kind) and a number. A tensor's number is that of its dimensions; the
// index of its array, its first byte there, its type, sizes and strides follow. A text's or list's is its length; its
// contents follow.
#pragma once

#include <deque>

#include "lockstep_python/call.h"

namespace lockstep_python {

class Arguments {
 public:
  Arguments(const char* stream, const std::vector<char*>& arrays)
      : next_(reinterpret_cast<const int64_t*>(stream)), arrays_(arrays) {
    count_ = *next_++;
    values_.resize(static_cast<size_t>(count_));
    for (auto& value : values_) Read(value);
  }
  const lockstep_torch::Value* values() const { return values_.data(); }
  int64_t count() const { return count_; }

 private:
  void Read(lockstep_torch::Value& value) {
    value.kind = *next_++;
    const int64_t number = *next_++;
    switch (value.kind) {
      case lockstep_torch::kTensor: ReadTensor(value, number); break;
      case lockstep_torch::kFloat: memcpy(&value.number, &number, sizeof number); break;
      case lockstep_torch::kText:
        value.text = reinterpret_cast<const char*>(next_);
        next_ += number / 8;
        break;
      case lockstep_torch::kList: {
        lists_.emplace_back(static_cast<size_t>(number));
        auto& items = lists_.back();
        for (auto& item : items) Read(item);
        value.items = items.data();
        value.count = number;
        break;
      }
      default: value.integer = number;
    }
  }
  void ReadTensor(lockstep_torch::Value& value, int64_t rank) {
    char* const array = arrays_[static_cast<size_t>(next_[0])];
    value.data = array ? array + next_[1] : nullptr;
    value.type = next_[2];
    value.rank = rank;
    value.sizes = next_ + 3;
    value.strides = next_ + 3 + rank;
    next_ += 3 + 2 * rank;
  }

  const int64_t* next_;
  const std::vector<char*>& arrays_;
  int64_t count_ = 0;
  std::vector<lockstep_torch::Value> values_;
  std::deque<std::vector<lockstep_torch::Value>> lists_;
};

inline int64_t IndexOfFunction(const char* name) {
  const auto& functions = lockstep_torch::Functions();
  for (size_t i = 0; i < functions.size(); ++i)
    if (functions[i].name == name) return static_cast<int64_t>(i);
  return -1;
}

inline bool HasFailed(const lockstep_torch::CallOf& call, const char* kept_path) {
  if (call.error) GiveReason(std::string(call.error_type) + ": " + call.error, kept_path);
  return call.error != nullptr;
}

inline int RunFunction(const char* name, const char* call_path, const char* kept_path) {
  const CallFile file(call_path);
  if (!file.IsOpen() || file.header().arguments != 1) return 2;
  lockstep_torch::CallOf begin;
  lockstep_torch_begin(&begin);
  if (HasFailed(begin, kept_path)) return 1;
  std::vector<char*> arrays = MakeArrays(file);
  if (arrays.size() != file.header().arrays) {
    GiveReason("the arrays are larger than the device's memory", kept_path);
    return 2;
  }
  lockstep_torch::CallOf call;
  const Arguments arguments(file.At(file.argument(0).offset), arrays);
  call.index = IndexOfFunction(name);
  call.arguments = arguments.values();
  call.count = arguments.count();
  lockstep_torch_call(&call);
  const cudaError_t error = cudaDeviceSynchronize();
  const bool has_failed = HasFailed(call, kept_path) || error != cudaSuccess;
  if (error != cudaSuccess) GiveReason(NameOf(error), kept_path);
  const bool is_kept = !has_failed && KeepArrays(file, arrays, kept_path);
  lockstep_torch::ReleaseTensors(call.result);
  lockstep_torch_end(&call);
  lockstep_torch_end(&begin);
  for (char* array : arrays) cudaFree(array);
  return has_failed ? 1 : is_kept ? 0 : 2;
}

}  // namespace lockstep_python
