#pragma once

#include <cstdint>

namespace lockstep::trace {

// The modelled features that a run used, a bit for each: 1 << its number in modelled.h, which knows them. Apart,
// because most of those that carry the set ask for none of its features.
using ModelledSet = std::uint32_t;
enum class Modelled : std::uint32_t;

}  // namespace lockstep::trace
