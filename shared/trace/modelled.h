#pragma once

// The modelled features that a run used: those whose results CUDA allows, but that a GPU need not give
// (docs/FIDELITY.md).

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shared/trace/modelled_set.h"

namespace lockstep::trace {

enum class Modelled : std::uint32_t {
#define LOCKSTEP_MODELLED(id, key, name, difference) id,
#include "shared/trace/modelled.def"
};

constexpr ModelledSet Only(Modelled feature) { return ModelledSet{1} << static_cast<std::uint32_t>(feature); }

struct ModelledFeature {
  std::string_view key;         // "math"
  std::string_view name;        // "math functions"
  std::string_view difference;  // "last bits may differ"
};
// Without bits that have no meaning in this version.
std::vector<ModelledFeature> FeaturesOf(ModelledSet used);
std::vector<std::string_view> KeysOf(ModelledSet used);

// One line: "modelled: math functions (last bits may differ), streams (...)", or that everything is exact.
std::string FormatFidelity(ModelledSet used);

}  // namespace lockstep::trace
