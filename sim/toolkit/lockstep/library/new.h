#pragma once
#pragma GCC system_header

// Device new and delete. Clang's own <new> (in its cuda_wrappers folder) defines the usual forms on ::malloc and ::free;
// these are the forms for over-aligned types, which it lacks.

#include <stdlib.h>

#include <new>

#include "qualifiers.h"

#if defined(__cpp_aligned_new)
// The address from the heap is stored just below the aligned one.
__LOCKSTEP_MEMBER__ void* operator new(size_t size, std::align_val_t alignment) {
  size_t step = (size_t)alignment;
  char* memory = (char*)::malloc(size + step + sizeof(void*));
  if (!memory) return nullptr;
  char* aligned = (char*)(((size_t)memory + sizeof(void*) + step - 1) / step * step);
  ((void**)aligned)[-1] = memory;
  return aligned;
}
__LOCKSTEP_MEMBER__ void* operator new[](size_t size, std::align_val_t alignment) {
  return ::operator new(size, alignment);
}
__LOCKSTEP_MEMBER__ void operator delete(void* pointer, std::align_val_t) noexcept {
  if (pointer) ::free(((void**)pointer)[-1]);
}
__LOCKSTEP_MEMBER__ void operator delete[](void* pointer, std::align_val_t alignment) noexcept {
  ::operator delete(pointer, alignment);
}
__LOCKSTEP_MEMBER__ void operator delete(void* pointer, size_t, std::align_val_t alignment) noexcept {
  ::operator delete(pointer, alignment);
}
__LOCKSTEP_MEMBER__ void operator delete[](void* pointer, size_t, std::align_val_t alignment) noexcept {
  ::operator delete(pointer, alignment);
}
#endif
