#include "shared/replay/index_formula.h"

#include <algorithm>
#include <set>

#include "shared/replay/constants.h"
#include "shared/replay/expression.h"
#include "shared/replay/line_notes.h"
#include "shared/replay/statement.h"

namespace lockstep::replay {
namespace {

// Finds the values of names for a thread from the lines that define them, from the writing line upwards.
class Definitions {
 public:
  Definitions(const Model& model, Line writing, trace::Dim3 block, trace::Dim3 thread)
      : model_(model), writing_(writing), block_(block), thread_(thread) {}

  std::optional<Number> Evaluate(const std::string& expression, FormulaLine* line) {
    const Scope scope{.variable = [this](std::string_view name) { return Value(name); }};
    const Substituted substituted = Substitute(expression, scope);
    if (line) {
      line->source = expression;
      line->numbers = substituted.text;
      line->value = substituted.value ? substituted.value->Text() : "";
    }
    return substituted.value;
  }

  std::vector<FormulaLine> lines() && { return std::move(lines_); }

 private:
  std::optional<Number> Value(std::string_view name) {
    if (const auto built_in = BuiltIn(model_.launch(), block_, thread_, name)) return built_in;
    if (const auto argument = Argument(name)) return argument;
    if (const auto defined = Defined(std::string(name))) return defined;
    const trace::Kernel* kernel = model_.kernel();
    return ConstantNamed(model_, kernel ? kernel->function : trace::FunctionId::kNone, writing_.file, name);
  }

  std::optional<Number> Argument(std::string_view name) const {
    const trace::Kernel* kernel = model_.kernel();
    for (std::size_t i = 0; kernel && i < kernel->parameters.size(); ++i) {
      const trace::Variable* parameter = model_.variable(kernel->parameters[i]);
      if (!parameter || parameter->name != name || i >= model_.launch().arguments.size()) continue;
      return ReadNumber(model_.recording(), parameter->type, model_.launch().arguments[i]);
    }
    return std::nullopt;
  }

  // A definition counts only if the name is assigned once on the way.
  std::optional<Number> Defined(const std::string& name) {
    if (!open_.insert(name).second) return std::nullopt;
    std::optional<Statement> definition;
    const std::uint32_t first = FirstLine();
    for (std::uint32_t number = writing_.number; number-- > first;) {
      const Statement statement = ReadStatement(model_.TextOf({writing_.file, number}));
      if (statement.target != name) continue;
      if (definition || statement.operation != "=") return std::nullopt;
      definition = statement;
    }
    std::optional<Number> value;
    if (definition) {
      FormulaLine line{.name = name};
      value = Evaluate(definition->expression, &line);
      const bool told = std::ranges::any_of(lines_, [&](const FormulaLine& l) { return l.name == name; });
      if (value && !told) lines_.push_back(std::move(line));
    }
    open_.erase(name);
    return value;
  }

  std::uint32_t FirstLine() const {
    const trace::Kernel* kernel = model_.kernel();
    const trace::Function* function = kernel ? model_.function(kernel->function) : nullptr;
    return function && function->file == writing_.file && function->line < writing_.number ? function->line
                                                                                           : writing_.number;
  }

  const Model& model_;
  Line writing_;
  trace::Dim3 block_, thread_;
  std::set<std::string> open_;
  std::vector<FormulaLine> lines_;
};

// The text of the assigned element on the line that writes the array: "out[y * width + x]".
std::string WrittenElement(const Model& model, trace::ObjectId object, Line& line) {
  for (const StepIndex i : model.index().WritesTo(object)) {
    line = model.LineOfSite(model.launch().steps[i].site);
    const Statement statement = ReadStatement(model.TextOf(line));
    if (statement.target.find('[') != std::string::npos) return statement.target;
    break;
  }
  return {};
}

}  // namespace

std::vector<FormulaLine> IndexFormula(const Model& model, const ArrayInfo& array, std::uint64_t cell, trace::Dim3 block,
                                      trace::Dim3 thread) {
  Line line;
  const std::string element = WrittenElement(model, array.object, line);
  const auto indices = IndexExpressions(element);
  if (indices.empty()) return {};
  const std::vector<std::uint64_t> expected = indices.size() == 1 ? std::vector{cell} : CellIndices(array, cell);
  if (expected.size() != indices.size()) return {};
  Definitions definitions(model, line, block, thread);
  std::vector<FormulaLine> last;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    FormulaLine formula{.name = element.substr(0, element.find('[')) + "[]"};
    const auto value = definitions.Evaluate(indices[i], &formula);
    if (!value || value->IsFloating() || static_cast<std::uint64_t>(value->AsSigned()) != expected[i]) return {};
    // `out[i]` adds nothing to the line of `i`.
    if (formula.numbers != formula.value) last.push_back(std::move(formula));
  }
  auto lines = std::move(definitions).lines();
  std::ranges::move(last, std::back_inserter(lines));
  return lines;
}

}  // namespace lockstep::replay
