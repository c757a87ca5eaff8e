// The end of an extension: how _torch_build.py calls its functions.
#pragma once

namespace lockstep_torch {
struct HostTensors {
  const void* const* tensors = nullptr;
  long count = 0;
};
inline HostTensors& OfTheHost() {
  static thread_local HostTensors those;
  return those;
}
}  // namespace lockstep_torch

extern "C" bool lockstep_torch_is_of_the_host(const void* tensor) {
  const auto& those = lockstep_torch::OfTheHost();
  for (long i = 0; i < those.count; ++i)
    if (those.tensors[i] == tensor) return true;
  return false;
}

// A call: `function` is Python's, and calls the extension's. The tensors are the c10::TensorImpl of arguments.
struct LockstepTorchCall {
  void (*function)();
  lockstep_torch::HostTensors host;
};
extern "C" __attribute__((visibility("default"))) void lockstep_torch_run(LockstepTorchCall* call) {
  const auto before = lockstep_torch::OfTheHost();
  lockstep_torch::OfTheHost() = call->host;
  call->function();
  lockstep_torch::OfTheHost() = before;
}
