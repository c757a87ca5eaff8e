#pragma once

// A piece of memory that a recording knows: an array, a variable.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shared/trace/step.h"

namespace lockstep::trace {

enum class ObjectKind : std::uint8_t {
  kAllocation,  // cudaMalloc and its family, device heap
  kVariable,    // __device__, __constant__, __managed__
  kShared,      // one __shared__ variable of one block, or its dynamic shared memory
  kLocal,       // one local variable (or parameter) of one thread, for as long as it is in scope
};

// A piece of memory with bounds and a meaning.
struct Object {
  ObjectKind kind = ObjectKind::kAllocation;
  std::string name;                         // "d_out", "tile"; taken from the host pointer if its name is known
  VariableId variable = VariableId::kNone;  // of kVariable, kShared, kLocal
  TypeId element = TypeId::kNone;           // the type of the cells, if known
  std::vector<std::uint64_t> shape;         // elements in each dimension, slowest first; empty: one dimension
  std::uint64_t address = 0, size = 0;
  SiteId allocated_at = SiteId::kNone;
  std::uint32_t block = 0xffffffff;   // index into RecordedLaunch::blocks (kShared, kLocal)
  std::uint32_t thread = 0xffffffff;  // linear thread index in its block (kLocal)

  friend bool operator==(const Object&, const Object&) = default;
};

// An object that lies elsewhere: an Object, or one of Objects (objects.h). It holds until that changes.
struct ObjectView {
  ObjectView(const Object& object) : ObjectView(object, object.address, object.block, object.thread) {}
  // One that is `form` but for its place.
  ObjectView(const Object& form, std::uint64_t address, std::uint32_t block, std::uint32_t thread)
      : kind(form.kind),
        name(form.name),
        variable(form.variable),
        element(form.element),
        shape(form.shape),
        address(address),
        size(form.size),
        allocated_at(form.allocated_at),
        block(block),
        thread(thread) {}
  Object Copy() const;

  ObjectKind kind;
  std::string_view name;
  VariableId variable;
  TypeId element;
  std::span<const std::uint64_t> shape;
  std::uint64_t address, size;
  SiteId allocated_at;
  std::uint32_t block, thread;
};

}  // namespace lockstep::trace
