#include "shared/trace/modelled.h"

#include <fmt/format.h>

#include <iterator>

namespace lockstep::trace {
namespace {

constexpr ModelledFeature kFeatures[] = {
#define LOCKSTEP_MODELLED(id, key, name, difference) {key, name, difference},
#include "shared/trace/modelled.def"
};
static_assert(std::size(kFeatures) < 31, "the highest bit is the plugin's");

}  // namespace

std::vector<ModelledFeature> FeaturesOf(ModelledSet used) {
  std::vector<ModelledFeature> features;
  for (std::uint32_t i = 0; i < std::size(kFeatures); ++i)
    if (used >> i & 1) features.push_back(kFeatures[i]);
  return features;
}

std::vector<std::string_view> KeysOf(ModelledSet used) {
  std::vector<std::string_view> keys;
  for (const ModelledFeature& feature : FeaturesOf(used)) keys.push_back(feature.key);
  return keys;
}

std::string FormatFidelity(ModelledSet used) {
  if (used == 0) return "exact: each feature that was used gives what a GPU gives";
  std::string text;
  for (const ModelledFeature& feature : FeaturesOf(used))
    text += fmt::format("{}{} ({})", text.empty() ? "modelled: " : ", ", feature.name, feature.difference);
  return text.empty() ? "modelled: features of a later version" : text;
}

}  // namespace lockstep::trace
