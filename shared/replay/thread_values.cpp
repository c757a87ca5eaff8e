#include "shared/replay/thread_values.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "shared/replay/fields.h"
#include "shared/replay/line_notes.h"

namespace lockstep::replay {
namespace {

void Note(ThreadValues& all, std::size_t slot, double value) {
  all.values[slot] = value;
  if (!std::isfinite(value)) return;
  all.lowest = all.any ? std::min(all.lowest, value) : value;
  all.highest = all.any ? std::max(all.highest, value) : value;
  all.any = true;
}

bool FillBuiltIns(const Model& model, const std::string& name, ThreadValues& all) {
  for (std::size_t slot = 0; slot < all.values.size(); ++slot) {
    const auto thread = static_cast<ThreadSlot>(slot);
    const auto value = BuiltIn(model.launch(), model.BlockOf(thread), model.ThreadOf(thread), name);
    if (!value) return false;
    Note(all, slot, value->AsDouble());
  }
  return true;
}

bool IsOfKernel(const Model& model, const trace::Variable& variable) {
  const trace::Kernel* kernel = model.kernel();
  return kernel && variable.function == kernel->function;
}

// A variable's name, and the part of it that is meant: "p", ".pos.x".
struct PartName {
  std::string variable, path;
};

PartName Split(const std::string& name) {
  const std::size_t end = std::min(name.find_first_of(".["), name.size());
  return {name.substr(0, end), name.substr(end)};
}

// The part of that path, if it is a number; the whole value for no path.
std::optional<Field> NumberIn(const Model& model, trace::TypeId type, const std::string& path) {
  const trace::Type* whole = model.type(type);
  if (!whole) return std::nullopt;
  if (path.empty()) return Field{.type = type, .size = whole->size};
  const std::vector<Field> fields = FieldsOf(model, type);
  const auto found = std::ranges::find(fields, path, &Field::path);
  return found == fields.end() ? std::nullopt : std::optional(*found);
}

std::optional<double> NumberAt(const Model& model, const Field& field, std::span<const std::uint8_t> bytes) {
  if (field.offset + field.size > bytes.size()) return std::nullopt;
  const auto value = ReadNumber(model.recording(), field.type, bytes.subspan(field.offset, field.size));
  return value ? std::optional(value->AsDouble()) : std::nullopt;
}

void FillParameters(const Model& model, const PartName& name, ThreadValues& all) {
  const trace::Kernel* kernel = model.kernel();
  for (std::size_t i = 0; kernel && i < kernel->parameters.size() && i < model.launch().arguments.size(); ++i) {
    const trace::Variable* parameter = model.variable(kernel->parameters[i]);
    if (!parameter || parameter->name != name.variable) continue;
    const auto field = NumberIn(model, parameter->type, name.path);
    const auto value = field ? NumberAt(model, *field, model.launch().arguments[i]) : std::nullopt;
    for (std::size_t slot = 0; value && slot < all.values.size(); ++slot) Note(all, slot, *value);
  }
}

// The number that the field of the storage holds after its last write before the moment.
std::optional<double> LastValue(const Model& model, const Field& field, const StepIndices& writes) {
  std::vector<std::uint8_t> bytes(field.size);
  std::vector<bool> known(field.size);
  const std::uint64_t end = field.offset + field.size;
  for (auto next = std::ranges::lower_bound(writes, model.position()); next != writes.begin();) {
    const trace::Step& step = model.launch().steps[*--next];
    const auto after = BytesAfter(model.launch(), step);
    for (std::uint64_t at = std::max<std::uint64_t>(step.offset, field.offset);
         at < std::min<std::uint64_t>(step.offset + after.size(), end); ++at)
      if (!known[at - field.offset])
        bytes[at - field.offset] = after[at - step.offset], known[at - field.offset] = true;
    if (std::ranges::find(known, false) == known.end())
      return NumberAt(model, {.type = field.type, .size = field.size}, bytes);
  }
  return std::nullopt;
}

void FillLocals(const Model& model, const PartName& name, ThreadValues& all) {
  // For each thread, the latest write so far to any storage of that name: later storage replaces earlier storage.
  std::vector<StepIndex> latest(all.values.size(), kNoStep);
  std::map<trace::TypeId, std::optional<Field>> fields;  // by the variable's type
  const auto& objects = model.launch().objects;
  for (std::uint32_t i = 0; i < objects.size(); ++i) {
    const trace::Object& form = objects.FormOf(i);
    if (form.kind != trace::ObjectKind::kLocal) continue;
    const trace::Variable* variable = model.variable(form.variable);
    if (!variable || variable->name != name.variable || !IsOfKernel(model, *variable)) continue;
    const auto writes = model.index().WritesTo(static_cast<trace::ObjectId>(i | trace::kLaunchObjectBit));
    const auto next = std::ranges::lower_bound(writes, model.position());
    if (next == writes.begin()) continue;
    const trace::Step& step = model.launch().steps[*(next - 1)];
    const ThreadSlot slot = model.index().ThreadOf(step);
    if (slot == ThreadSlot::kNone) continue;
    StepIndex& last = latest[static_cast<std::size_t>(slot)];
    if (last != kNoStep && last > *(next - 1)) continue;
    last = *(next - 1);
    const auto [known, is_new] = fields.try_emplace(variable->type);
    if (is_new) known->second = NumberIn(model, variable->type, name.path);
    const std::optional<Field>& field = known->second;
    all.values[static_cast<std::size_t>(slot)] = field ? LastValue(model, *field, writes) : std::nullopt;
  }
  all.any = false;
  for (std::size_t slot = 0; slot < all.values.size(); ++slot) {
    if (all.values[slot]) Note(all, slot, *all.values[slot]);
  }
}

}  // namespace

ThreadValues ValuesOf(const Model& model, const std::string& name) {
  ThreadValues all{.values = std::vector<std::optional<double>>(model.index().thread_count())};
  if (name.find('.') != std::string::npos && FillBuiltIns(model, name, all)) return all;
  const PartName part = Split(name);
  FillParameters(model, part, all);
  FillLocals(model, part, all);
  return all;
}

namespace {

bool IsNumber(const trace::Type* type) {
  return type && type->kind >= trace::TypeKind::kBool && type->kind <= trace::TypeKind::kEnum;
}

void AddNumbersIn(const Model& model, const trace::Variable& variable, std::vector<std::string>& names) {
  constexpr std::size_t kMostOfOne = 32;
  std::size_t added = 0;
  for (const Field& field : FieldsOf(model, variable.type)) {
    std::string name = variable.name + field.path;
    if (!IsNumber(model.type(field.type)) || std::ranges::count(names, name) > 0) continue;
    if (added++ == kMostOfOne) return;
    names.push_back(std::move(name));
  }
}

}  // namespace

std::vector<std::string> NamesWithValues(const Model& model) {
  std::vector<std::string> names;
  const auto add = [&](trace::VariableKind kind) {
    for (const trace::Variable& variable : model.recording().variables) {
      const trace::Type* type = model.type(variable.type);
      const bool known = std::ranges::count(names, variable.name) > 0;
      if (variable.kind != kind || !IsOfKernel(model, variable) || known) continue;
      if (IsNumber(type)) names.push_back(variable.name);
      AddNumbersIn(model, variable, names);
    }
  };
  // Local variables differ between threads; parameters, which do not, come after them.
  add(trace::VariableKind::kLocal);
  add(trace::VariableKind::kParameter);
  for (const char* index : {"threadIdx", "blockIdx"}) {
    const trace::Dim3 extent = std::string_view(index) == "threadIdx" ? model.launch().block : model.launch().grid;
    if (extent.x > 1) names.push_back(std::string(index) + ".x");
    if (extent.y > 1) names.push_back(std::string(index) + ".y");
    if (extent.z > 1) names.push_back(std::string(index) + ".z");
  }
  return names;
}

std::vector<LineCount> CountLines(const Model& model, std::uint32_t first_slot, std::uint32_t end_slot) {
  std::map<Line, std::uint32_t> counts;
  for (std::uint32_t slot = first_slot; slot < end_slot; ++slot) {
    const auto thread = static_cast<ThreadSlot>(slot);
    const ThreadPhase phase = PhaseOf(model, thread);
    if (phase == ThreadPhase::kNotStarted || phase == ThreadPhase::kExited) continue;
    const Line line = LineOf(model, thread);
    if (line.number != 0) ++counts[line];
  }
  std::vector<LineCount> sorted;
  for (const auto& [line, threads] : counts) sorted.push_back({line, threads});
  std::ranges::sort(sorted, [](const LineCount& a, const LineCount& b) {
    return a.threads != b.threads ? a.threads > b.threads : a.line < b.line;
  });
  return sorted;
}

std::vector<Line> LinesVisited(const Model& model) {
  std::set<trace::SiteId> sites;
  for (const trace::Step& step : model.launch().steps) {
    if (step.kind == trace::StepKind::kLine) sites.insert(step.site);
  }
  std::set<Line> lines;
  for (const trace::SiteId site : sites) lines.insert(model.LineOfSite(site));
  return {lines.begin(), lines.end()};
}

}  // namespace lockstep::replay
