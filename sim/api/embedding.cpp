// Kernels of shared libraries, for programs in other languages (shared/lockstep/embed.h).

#include <cxxabi.h>
#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>

#include "shared/base/thread_state.h"
#include "shared/lockstep/embed.h"
#include "shared/session/message.h"
#include "shared/trace/bit_field.h"
#include "sim/api/call.h"
#include "sim/api/device_properties.h"
#include "sim/api/execution.h"
#include "sim/api/host_output.h"
#include "sim/api/unseen_error.h"
#include "sim/launch/device_printf.h"
#include "sim/launch/interrupt.h"
#include "sim/launch/launch.h"
#include "sim/machine/host_memory.h"

using namespace lockstep;
using namespace lockstep::api;

namespace {

constexpr std::uint32_t kNoType = 0xffffffff;

struct LastLaunch {
  cudaError_t error = cudaSuccess;
  std::string message, output, errors;
};
LastLaunch& Last() { return StateOfThread<LastLaunch>(); }

const SessionKernel& KernelOf(const void* handle) { return *static_cast<const SessionKernel*>(handle); }

// A unit's tables are constants of the library that contains it. A handle of glibc's dlopen is the library's link map.
bool IsIn(const void* library, const LockstepUnit& unit) {
  Dl_info info;
  link_map* map = nullptr;
  return dladdr1(&unit, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) != 0 && map == library;
}

std::vector<const SessionKernel*> KernelsOf(const void* library) {
  std::vector<const SessionKernel*> kernels =
      Session::Get().Kernels([&](const SessionKernel& each) { return each.kernel && IsIn(library, *each.unit); });
  std::ranges::sort(kernels, {}, [](const SessionKernel* each) { return each->kernel; });
  return kernels;
}

// lockstep_element of a scalar type; lockstep_element_bytes of any other.
int ScalarElement(const LockstepType& type) {
  if (trace::BitFieldOf(static_cast<trace::TypeKind>(type.kind), type.count).bits > 0) return lockstep_element_bytes;
  switch (static_cast<trace::TypeKind>(type.kind)) {
    case trace::TypeKind::kBool: return lockstep_element_bool;
    case trace::TypeKind::kSigned: return lockstep_capture::IntegerElement(true, type.size);
    case trace::TypeKind::kUnsigned:
    case trace::TypeKind::kEnum: return lockstep_capture::IntegerElement(false, type.size);
    case trace::TypeKind::kCharacter:
      return std::string_view(type.name).contains("unsigned") ? lockstep_element_uint8 : lockstep_element_int8;
    case trace::TypeKind::kFloat: return type.size == 4 ? lockstep_element_float32 : lockstep_element_float64;
    case trace::TypeKind::kHalf: return lockstep_element_float16;
    case trace::TypeKind::kBfloat16: return lockstep_element_bfloat16;
    default: return lockstep_element_bytes;
  }
}

int ElementOf(const LockstepUnit& unit, const LockstepType& type) {
  const auto kind = static_cast<trace::TypeKind>(type.kind);
  if (kind == trace::TypeKind::kArray && type.element != kNoType) return ElementOf(unit, unit.types[type.element]);
  if (kind != trace::TypeKind::kStruct) return ScalarElement(type);
  int common = lockstep_element_bytes;
  for (std::uint32_t i = 0; i < type.member_count; ++i) {
    const int element = ElementOf(unit, unit.types[type.members[i].type]);
    if (i > 0 && element != common) return lockstep_element_bytes;
    common = element;
  }
  return common;
}

struct Variable {
  const LockstepUnit* unit = nullptr;
  const LockstepGlobal* global = nullptr;
};

// The name in the source, with its namespaces. Names that are not mangled are that.
std::string NameInSource(const char* linkage_name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(abi::__cxa_demangle(linkage_name, nullptr, nullptr, &status),
                                                         std::free);
  return status == 0 && name ? name.get() : linkage_name;
}

std::optional<Variable> FindVariable(const void* library, std::string_view name) {
  std::optional<Variable> found;
  for (const LockstepUnit* unit : Session::Get().machine().Units()) {
    if (!IsIn(library, *unit)) continue;
    for (const LockstepGlobal& global : std::span(unit->globals, unit->global_count)) {
      if (global.name == name) return Variable{unit, &global};
      if (NameInSource(global.name) != name) continue;
      if (found) return std::nullopt;
      found = Variable{unit, &global};
    }
  }
  return found;
}

std::string DescribeRefusal(const SessionKernel& kernel, const LaunchShape& shape, cudaError_t error) {
  const cudaDeviceProp& device = DeviceProperties();
  return fmt::format(
      "the launch of `{}` with grid ({},{},{}), block ({},{},{}) and {} bytes of dynamic shared memory was refused: "
      "{}; "
      "a block has at most {} threads, and {} bytes",
      kernel.kernel->pretty_name, shape.grid.x, shape.grid.y, shape.grid.z, shape.block.x, shape.block.y, shape.block.z,
      shape.dynamic_shared, cudaGetErrorString(error),
      kernel.kernel->max_threads ? kernel.kernel->max_threads : unsigned(device.maxThreadsPerBlock),
      kernel.MaxDynamicShared());
}

// Launches and calls take turns: what is printed meanwhile, and an interrupt, are those of one of them.
std::mutex& TurnMutex() {
  static auto* const mutex = new std::mutex;
  return *mutex;
}

// The library's code.
machine::AddressRange CodeOf(const LockstepKernel& kernel) {
  struct Known {
    const LockstepKernel* kernel = nullptr;
    machine::AddressRange code;
  };
  thread_local Known known;
  if (known.kernel != &kernel)
    known = {&kernel, machine::PartOfImage(reinterpret_cast<std::uint64_t>(kernel.thread_entry))};
  return known.code;
}

void RunGrid(const SessionKernel& kernel, const LaunchShape& shape, void** arguments, machine::Caller caller) {
  LastLaunch& last = Last();
  Session& session = Session::Get();
  const std::lock_guard turn(TurnMutex());
  const std::lock_guard one_at_a_time(session.machine().work_mutex());
  const launch::PrintTaker taker(last.output);
  const launch::Interruptible interruptible(CodeOf(*kernel.kernel));
  launch::LaunchRequest request = RequestOf(session, kernel, shape, arguments);
  request.caller = caller;
  const launch::LaunchOutcome outcome = launch::RunLaunch(request);
  last.error = ErrorOf(outcome.fault);
  last.message = outcome.what;
}

}  // namespace

extern "C" {
#pragma GCC visibility push(default)

const void* lockstep_find_kernel(void* library, const char* name) {
  const std::string_view wanted = name;
  const SessionKernel* found = nullptr;
  for (const SessionKernel* kernel : KernelsOf(library)) {
    if (kernel->name == wanted) return kernel;
    if (kernel->kernel->pretty_name != wanted) continue;
    if (found) return nullptr;
    found = kernel;
  }
  return found;
}

const void* lockstep_kernel_of(const void* function) {
  const SessionKernel* kernel = Session::Get().FindKernel(function);
  return kernel && kernel->kernel ? kernel : nullptr;
}

const char* lockstep_name_of_kernel(void* library, uint32_t index) {
  const std::vector<const SessionKernel*> kernels = KernelsOf(library);
  return index < kernels.size() ? kernels[index]->kernel->pretty_name : nullptr;
}

uint32_t lockstep_parameter_count(const void* kernel) { return KernelOf(kernel).kernel->parameter_count; }

void lockstep_describe_parameter(const void* kernel, uint32_t index, lockstep_parameter* parameter) {
  const LockstepUnit& unit = *KernelOf(kernel).unit;
  const LockstepParameter& row = KernelOf(kernel).kernel->parameters[index];
  *parameter = {.name = row.name, .type = "", .size = row.size};
  if (row.type == kNoType) return;
  const LockstepType& type = unit.types[row.type];
  parameter->type = type.name;
  parameter->is_pointer = static_cast<trace::TypeKind>(type.kind) == trace::TypeKind::kPointer;
  if (parameter->is_pointer && type.element == kNoType) return;
  const LockstepType& cell = parameter->is_pointer ? unit.types[type.element] : type;
  parameter->is_read_only = parameter->is_pointer && std::string_view(cell.name).starts_with("const ");
  parameter->cell_size = cell.size;
  parameter->element = ElementOf(unit, cell);
}

void* lockstep_find_variable(void* library, const char* name, lockstep_parameter* described) {
  const std::optional<Variable> found = FindVariable(library, name);
  if (!found) return nullptr;
  *described = {.name = found->global->name, .type = "", .size = found->global->size};
  if (found->global->variable == kNoType) return found->global->address;
  const std::uint32_t index = found->unit->variables[found->global->variable].type;
  if (index == kNoType) return found->global->address;
  const LockstepType* type = &found->unit->types[index];
  described->type = type->name;
  described->element = ElementOf(*found->unit, *type);
  while (static_cast<trace::TypeKind>(type->kind) == trace::TypeKind::kArray && type->element != kNoType)
    type = &found->unit->types[type->element];
  described->cell_size = type->size;
  return found->global->address;
}

void lockstep_attributes_of(const void* kernel, lockstep_attributes* attributes) {
  const cudaFuncAttributes found = AttributesOf(KernelOf(kernel));
  *attributes = {.shared_bytes = found.sharedSizeBytes,
                 .const_bytes = found.constSizeBytes,
                 .local_bytes = found.localSizeBytes,
                 .max_threads_per_block = found.maxThreadsPerBlock,
                 .registers = found.numRegs,
                 .ptx_version = found.ptxVersion,
                 .binary_version = found.binaryVersion,
                 .cache_mode = found.cacheModeCA,
                 .max_dynamic_shared_bytes = found.maxDynamicSharedSizeBytes,
                 .preferred_carveout = found.preferredShmemCarveout};
}

// Handles are const for those who hold them only.
int lockstep_set_max_dynamic_shared(const void* kernel, int bytes) {
  return SetMaxDynamicShared(const_cast<SessionKernel&>(KernelOf(kernel)), bytes);
}
int lockstep_max_dynamic_shared(const void* kernel) { return KernelOf(kernel).MaxDynamicShared(); }

int lockstep_launch(const void* handle, const uint32_t grid[3], const uint32_t block[3], uint64_t dynamic_shared,
                    void** arguments, int cooperative) {
  LastLaunch& last = Last();
  const SessionKernel& kernel = KernelOf(handle);
  const LaunchShape shape{.grid = {grid[0], grid[1], grid[2]},
                          .block = {block[0], block[1], block[2]},
                          .dynamic_shared = dynamic_shared,
                          .cooperative = cooperative != 0};
  last.message.clear();
  last.output.clear();
  last.errors.clear();
  last.error = CheckLaunch(&kernel, shape);
  if (last.error == cudaSuccess)
    RunGrid(kernel, shape, arguments, LOCKSTEP_CALLER);
  else
    last.message = DescribeRefusal(kernel, shape, last.error);
  return last.error;
}

int lockstep_call(void (*function)(void*), void* argument, int takes_output) {
  LastLaunch& last = Last();
  Session& session = Session::Get();
  last = {};
  {
    const std::lock_guard turn(TurnMutex());
    std::optional<HostOutputTaker> output, errors;
    if (takes_output) {
      output.emplace(STDOUT_FILENO, last.output);
      errors.emplace(STDERR_FILENO, last.errors);
    }
    const launch::Interruptible interruptible(machine::PartOfImage(reinterpret_cast<std::uint64_t>(function)));
    function(argument);
    last.message = session.sticky_what();
    last.error = session.TakeStickyError();
    std::fflush(stdout);
  }
  const std::string unseen = TakeUnseenError();
  if (last.error == cudaSuccess && !unseen.empty()) {
    last.error = Session::LastError();
    last.message = unseen;
  }
  Session::LastError() = cudaSuccess;
  return last.error;
}

const char* lockstep_last_error_name() { return cudaGetErrorName(Last().error); }
const char* lockstep_last_message() { return Last().message.c_str(); }
const char* lockstep_last_output(uint64_t* size) {
  *size = Last().output.size();
  return Last().output.data();
}
const char* lockstep_last_errors(uint64_t* size) {
  *size = Last().errors.size();
  return Last().errors.data();
}

void lockstep_say(const char* reason) { session::Say({.status = ExitStatus::kProgramFailed, .text = reason}); }

#pragma GCC visibility pop
}
