#include "sim/api/session.h"

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "shared/session/message.h"
#include "shared/trace/modelled.h"
#include "sim/api/device_properties.h"
#include "sim/api/unseen_error.h"

namespace lockstep::api {

namespace {

const LockstepKernel* KernelOf(const LockstepUnit* unit, std::string_view name) {
  for (std::uint32_t i = 0; unit && i < unit->kernel_count; ++i)
    if (name == unit->kernels[i].name) return &unit->kernels[i];
  return nullptr;
}

}  // namespace

Session& Session::Get() {
  static Session* session = new Session;
  return *session;
}

Session::Session() : machine_(DeviceProperties().totalGlobalMem) { ReportUnseenErrorAtEnd(); }

void Session::Note(trace::Modelled feature) { machine_.Note(trace::Only(feature)); }

void Session::RegisterKernel(const LockstepUnit* unit, const void* stub, const char* name) {
  auto kernel = std::make_shared<SessionKernel>();
  kernel->unit = unit;
  kernel->name = name;
  kernel->kernel = KernelOf(unit, name);
  if (!kernel->kernel && unit) {
    // Library kernels are units of their own (sim/compile/pass/unit/kernel_parts.h).
    if (const LockstepUnit* part = machine_.FindUnit((unit->id + ("/" + kernel->name)).c_str())) {
      kernel->unit = part;
      kernel->kernel = KernelOf(part, name);
    }
  }
  const std::unique_lock lock(mutex_);
  // The other half may have registered it.
  for (const auto& [other_stub, other] : kernels_)
    if (kernel->kernel && other->kernel == kernel->kernel) kernel = other;
  kernels_[stub] = std::move(kernel);
}

void Session::RegisterVariable(const LockstepUnit* unit, const void* shadow, const char* name, std::uint64_t size) {
  SessionVariable variable{.shadow = shadow, .size = size, .name = name, .unit = unit};
  const std::unique_lock lock(mutex_);
  // A variable that is only declared in this unit (separate compilation) is defined in another one.
  for (const LockstepUnit* candidate : machine_.Units()) {
    if (variable.global && candidate != unit) continue;
    for (std::uint32_t i = 0; i < candidate->global_count; ++i) {
      if (variable.name == candidate->globals[i].name) variable.global = &candidate->globals[i];
    }
  }
  if (variable.global) variable.address = reinterpret_cast<std::uint64_t>(variable.global->address);
  variables_[shadow] = std::move(variable);
}

SessionKernel* Session::FindKernel(const void* stub) {
  const std::shared_lock lock(mutex_);
  const auto found = kernels_.find(stub);
  return found == kernels_.end() ? nullptr : found->second.get();
}

std::vector<const SessionKernel*> Session::Kernels(const std::function<bool(const SessionKernel&)>& is_wanted) const {
  const std::shared_lock lock(mutex_);
  std::vector<const SessionKernel*> kernels;
  for (const auto& [stub, kernel] : kernels_)
    if (is_wanted(*kernel) && std::ranges::find(kernels, kernel.get()) == kernels.end())
      kernels.push_back(kernel.get());
  return kernels;
}

const SessionVariable* Session::FindVariable(const void* shadow) const {
  const std::shared_lock lock(mutex_);
  const auto found = variables_.find(shadow);
  return found == variables_.end() ? nullptr : &found->second;
}

void Session::SetStickyError(cudaError_t error, std::string what) {
  const std::unique_lock lock(mutex_);
  if (sticky_ != cudaSuccess) return;
  // The program itself gets only CUDA's error number, so the message goes to the user.
  session::Say({.status = ExitStatus::kProgramFailed, .text = what});
  sticky_what_ = std::move(what);
  sticky_ = error;
}

std::string Session::sticky_what() const {
  const std::shared_lock lock(mutex_);
  return sticky_what_;
}

cudaError_t Session::TakeStickyError() {
  const std::unique_lock lock(mutex_);
  sticky_what_.clear();
  return sticky_.exchange(cudaSuccess);
}

cudaError_t& Session::LastError() {
  thread_local cudaError_t last = cudaSuccess;
  return last;
}

}  // namespace lockstep::api
