#include "shared/replay/thread_values.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

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

void FillParameters(const Model& model, const std::string& name, ThreadValues& all) {
  const trace::Kernel* kernel = model.kernel();
  for (std::size_t i = 0; kernel && i < kernel->parameters.size() && i < model.launch().arguments.size(); ++i) {
    const trace::Variable* parameter = model.variable(kernel->parameters[i]);
    if (!parameter || parameter->name != name) continue;
    const auto value = ReadNumber(model.recording(), parameter->type, model.launch().arguments[i]);
    for (std::size_t slot = 0; value && slot < all.values.size(); ++slot) Note(all, slot, value->AsDouble());
  }
}

void FillLocals(const Model& model, const std::string& name, ThreadValues& all) {
  // For each thread, the latest write so far to any storage of that name: later storage replaces earlier storage.
  std::vector<StepIndex> latest(all.values.size(), kNoStep);
  const auto& objects = model.launch().objects;
  for (std::uint32_t i = 0; i < objects.size(); ++i) {
    if (objects[i].kind != trace::ObjectKind::kLocal) continue;
    const trace::Variable* variable = model.variable(objects[i].variable);
    if (!variable || variable->name != name || !IsOfKernel(model, *variable)) continue;
    const auto writes = model.index().WritesTo(static_cast<trace::ObjectId>(i | trace::kLaunchObjectBit));
    const auto next = std::ranges::lower_bound(writes, model.position());
    if (next == writes.begin()) continue;
    const trace::Step& step = model.launch().steps[*(next - 1)];
    const ThreadSlot slot = model.index().ThreadOf(step);
    if (slot == ThreadSlot::kNone) continue;
    StepIndex& last = latest[static_cast<std::size_t>(slot)];
    if (last != kNoStep && last > *(next - 1)) continue;
    last = *(next - 1);
    const auto value = ReadNumber(model.recording(), variable->type, BytesAfter(model.launch(), step));
    if (value && step.offset == 0) all.values[static_cast<std::size_t>(slot)] = value->AsDouble();
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
  FillParameters(model, name, all);
  FillLocals(model, name, all);
  return all;
}

std::vector<std::string> NamesWithValues(const Model& model) {
  std::vector<std::string> names;
  const auto add = [&](trace::VariableKind kind) {
    for (const trace::Variable& variable : model.recording().variables) {
      const trace::Type* type = model.type(variable.type);
      const bool number = type && type->kind >= trace::TypeKind::kBool && type->kind <= trace::TypeKind::kEnum;
      const bool known = std::ranges::count(names, variable.name) > 0;
      if (number && variable.kind == kind && IsOfKernel(model, variable) && !known) names.push_back(variable.name);
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
