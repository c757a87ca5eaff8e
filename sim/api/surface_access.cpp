// Access to surfaces: the address of an element of a surface. Compiled device code calls this through the headers
// surface_indirect_functions.h and performs the access itself, so that recordings and checkers see it.

#include <algorithm>

#include "sim/api/textures.h"
#include "sim/machine/miss.h"

namespace lockstep::api {

namespace {

// This access faults on a GPU, and therefore here.
char* Fault(long long at) {
  volatile char* nowhere = reinterpret_cast<volatile char*>(at & 0xff);
  *nowhere;
  return nullptr;
}

}  // namespace
}  // namespace lockstep::api

using namespace lockstep;
using namespace lockstep::api;

// The address of `size` bytes at byte `x` of row `y` of slice (or layer, or face) `z`. Outside the surface: null for
// the boundary mode "zero" (read zeros, drop writes), the nearest element for "clamp", a fault for "trap".
extern "C" __attribute__((visibility("default"))) void* __lockstep_surface_address(unsigned long long handle, int x,
                                                                                   int y, int z, int size, int mode) {
  const Surface* surface = FindSurface(handle);
  // The access faults, and a checker or a recording names the reason.
  if (IsDestroyedSurface(handle)) return reinterpret_cast<void*>(machine::kDestroyedObject);
  if (!surface) return Fault(0);
  const auto& [resource, first, width, height, depth, pitch, slice, live] = *surface;
  const bool inside = x >= 0 && y >= 0 && z >= 0 && x <= width - size && y < height && z < depth;
  if (!inside) {
    if (mode == cudaBoundaryModeZero) return nullptr;
    if (mode != cudaBoundaryModeClamp) return Fault(x);
    x = std::clamp(x, 0, width - size);
    y = std::clamp(y, 0, height - 1);
    z = std::clamp(z, 0, depth - 1);
  }
  return first + std::size_t(z) * slice + std::size_t(y) * pitch + x;
}
