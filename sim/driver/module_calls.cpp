// Modules, and libraries of kernels, which are modules that no context need be current for.

#include <algorithm>
#include <cstring>

#include "shared/base/file.h"
#include "shared/session/message.h"
#include "sim/api/destroyed.h"
#include "sim/api/handles.h"
#include "sim/driver/call.h"
#include "sim/driver/modules.h"

namespace lockstep::driver {
namespace {

// Buffers that the program gives for what a compiler says.
struct Logs {
  char* info = nullptr;
  char* errors = nullptr;
  std::size_t info_size = 0, errors_size = 0;
};

constexpr unsigned kMostOptions = 64;  // more than there are kinds

// The other options choose how code for a GPU is made.
bool ReadOptions(unsigned count, const CUjit_option* options, void** values, Logs& logs) {
  if (count > kMostOptions || (count && (!options || !values))) return false;
  for (unsigned i = 0; i < count; ++i) {
    const auto number = reinterpret_cast<std::uintptr_t>(values[i]) & 0xffffffff;
    switch (options[i]) {
      case CU_JIT_INFO_LOG_BUFFER: logs.info = static_cast<char*>(values[i]); break;
      case CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES: logs.info_size = number; break;
      case CU_JIT_ERROR_LOG_BUFFER: logs.errors = static_cast<char*>(values[i]); break;
      case CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES: logs.errors_size = number; break;
      default: break;
    }
  }
  return true;
}

void Put(char* buffer, std::size_t size, const std::string& text) {
  if (!buffer || !size) return;
  const std::size_t length = std::min(size - 1, text.size());
  std::memcpy(buffer, text.data(), length);
  buffer[length] = '\0';
}

CUresult LoadImage(CUmodule* out, const Image& image, const Logs& logs = {}) {
  const Loaded loaded = Load(image);
  Put(logs.info, logs.info_size, "");
  Put(logs.errors, logs.errors_size, loaded.why);
  if (loaded.result != CUDA_SUCCESS) {
    session::Say({.text = loaded.why});
    return loaded.result;
  }
  *out = loaded.module;
  return CUDA_SUCCESS;
}

CUresult LoadFile(CUmodule* out, const char* path, const Logs& logs = {}) {
  const auto bytes = ReadFile(path, {.pipes = false});
  if (!bytes) return CUDA_ERROR_FILE_NOT_FOUND;
  return LoadImage(out, {reinterpret_cast<const char*>(bytes->data()), bytes->size(), path}, logs);
}

Image InMemory(const void* image) {
  return {.bytes = static_cast<const char*>(image), .name = "the image of a module"};
}

template <class Body>
CUresult InContext(machine::Caller caller, Body&& body) {
  return CallInContext(caller, [&] { return cudaError_t(body()); });
}

template <class Body>
CUresult WithModule(machine::Caller caller, CUmodule module, Body&& body) {
  return InContext(caller, [&] {
    if (IsModule(module)) return body(*module);
    api::NoteRefusedHandle(module, caller.address);
    return CUDA_ERROR_INVALID_HANDLE;
  });
}

api::Handles<CUlib_st>& Libraries() {
  static auto* libraries = new api::Handles<CUlib_st>;
  return *libraries;
}

template <class Body>
CUresult WithLibrary(machine::Caller caller, CUlibrary library, Body&& body) {
  return Call(caller, [&] {
    return cudaError_t(Libraries().Knows(library) ? body(*library->module) : CUDA_ERROR_INVALID_HANDLE);
  });
}

CUresult GlobalOf(const CUmod_st& module, const char* name, CUdeviceptr* address, std::size_t* bytes) {
  if (!name) return CUDA_ERROR_INVALID_VALUE;
  const LockstepGlobal* global = FindGlobal(module, name);
  if (!global) return CUDA_ERROR_NOT_FOUND;
  if (address) *address = Address(global->address);
  if (bytes) *bytes = global->size;
  return CUDA_SUCCESS;
}

template <class Handle>
CUresult Enumerate(const CUmod_st& module, Handle* out, unsigned count) {
  if (!out) return CUDA_ERROR_INVALID_VALUE;
  const std::vector<CUfunction> functions = FunctionsOf(module);
  for (unsigned i = 0; i < count && i < functions.size(); ++i) out[i] = reinterpret_cast<Handle>(functions[i]);
  return CUDA_SUCCESS;
}

CUresult Count(const CUmod_st& module, unsigned* count) {
  if (!count) return CUDA_ERROR_INVALID_VALUE;
  *count = unsigned(FunctionsOf(module).size());
  return CUDA_SUCCESS;
}

template <class Handle>
CUresult KernelOf(const CUmod_st& module, const char* name, Handle* out) {
  if (!out || !name || !*name) return CUDA_ERROR_INVALID_VALUE;
  const LockstepKernel* kernel = FindKernel(module, name);
  if (!kernel) return CUDA_ERROR_NOT_FOUND;
  *out = reinterpret_cast<Handle>(const_cast<LockstepKernel*>(kernel));
  return CUDA_SUCCESS;
}

template <class LoadIt>
CUresult MakeLibrary(machine::Caller caller, CUlibrary* out, LoadIt&& load) {
  return Call(caller, [&] {
    if (!out) return cudaErrorInvalidValue;
    CUmodule module = nullptr;
    if (const CUresult result = load(&module)) return cudaError_t(result);
    auto library = std::make_unique<CUlib_st>();
    library->module = module;
    *out = module->library = Libraries().Add(std::move(library));
    return cudaSuccess;
  });
}

CUfunction FunctionOf(CUkernel kernel) { return reinterpret_cast<CUfunction>(kernel); }

}  // namespace
}  // namespace lockstep::driver

using namespace lockstep;
using namespace lockstep::driver;

CUresult cuModuleLoad(CUmodule* module, const char* fname) {
  return InContext(LOCKSTEP_AS(cuModuleLoad),
                   [&] { return module && fname ? LoadFile(module, fname) : CUDA_ERROR_INVALID_VALUE; });
}
CUresult cuModuleLoadData(CUmodule* module, const void* image) {
  return InContext(LOCKSTEP_AS(cuModuleLoadData),
                   [&] { return module && image ? LoadImage(module, InMemory(image)) : CUDA_ERROR_INVALID_VALUE; });
}
CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned int numOptions, CUjit_option* options,
                            void** optionValues) {
  return InContext(LOCKSTEP_AS(cuModuleLoadDataEx), [&] {
    Logs logs;
    if (!module || !image || !ReadOptions(numOptions, options, optionValues, logs)) return CUDA_ERROR_INVALID_VALUE;
    return LoadImage(module, InMemory(image), logs);
  });
}
CUresult cuModuleLoadFatBinary(CUmodule* module, const void* fatCubin) {
  return InContext(LOCKSTEP_AS(cuModuleLoadFatBinary), [&] {
    return module && fatCubin ? LoadImage(module, InMemory(fatCubin)) : CUDA_ERROR_INVALID_VALUE;
  });
}

CUresult cuModuleUnload(CUmodule hmod) {
  const machine::Caller caller = LOCKSTEP_AS(cuModuleUnload);
  return WithModule(caller, hmod, [&](const CUmod_st& module) {
    return !module.library && Unload(hmod, caller.address) ? CUDA_SUCCESS : CUDA_ERROR_NOT_PERMITTED;
  });
}

CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode* mode) {
  if (!IsInitialized()) return CUDA_ERROR_NOT_INITIALIZED;
  if (!mode) return CUDA_ERROR_INVALID_VALUE;
  *mode = CU_MODULE_EAGER_LOADING;
  return CUDA_SUCCESS;
}

CUresult cuModuleGetFunction(CUfunction* hfunc, CUmodule hmod, const char* name) {
  return WithModule(LOCKSTEP_AS(cuModuleGetFunction), hmod,
                    [&](const CUmod_st& module) { return KernelOf(module, name, hfunc); });
}
CUresult cuModuleGetFunctionCount(unsigned int* count, CUmodule mod) {
  return WithModule(LOCKSTEP_AS(cuModuleGetFunctionCount), mod,
                    [&](const CUmod_st& module) { return Count(module, count); });
}
CUresult cuModuleEnumerateFunctions(CUfunction* functions, unsigned int numFunctions, CUmodule mod) {
  return WithModule(LOCKSTEP_AS(cuModuleEnumerateFunctions), mod,
                    [&](const CUmod_st& module) { return Enumerate(module, functions, numFunctions); });
}
CUresult cuModuleGetGlobal(CUdeviceptr* dptr, size_t* bytes, CUmodule hmod, const char* name) {
  return WithModule(LOCKSTEP_AS(cuModuleGetGlobal), hmod,
                    [&](const CUmod_st& module) { return GlobalOf(module, name, dptr, bytes); });
}
CUresult cuFuncGetModule(CUmodule* hmod, CUfunction hfunc) {
  return InContext(LOCKSTEP_AS(cuFuncGetModule), [&] {
    if (!hmod) return CUDA_ERROR_INVALID_VALUE;
    *hmod = ModuleOf(hfunc);
    return *hmod ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
  });
}

// The program's memory need not outlive the call, so its options change nothing.
CUresult cuLibraryLoadData(CUlibrary* library, const void* code, CUjit_option* jitOptions, void** jitOptionsValues,
                           unsigned int numJitOptions, CUlibraryOption*, void**, unsigned int) {
  return MakeLibrary(LOCKSTEP_AS(cuLibraryLoadData), library, [&](CUmodule* module) {
    Logs logs;
    if (!code || !ReadOptions(numJitOptions, jitOptions, jitOptionsValues, logs)) return CUDA_ERROR_INVALID_VALUE;
    return LoadImage(module, InMemory(code), logs);
  });
}
CUresult cuLibraryLoadFromFile(CUlibrary* library, const char* fileName, CUjit_option* jitOptions,
                               void** jitOptionsValues, unsigned int numJitOptions, CUlibraryOption*, void**,
                               unsigned int) {
  return MakeLibrary(LOCKSTEP_AS(cuLibraryLoadFromFile), library, [&](CUmodule* module) {
    Logs logs;
    if (!fileName || !ReadOptions(numJitOptions, jitOptions, jitOptionsValues, logs)) return CUDA_ERROR_INVALID_VALUE;
    return LoadFile(module, fileName, logs);
  });
}
CUresult cuLibraryUnload(CUlibrary library) {
  const machine::Caller caller = LOCKSTEP_AS(cuLibraryUnload);
  return WithLibrary(caller, library, [&](CUmod_st& module) {
    Unload(&module, caller.address);
    Libraries().Remove(library);
    return CUDA_SUCCESS;
  });
}
CUresult cuLibraryGetKernel(CUkernel* pKernel, CUlibrary library, const char* name) {
  return WithLibrary(LOCKSTEP_AS(cuLibraryGetKernel), library,
                     [&](const CUmod_st& module) { return KernelOf(module, name, pKernel); });
}
CUresult cuLibraryGetKernelCount(unsigned int* count, CUlibrary lib) {
  return WithLibrary(LOCKSTEP_AS(cuLibraryGetKernelCount), lib,
                     [&](const CUmod_st& module) { return Count(module, count); });
}
CUresult cuLibraryEnumerateKernels(CUkernel* kernels, unsigned int numKernels, CUlibrary lib) {
  return WithLibrary(LOCKSTEP_AS(cuLibraryEnumerateKernels), lib,
                     [&](const CUmod_st& module) { return Enumerate(module, kernels, numKernels); });
}
CUresult cuLibraryGetModule(CUmodule* pMod, CUlibrary library) {
  return WithLibrary(LOCKSTEP_AS(cuLibraryGetModule), library, [&](CUmod_st& module) {
    if (!pMod) return CUDA_ERROR_INVALID_VALUE;
    *pMod = &module;
    return CUDA_SUCCESS;
  });
}
CUresult cuLibraryGetGlobal(CUdeviceptr* dptr, size_t* bytes, CUlibrary library, const char* name) {
  return WithLibrary(LOCKSTEP_AS(cuLibraryGetGlobal), library,
                     [&](const CUmod_st& module) { return GlobalOf(module, name, dptr, bytes); });
}
CUresult cuLibraryGetManaged(CUdeviceptr* dptr, size_t* bytes, CUlibrary library, const char* name) {
  return WithLibrary(LOCKSTEP_AS(cuLibraryGetManaged), library,
                     [&](const CUmod_st& module) { return GlobalOf(module, name, dptr, bytes); });
}

CUresult cuKernelGetFunction(CUfunction* pFunc, CUkernel kernel) {
  return InContext(LOCKSTEP_AS(cuKernelGetFunction), [&] {
    if (!pFunc) return CUDA_ERROR_INVALID_VALUE;
    if (!api::Session::Get().FindKernel(kernel)) return CUDA_ERROR_INVALID_HANDLE;
    *pFunc = FunctionOf(kernel);
    return CUDA_SUCCESS;
  });
}
CUresult cuKernelGetName(const char** name, CUkernel hfunc) {
  return Call(LOCKSTEP_AS(cuKernelGetName), [&] { return cudaFuncGetName(name, hfunc); });
}
CUresult cuKernelGetAttribute(int* pi, CUfunction_attribute attrib, CUkernel kernel, CUdevice dev) {
  return dev == 0 ? cuFuncGetAttribute(pi, attrib, FunctionOf(kernel)) : CUDA_ERROR_INVALID_DEVICE;
}
CUresult cuKernelSetAttribute(CUfunction_attribute attrib, int val, CUkernel kernel, CUdevice dev) {
  return dev == 0 ? cuFuncSetAttribute(FunctionOf(kernel), attrib, val) : CUDA_ERROR_INVALID_DEVICE;
}
CUresult cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice dev) {
  return dev == 0 ? cuFuncSetCacheConfig(FunctionOf(kernel), config) : CUDA_ERROR_INVALID_DEVICE;
}
