#pragma once

// The pointers in a value: a pointer itself, or those in a struct or an array, as tensors are passed to kernels.

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "shared/trace/recording.h"

namespace lockstep::trace {

struct PointerInValue {
  std::string path;  // "view.data", "rows[2]"; members of a base class as the source writes them
  std::uint64_t address = 0;
  TypeId element = TypeId::kNone;
};

// Calls `act` for the pointers in a value of this type whose name is `path`, the first 256 of them.
void ForEachPointer(const Recording& recording, TypeId type, std::span<const std::uint8_t> bytes, std::string path,
                    const std::function<void(const PointerInValue&)>& act);

// The same for all arguments of a launch; a parameter's own pointer has its name as path.
void ForEachPointer(const Recording& recording, const RecordedLaunch& launch,
                    const std::function<void(const Variable& parameter, const PointerInValue&)>& act);

}  // namespace lockstep::trace
