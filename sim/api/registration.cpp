// The functions that clang's host code calls before main() to register fat binaries, kernels and variables. A "fat
// binary" of Lockstep contains "LOCKSTEP", a zero, and the id of the unit that is the device half of the same source.

#include <cstring>

#include "shared/base/must.h"
#include "shared/session/message.h"
#include "sim/api/call.h"
#include "sim/api/textures.h"

namespace {

using lockstep::api::Session;

struct FatBinaryWrapper {
  int magic, version;
  const char* data;
  void* unused;
};

// The handle is the address of a pointer to the unit, just as CUDA's is the address of a pointer.
const LockstepUnit* UnitOf(void** handle) { return handle ? static_cast<const LockstepUnit*>(*handle) : nullptr; }

}  // namespace

extern "C" {
#pragma GCC visibility push(default)

void __lockstep_register_unit(LockstepUnit* unit) { Session::Get().machine().AddUnit(*unit); }

void** __cudaRegisterFatBinary(void* wrapper) {
  const char* data = static_cast<FatBinaryWrapper*>(wrapper)->data;
  const bool ours = data && std::memcmp(data, "LOCKSTEP", 9) == 0;
  if (!ours)
    session::Say({.text = "an object file contains code for a real GPU, built by nvcc: build it with Lockstep"});
  return new void*(ours ? const_cast<LockstepUnit*>(Session::Get().machine().FindUnit(data + 9)) : nullptr);
}

// For a host half whose device code is shared between files (-rdc=true). `register_globals`, unless null, registers the
// kernels and variables.
void __lockstep_register_linked(void (*register_globals)(void**), void* wrapper) {
  void** handle = __cudaRegisterFatBinary(wrapper);
  if (register_globals) register_globals(handle);
}

void __cudaRegisterFatBinaryEnd(void**) {}

// Units live as long as the program, because static destructors may still launch kernels.
void __cudaUnregisterFatBinary(void** handle) { delete handle; }

void __cudaRegisterFunction(void** handle, const char* stub, char*, const char* name, int, void*, void*, void*, void*,
                            int*) {
  Session::Get().RegisterKernel(UnitOf(handle), stub, name);
}

void __cudaRegisterVar(void** handle, char* shadow, char*, const char* name, int, std::size_t size, int, int) {
  Session::Get().RegisterVariable(UnitOf(handle), shadow, name, size);
}

// `pointer` is the host's pointer to the variable, through which host code accesses it.
void __cudaRegisterManagedVar(void** handle, void** pointer, void* initial, const char* name, std::size_t size,
                              unsigned) {
  Session& session = Session::Get();
  session.RegisterVariable(UnitOf(handle), static_cast<void*>(pointer), name, size);
  const lockstep::api::SessionVariable* variable = session.FindVariable(static_cast<void*>(pointer));
  *pointer = variable->address ? lockstep::api::Pointer(variable->address) : initial;
}

void __cudaRegisterTexture(void** handle, const textureReference* texture, const void**, const char* name, int,
                           int normalized_float, int) {
  Session::Get().RegisterVariable(UnitOf(handle), texture, name, sizeof(textureReference));
  lockstep::api::RegisterTextureReference(texture, normalized_float != 0);
}

void __cudaRegisterSurface(void** handle, const surfaceReference* surface, const void**, const char* name, int, int) {
  Session::Get().RegisterVariable(UnitOf(handle), surface, name, sizeof(surfaceReference));
}

#pragma GCC visibility pop
}
