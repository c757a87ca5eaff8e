#include "shared/replay/values_beside.h"

#include <map>
#include <string_view>

namespace lockstep::replay {

const Frame* FrameOf(std::span<const Frame> stack, std::size_t depth, trace::FunctionId function) {
  return depth < stack.size() && stack[depth].function == function ? &stack[depth] : nullptr;
}

std::vector<ValueBeside> ValuesBeside(const Model& model, ThreadSlot other, const Frame* frame,
                                      std::span<const VariableRow> rows, const std::set<std::string>& opened) {
  std::vector<ValueBeside> values(rows.size());
  if (!frame) return values;
  const auto theirs = DescribeVariables(model, other, *frame, opened);
  std::map<std::string_view, const VariableRow*> by_path;
  for (const VariableRow& row : theirs) by_path[row.path] = &row;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto found = by_path.find(rows[i].path);
    if (found == by_path.end()) continue;
    const VariableRow& row = *found->second;
    values[i] = {.exists = true,
                 .known = row.known,
                 .differs = row.known && rows[i].known && row.value != rows[i].value,
                 .value = row.value};
  }
  return values;
}

}  // namespace lockstep::replay
