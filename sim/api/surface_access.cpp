// Access to surfaces: the address of an element of a surface. Compiled device code calls this through the headers
// surface_indirect_functions.h and performs the access itself, so that recordings and checkers see it.

#include <algorithm>

#include "sim/api/arrays.h"
#include "sim/api/textures.h"

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
  if (!surface) return Fault(0);
  const cudaArray& array = *surface->array;
  const cudaExtent extent = array.Size();
  const int width = int(extent.width * array.element), height = int(extent.height), depth = int(extent.depth);
  const bool inside = x >= 0 && y >= 0 && z >= 0 && x <= width - size && y < height && z < depth;
  if (!inside) {
    if (mode == cudaBoundaryModeZero) return nullptr;
    if (mode != cudaBoundaryModeClamp) return Fault(x);
    x = std::clamp(x, 0, width - size);
    y = std::clamp(y, 0, height - 1);
    z = std::clamp(z, 0, depth - 1);
  }
  return array.Element(0, std::size_t(y), std::size_t(z)) + x;
}
