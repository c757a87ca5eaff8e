// Functions by their names: cuGetProcAddress, and cudaGetDriverEntryPoint of the runtime API.

#include <dlfcn.h>

#include <cctype>
#include <charconv>
#include <string>
#include <string_view>

#include "sim/driver/call.h"

namespace lockstep::driver {
namespace {

// The library that this function is part of, whatever the program has linked or loaded.
void* OwnLibrary() {
  static void* library = [] {
    Dl_info own{};
    return dladdr(reinterpret_cast<const void*>(&cuInit), &own) ? dlopen(own.dli_fname, RTLD_LAZY | RTLD_NOLOAD)
                                                                : nullptr;
  }();
  return library;
}

struct Entry {
  std::string_view name;  // with the release of CUDA: cuCtxCreate_v12050
  const char* symbol;     // of the runtime; null: Lockstep lacks the function
};
constexpr Entry kEntries[] = {
#define LOCKSTEP_ENTRY(name, function) {#name, #function},
#define LOCKSTEP_NO_ENTRY(name) {#name, nullptr},
#include "sim/toolkit/lockstep/driver_entries.def"
};

// 0: the entry is one of another function, or for another default stream, which is the same function here.
int ReleaseOf(const Entry& entry, std::string_view function) {
  if (!entry.name.starts_with(function) || !entry.name.substr(function.size()).starts_with("_v")) return 0;
  const std::string_view digits = entry.name.substr(function.size() + 2);
  int release = 0;
  const auto [end, error] = std::from_chars(digits.begin(), digits.end(), release);
  return error == std::errc() && end == digits.end() ? release : 0;
}

// A function's newest form that a program for this version of CUDA knows, as forms may differ in their parameters.
void* Find(const std::string& name, int version) {
  const bool is_name = name.size() > 2 && name.starts_with("cu") && std::isupper(static_cast<unsigned char>(name[2]));
  if (!is_name || !OwnLibrary()) return nullptr;
  const Entry* newest = nullptr;
  int release = 0;
  for (const Entry& entry : kEntries)
    if (const int its = ReleaseOf(entry, name); its > release && its <= version) newest = &entry, release = its;
  return newest && newest->symbol ? dlsym(OwnLibrary(), newest->symbol) : nullptr;
}

constexpr unsigned long long kKnownFlags =
    cudaEnableDefault | cudaEnableLegacyStream | cudaEnablePerThreadDefaultStream;

// A function that the driver lacks is an answer, not an error.
cudaError_t FindEntryPoint(const char* symbol, void** function, unsigned version, unsigned long long flags,
                           cudaDriverEntryPointQueryResult* status) {
  return api::Call([&](api::Session&) {
    if (!symbol || !function || version == 0 || flags & ~kKnownFlags) return cudaErrorInvalidValue;
    *function = Find(symbol, static_cast<int>(version));
    if (status) *status = *function ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
    return cudaSuccess;
  });
}

}  // namespace
}  // namespace lockstep::driver

cudaError_t cudaGetDriverEntryPoint(const char* symbol, void** funcPtr, unsigned long long flags,
                                    cudaDriverEntryPointQueryResult* driverStatus) {
  return lockstep::driver::FindEntryPoint(symbol, funcPtr, CUDART_VERSION, flags, driverStatus);
}
cudaError_t cudaGetDriverEntryPointByVersion(const char* symbol, void** funcPtr, unsigned cudaVersion,
                                             unsigned long long flags, cudaDriverEntryPointQueryResult* driverStatus) {
  return lockstep::driver::FindEntryPoint(symbol, funcPtr, cudaVersion, flags, driverStatus);
}

CUresult cuGetProcAddress(const char* symbol, void** pfn, int cudaVersion, uint64_t,
                          CUdriverProcAddressQueryResult* symbolStatus) {
  if (!symbol || !pfn || cudaVersion <= 0) return CUDA_ERROR_INVALID_VALUE;
  *pfn = lockstep::driver::Find(symbol, cudaVersion);
  if (symbolStatus) *symbolStatus = *pfn ? CU_GET_PROC_ADDRESS_SUCCESS : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  return *pfn ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}
