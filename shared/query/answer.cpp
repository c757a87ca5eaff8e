#include "shared/query/answer.h"

#include <fmt/format.h>

#include "shared/base/printable.h"
#include "shared/base/whole_number.h"
#include "shared/query/origin.h"
#include "shared/query/table.h"
#include "shared/query/whynot.h"
#include "shared/trace/array_names.h"
#include "shared/trace/format_place.h"

namespace lockstep::query {
namespace {

// An array that the moment does not know by this name is known by others.
Error WithOtherNames(const Error& error, const replay::Model& model, const Target& target) {
  std::string text;
  for (const trace::ObjectId id : trace::ArraysOfParameter(model.recording(), target.name)) {
    const std::string name = trace::NameOf(model.recording().objects[trace::Index(id)]);
    if (name == target.name) continue;
    const std::string rest = target.text.starts_with(target.name) ? target.text.substr(target.name.size()) : "";
    text += fmt::format("{}`{}{}`", text.empty() ? "; the array of that parameter is known as " : ", ",
                        Printable(ShortName(name)), Printable(rest));
  }
  return {error.message + text};
}

}  // namespace

Expected<replay::Cursor> ReadMoment(replay::Model& model, std::string_view text) {
  const std::size_t colon = text.find(':');
  const auto launch =
      colon == text.npos ? std::optional<std::uint32_t>(0) : WholeNumber<std::uint32_t>(text.substr(0, colon));
  const auto step = WholeNumber<std::uint32_t>(colon == text.npos ? text : text.substr(colon + 1));
  if (!launch || !step) return Fail(fmt::format("`{}` is no moment: LAUNCH:STEP, for example 0:1200", text));
  const auto& launches = model.recording().launches;
  if (*launch >= launches.size())
    return Fail(fmt::format("there is no launch {}: the recording has {}", *launch, launches.size()));
  if (*step >= launches[*launch].steps.size())
    return Fail(fmt::format("there is no step {}: launch {} has {}", *step, *launch, launches[*launch].steps.size()));
  model.MoveTo(*launch, *step + 1);
  replay::Cursor cursor{.launch = *launch, .step = *step + 1};
  const auto thread = model.index().ThreadOf(model.launch().steps[*step]);
  if (thread != replay::ThreadSlot::kNone) {
    cursor.block = model.BlockOf(thread);
    cursor.thread = model.ThreadOf(thread);
  }
  return cursor;
}

Expected<std::string> Answer(replay::Model& model, const Query& query, const std::optional<replay::Cursor>& from,
                             Format format, const Bounds& bounds) {
  if (query.form == Form::kWhy) {
    auto origin = FindOrigin(model, *query.target, from);
    if (!origin) return std::unexpected(WithOtherNames(origin.error(), model, *query.target));
    Cut(*origin, bounds);
    return FormatOrigin(*origin, format);
  }
  if (query.form == Form::kWhyNot) {
    const auto reasons = FindWhyNot(model, *query.target, from);
    if (!reasons) return std::unexpected(reasons.error());
    return FormatReasons(*reasons, format);
  }
  auto table = Run(model, query, from);
  if (!table) return std::unexpected(table.error());
  if (query.limit == Query::kAll) Cut(*table, bounds);
  return FormatTable(*table, format);
}

}  // namespace lockstep::query
