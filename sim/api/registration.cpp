// What clang's code for the host half calls before main(): which fat binary, kernels and variables there are. A "fat
// binary" of ours holds "LOCKSTEP", a zero, and the id of the unit that is the device half of the same source.

#include <cstring>

#include "shared/base/must.h"
#include "sim/api/call.h"
#include "sim/api/textures.h"

namespace {

using lockstep::Session;

struct FatBinaryWrapper {
  int magic, version;
  const char* data;
  void* unused;
};

// The handle is the address of a pointer to the unit, as CUDA's is the address of a pointer.
const LockstepUnit* UnitOf(void** handle) { return handle ? static_cast<const LockstepUnit*>(*handle) : nullptr; }

}  // namespace

extern "C" {
#pragma GCC visibility push(default)

void __lockstep_register_unit(LockstepUnit* unit) { Session::Get().machine().AddUnit(*unit); }

void** __cudaRegisterFatBinary(void* wrapper) {
  const char* data = static_cast<FatBinaryWrapper*>(wrapper)->data;
  const bool ours = data && std::memcmp(data, "LOCKSTEP", 9) == 0;
  if (!ours)
    std::fprintf(stderr, "lockstep: an object file holds code for a real GPU (nvcc made it): build it with Lockstep\n");
  return new void*(ours ? const_cast<LockstepUnit*>(Session::Get().machine().FindUnit(data + 9)) : nullptr);
}

// Of a host half whose device code is shared between files (-rdc=true): `register_globals`, where it is not null, names
// the kernels and variables.
void __lockstep_register_linked(void (*register_globals)(void**), void* wrapper) {
  void** handle = __cudaRegisterFatBinary(wrapper);
  if (register_globals) register_globals(handle);
}

void __cudaRegisterFatBinaryEnd(void**) {}

// Units live as long as the program: static destructors may still launch kernels.
void __cudaUnregisterFatBinary(void** handle) { delete handle; }

void __cudaRegisterFunction(void** handle, const char* stub, char*, const char* name, int, void*, void*, void*, void*,
                            int*) {
  Session::Get().RegisterKernel(UnitOf(handle), stub, name);
}

void __cudaRegisterVar(void** handle, char* shadow, char*, const char* name, int, std::size_t size, int, int) {
  Session::Get().RegisterVariable(UnitOf(handle), shadow, name, size);
}

// `pointer` is the host's pointer to the variable: host code reads and writes the variable through it.
void __cudaRegisterManagedVar(void** handle, void** pointer, void* initial, const char* name, std::size_t size,
                              unsigned) {
  Session& session = Session::Get();
  session.RegisterVariable(UnitOf(handle), static_cast<void*>(pointer), name, size);
  const lockstep::SessionVariable* variable = session.FindVariable(static_cast<void*>(pointer));
  *pointer = variable->address ? lockstep::Pointer(variable->address) : initial;
}

void __cudaRegisterTexture(void** handle, const textureReference* texture, const void**, const char* name, int,
                           int normalized_float, int) {
  Session::Get().RegisterVariable(UnitOf(handle), texture, name, sizeof(textureReference));
  lockstep::RegisterTextureReference(texture, normalized_float != 0);
}

void __cudaRegisterSurface(void** handle, const surfaceReference* surface, const void**, const char* name, int, int) {
  Session::Get().RegisterVariable(UnitOf(handle), surface, name, sizeof(surfaceReference));
}

#pragma GCC visibility pop
}
