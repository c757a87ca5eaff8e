#include "viz/model/guessed_shapes.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shared/replay/source_shape.h"

namespace lockstep::viz {
namespace {

using Shape = std::vector<std::uint64_t>;

struct Suggestion {
  std::string name;  // of the array on the device
  std::uint64_t count = 0;
  Shape shape;
};

// "d_out", "h_out", "h_out.data()" and "out" are names of one thing.
std::string_view Bare(std::string_view name) {
  const auto ends = [](char c) { return !std::isalnum(static_cast<unsigned char>(c)) && c != '_'; };
  name = name.substr(0, static_cast<std::size_t>(std::ranges::find_if(name, ends) - name.begin()));
  static constexpr std::array<std::string_view, 6> kPrefixes = {"d_", "h_", "dev_", "host_", "device_", "gpu_"};
  for (const std::string_view prefix : kPrefixes)
    if (name.size() > prefix.size() && name.starts_with(prefix)) return name.substr(prefix.size());
  return name;
}

std::vector<Suggestion> SuggestionsOf(replay::Model& model) {
  std::vector<Suggestion> all;
  for (std::uint32_t launch = 0; launch < model.recording().launches.size(); ++launch) {
    model.MoveTo(launch, 0);
    for (std::uint32_t i = 0; i < model.recording().objects.size(); ++i) {
      const auto array = replay::DescribeArray(model, trace::ObjectId{i});
      if (!array || array->shape.size() != 1) continue;
      auto shapes = replay::SourceShapes(model, *array);
      if (!shapes.empty()) all.push_back({array->name, array->count, std::move(shapes.front())});
    }
  }
  return all;
}

// A pair is named as on the host: "h_out", or "out / h_out" where the sides differ.
bool IsOf(const report::PairResult& pair, const Suggestion& suggestion) {
  const std::string_view name = pair.name, bare = Bare(suggestion.name);
  const std::size_t slash = name.find(" / ");
  return Bare(name.substr(0, slash)) == bare || (slash != name.npos && Bare(name.substr(slash + 3)) == bare);
}

std::optional<Shape> ShapeFor(const report::PairResult& pair, const std::vector<Suggestion>& all) {
  std::optional<Shape> agreed;
  bool do_agree = true;
  for (const Suggestion& suggestion : all) {
    if (suggestion.count != pair.cells) continue;
    if (IsOf(pair, suggestion)) return suggestion.shape;
    if (agreed && *agreed != suggestion.shape) do_agree = false;
    agreed = suggestion.shape;
  }
  return do_agree ? agreed : std::nullopt;
}

}  // namespace

void GuessShapes(replay::Model& model, report::Comparison& comparison) {
  const std::vector<Suggestion> all = SuggestionsOf(model);
  for (report::PairResult& pair : comparison.pairs)
    if (pair.shape.size() == 1)
      if (auto shape = ShapeFor(pair, all)) pair.shape = std::move(*shape);
}

}  // namespace lockstep::viz
