// Loading modules, and what they contain.

#include "sim/driver/modules.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>

#include "shared/base/nameless_file.h"
#include "shared/base/shown_names.h"
#include "shared/module/module_file.h"
#include "sim/api/destroyed.h"
#include "sim/api/handles.h"
#include "sim/driver/call.h"
#include "sim/hooks/library.h"
#include "sim/launch/observers.h"

namespace lockstep::driver {
namespace {

constexpr const char* kHint = "build it with `lockstep build -fatbin` or `lockstep nvcc -ptx`";

api::Handles<CUmod_st>& Modules() {
  static auto* modules = new api::Handles<CUmod_st>;
  return *modules;
}

// Their kernels are still known to the session: graphs may have them.
api::Handles<CUmod_st>& Unloaded() {
  static auto* modules = new api::Handles<CUmod_st>;
  return *modules;
}

CUmodule Find(const api::Handles<CUmod_st>& modules, CUfunction function) {
  CUmodule found = nullptr;
  const auto* kernel = reinterpret_cast<const LockstepKernel*>(function);
  modules.ForEach([&](CUmod_st& module) {
    for (const LockstepUnit* unit : module.units)
      if (kernel >= unit->kernels && kernel < unit->kernels + unit->kernel_count) found = &module;
  });
  return found;
}

// The architecture that the program's own device code was built for; without any, what its observers want.
const char* WantedMode() {
  const std::vector<LockstepUnit*> units = api::Session::Get().machine().Units();
  if (!units.empty())
    return units[0]->mode == LOCKSTEP_CHECK ? "check" : units[0]->mode == LOCKSTEP_RECORD ? "record" : "run";
  if (!launch::TheObservers().launch) return "run";
  return launch::AnyOfHost(&machine::HostObserver::ReportsErrors) ? "check" : "record";
}

Loaded Refuse(CUresult result, std::string why) { return {.result = result, .why = std::move(why)}; }

Loaded RefuseForeign(module::Kind kind, const std::string& name) {
  switch (kind) {
    case module::Kind::kPtx:
      return Refuse(CUDA_ERROR_NO_BINARY_FOR_GPU,
                    fmt::format("{} is PTX for a GPU: {} from its CUDA source", name, kHint));
    case module::Kind::kCubin:
    case module::Kind::kFatbin:
      return Refuse(CUDA_ERROR_NO_BINARY_FOR_GPU,
                    fmt::format("{} holds code for a GPU, built by nvcc: {} from its CUDA source", name, kHint));
    case module::Kind::kElf:
      return Refuse(CUDA_ERROR_INVALID_IMAGE,
                    fmt::format("{} is an object or a program, no module: {} from its CUDA source", name, kHint));
    default: return Refuse(CUDA_ERROR_INVALID_IMAGE, fmt::format("{} is no module of CUDA code: {}", name, kHint));
  }
}

// The runtime's own symbols must be visible to what is loaded, also where the program has loaded the runtime for itself
// alone.
void ShowRuntime() {
  Dl_info own{};
  if (dladdr(reinterpret_cast<const void*>(&cuInit), &own))
    dlopen(own.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_GLOBAL);
}

bool WriteAll(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(file, bytes.data(), bytes.size());
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// A handle of glibc's dlopen is the library's link map.
bool IsIn(const void* library, const LockstepUnit& unit) {
  Dl_info info;
  link_map* map = nullptr;
  return dladdr1(&unit, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) != 0 && map == library;
}

// Into memory: no folder need be writable, and each load has variables of its own. The file stays open, so that a
// debugger finds it under its name.
Loaded LoadCode(const std::string& code, const std::string& name) {
  const int file = MakeNamelessFile("lockstep-module");
  if (file < 0 || !WriteAll(file, code)) return Refuse(CUDA_ERROR_OUT_OF_MEMORY, name + " finds no memory");
  ShowRuntime();
  const void* library = dlopen(fmt::format("/proc/{}/fd/{}", getpid(), file).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char* why = dlerror();
    return Refuse(CUDA_ERROR_SHARED_OBJECT_INIT_FAILED, fmt::format("{} cannot be loaded: {}", name, why ? why : "?"));
  }
  auto module = std::make_unique<CUmod_st>();
  for (LockstepUnit* unit : api::Session::Get().machine().Units())
    if (IsIn(library, *unit)) module->units.push_back(unit);
  for (const LockstepUnit* unit : module->units)
    for (std::uint32_t i = 0; i < unit->kernel_count; ++i)
      api::Session::Get().RegisterKernel(unit, &unit->kernels[i], unit->kernels[i].name);
  return {.module = Modules().Add(std::move(module))};
}

}  // namespace

Loaded Load(const Image& image) {
  const module::Kind kind = module::KindOf(image.bytes, image.most);
  if (kind != module::Kind::kOurs) return RefuseForeign(kind, image.name);
  const Expected<module::Module> read = module::Read(image.bytes, image.most);
  if (!read) return Refuse(CUDA_ERROR_INVALID_IMAGE, fmt::format("{} {}", image.name, read.error().message));
  if (read->abi != LOCKSTEP_ABI)
    return Refuse(CUDA_ERROR_INVALID_IMAGE,
                  fmt::format("{} was built by another version of Lockstep: build it again", image.name));
  const std::string mode = WantedMode();
  const auto code = std::ranges::find(read->codes, mode, &module::Code::mode);
  if (code == read->codes.end())
    return Refuse(CUDA_ERROR_NO_BINARY_FOR_GPU,
                  fmt::format("{} has no code for the mode `{}`: build it without `--mode`", image.name, mode));
  return LoadCode(code->bytes, image.name);
}

bool Unload(CUmodule module, const void* caller) {
  std::unique_ptr<CUmod_st> gone = Modules().Remove(module);
  if (!gone) return false;
  launch::TellHost(&machine::HostObserver::UnloadsModule, gone->units, caller);
  // It is never deleted, and so is no object of the report's.
  api::NoteDestroyed({std::shared_ptr<void>(), module}, "a module", caller);
  Unloaded().Add(std::move(gone));
  return true;
}

bool IsModule(CUmodule module) { return Modules().Knows(module); }

const LockstepKernel* FindKernel(const CUmod_st& module, const char* name) {
  for (const LockstepUnit* unit : module.units)
    for (std::uint32_t i = 0; i < unit->kernel_count; ++i)
      if (std::string_view(unit->kernels[i].name) == name) return &unit->kernels[i];
  return nullptr;
}

const LockstepGlobal* FindGlobal(const CUmod_st& module, const char* name) {
  for (const LockstepUnit* unit : module.units)
    for (std::uint32_t i = 0; i < unit->global_count; ++i)
      if (std::string_view(unit->globals[i].name) == name) return &unit->globals[i];
  return nullptr;
}

std::vector<CUfunction> FunctionsOf(const CUmod_st& module) {
  std::vector<CUfunction> functions;
  for (const LockstepUnit* unit : module.units)
    for (std::uint32_t i = 0; i < unit->kernel_count; ++i)
      functions.push_back(reinterpret_cast<CUfunction>(const_cast<LockstepKernel*>(&unit->kernels[i])));
  return functions;
}

CUmodule ModuleOf(CUfunction function) { return Find(Modules(), function); }
CUmodule UnloadedModuleOf(CUfunction function) { return Find(Unloaded(), function); }

}  // namespace lockstep::driver

extern "C" void __lockstep_show_file_as(const char* path, const char* name) { lockstep::ShowFileAs(path, name); }
extern "C" const char* __lockstep_mode_of_modules() { return lockstep::driver::WantedMode(); }
