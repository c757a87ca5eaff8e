#pragma once

// The part of a recording that an access reaches.

#include <cstdint>

#include "shared/trace/recording.h"

namespace lockstep::record {

struct Target {
  trace::ObjectId object = trace::ObjectId::kNone;  // kNone: good memory that no recording shows
  std::uint64_t offset = 0;                         // in the object
  bool is_local = false;                            // the thread's own
};

}  // namespace lockstep::record
