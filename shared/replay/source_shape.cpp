#include "shared/replay/source_shape.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>
#include <set>
#include <string>

#include "shared/replay/constants.h"
#include "shared/replay/statement.h"
#include "shared/replay/tokens.h"

namespace lockstep::replay {
namespace {

using Known = std::function<std::optional<Number>(std::string_view)>;

constexpr std::uint64_t kMost = std::uint64_t{1} << 40;  // beyond any array
constexpr int kDeepestBrackets = 64;                     // brackets in brackets
constexpr std::size_t kMostSteps = 20'000;               // examined to find the lines that used an array

// A sum: its known part, and the factor of each unknown part.
struct Sum {
  std::uint64_t number = 0;
  std::vector<std::uint64_t> parts;

  bool IsNumber() const { return parts.empty(); }
};

std::optional<Sum> Scaled(Sum sum, std::uint64_t factor) {
  const auto scale = [&](std::uint64_t& term) {
    if (factor != 0 && term > kMost / factor) return false;
    term *= factor;
    return true;
  };
  if (!scale(sum.number) || !std::ranges::all_of(sum.parts, scale)) return std::nullopt;
  if (factor == 0) sum.parts.clear();
  return sum;
}

class IndexReader {
 public:
  IndexReader(std::string_view text, const Known& known) : text_(text), tokens_(Tokenize(text)), known_(known) {
    std::erase_if(tokens_, [](const Token& token) { return token.kind == TokenKind::kComment; });
  }

  std::optional<Sum> Read() {
    const auto sum = Shift();
    return at_ == tokens_.size() ? sum : std::nullopt;
  }

 private:
  std::string_view Peek() const {
    return at_ < tokens_.size() ? text_.substr(tokens_[at_].begin, tokens_[at_].end - tokens_[at_].begin)
                                : std::string_view{};
  }
  bool Take(std::string_view text) {
    if (at_ >= tokens_.size() || Peek() != text) return false;
    ++at_;
    return true;
  }

  std::optional<Sum> Shift() {
    auto left = Added();
    while (left && Peek() == "<<") {
      ++at_;
      const auto right = Added();
      if (!right) return std::nullopt;
      left = right->IsNumber() && right->number < 40 ? Scaled(*left, std::uint64_t{1} << right->number) : Part();
    }
    return left;
  }

  std::optional<Sum> Added() {
    auto left = Product();
    while (left && (Peek() == "+" || Peek() == "-")) {
      const bool minus = Peek() == "-";
      ++at_;
      const auto right = Product();
      if (!right) return std::nullopt;
      // A subtracted part moves the index as far as an added one.
      left->number = minus ? left->number - std::min(left->number, right->number) : left->number + right->number;
      left->parts.insert(left->parts.end(), right->parts.begin(), right->parts.end());
    }
    return left;
  }

  std::optional<Sum> Product() {
    auto left = Operand();
    while (left && (Peek() == "*" || Peek() == "/" || Peek() == "%")) {
      const bool times = Peek() == "*";
      ++at_;
      const auto right = Operand();
      if (!right) return std::nullopt;
      if (!times)
        left =
            left->IsNumber() && right->IsNumber() && right->number > 0 ? Sum{left->number / right->number, {}} : Part();
      else if (right->IsNumber())
        left = Scaled(*left, right->number);
      else if (left->IsNumber())
        left = Scaled(*right, left->number);
      else
        left = Part();
    }
    return left;
  }

  std::optional<Sum> Operand() {
    if (Take("(")) {
      if (++depth_ > kDeepestBrackets) return std::nullopt;
      auto inner = Shift();
      --depth_;
      return inner && Take(")") ? inner : std::nullopt;
    }
    if (at_ >= tokens_.size()) return std::nullopt;
    const TokenKind kind = tokens_[at_].kind;
    if (kind == TokenKind::kNumber) {
      const auto number = ParseLiteral(Peek());
      ++at_;
      return number ? OfNumber(*number) : std::nullopt;
    }
    if (kind != TokenKind::kName) return std::nullopt;
    std::string name(Peek());
    ++at_;
    bool is_element = false;
    while (Peek() == "." || Peek() == "[" || Peek() == "(") {
      if (Take(".")) {
        name += "." + std::string(Peek());
        ++at_;
        continue;
      }
      if (!SkipBrackets()) return std::nullopt;
      is_element = true;
    }
    const auto number = is_element ? std::nullopt : known_(name);
    return number ? OfNumber(*number) : Part();
  }

  bool SkipBrackets() {
    int depth = 0;
    for (; at_ < tokens_.size(); ++at_) {
      if (Peek() == "(" || Peek() == "[") ++depth;
      if (Peek() == ")" || Peek() == "]") --depth;
      if (depth == 0) return ++at_, true;
    }
    return false;
  }

  static std::optional<Sum> OfNumber(const Number& number) {
    if (number.IsFloating() || number.AsSigned() < 0 || static_cast<std::uint64_t>(number.AsSigned()) > kMost)
      return std::nullopt;
    return Sum{static_cast<std::uint64_t>(number.AsSigned()), {}};
  }
  static Sum Part() { return {0, {1}}; }

  std::string_view text_;
  std::vector<Token> tokens_;
  const Known& known_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

// The values of names that stand for one number in the whole launch.
class Constants {
 public:
  explicit Constants(const Model& model) : model_(model) {}

  std::optional<Number> operator()(std::string_view name, trace::FileId file) {
    const trace::Kernel* kernel = model_.kernel();
    for (std::size_t i = 0; kernel && i < kernel->parameters.size(); ++i) {
      const trace::Variable* parameter = model_.variable(kernel->parameters[i]);
      if (!parameter || parameter->name != name || i >= model_.launch().arguments.size()) continue;
      return ReadNumber(model_.recording(), parameter->type, model_.launch().arguments[i]);
    }
    const auto [found, is_new] = in_files_.try_emplace({file, std::string(name)});
    if (is_new) found->second = ConstantNamed(model_, kernel ? kernel->function : trace::FunctionId::kNone, file, name);
    if (is_new && !found->second) found->second = InFile(name, file);
    return found->second;
  }

 private:
  // `const int N = 64;`, if it occurs exactly once and the program has a variable of this name.
  std::optional<Number> InFile(std::string_view name, trace::FileId file) const {
    std::optional<Number> value;
    const std::uint32_t lines = model_.LinesOf(file);
    for (std::uint32_t number = 1; number <= lines; ++number) {
      const std::string_view text = model_.TextOf({file, number});
      if (text.find(name) == text.npos) continue;
      const auto said = Defined(text, name);
      if (!said) continue;
      if (value) return std::nullopt;
      value = ParseLiteral(*said);
    }
    return value;
  }

  static std::optional<std::string> Defined(std::string_view text, std::string_view name) {
    if (text.find("const") == text.npos) return std::nullopt;
    const Statement statement = ReadStatement(text);
    return statement.target == name && statement.operation == "=" ? std::optional(statement.expression) : std::nullopt;
  }

  const Model& model_;
  std::map<std::pair<trace::FileId, std::string>, std::optional<Number>> in_files_;
};

// The kernel's names for the array: the parameter that points to it, or the array's own name.
std::set<std::string> NamesOf(const Model& model, const ArrayInfo& array) {
  std::set<std::string> names = {array.name};
  const auto object = model.object(array.object);
  const trace::Kernel* kernel = model.kernel();
  for (std::size_t i = 0; object && kernel && i < kernel->parameters.size(); ++i) {
    const trace::Variable* parameter = model.variable(kernel->parameters[i]);
    const trace::Type* type = parameter ? model.type(parameter->type) : nullptr;
    if (!type || type->kind != trace::TypeKind::kPointer || i >= model.launch().arguments.size()) continue;
    const std::vector<std::uint8_t>& bytes = model.launch().arguments[i];
    std::uint64_t address = 0;
    if (bytes.size() != sizeof address) continue;
    std::memcpy(&address, bytes.data(), sizeof address);
    if (address == object->address) names.insert(parameter->name);
  }
  return names;
}

std::set<Line> LinesThatUse(const Model& model, trace::ObjectId object) {
  std::set<Line> lines;
  for (const auto& steps : {model.index().WritesTo(object), model.index().ReadsOf(object)}) {
    for (std::size_t i = 0; i < std::min(steps.size(), kMostSteps); ++i)
      lines.insert(model.LineOfSite(model.launch().steps[steps[i]].site));
  }
  return lines;
}

// The texts between the brackets after one of the names; nothing for more than one pair, which is a shape already.
std::vector<std::string> IndicesOn(std::string_view text, const std::set<std::string>& names) {
  std::vector<std::string> found;
  for (const Token& token : Tokenize(text)) {
    if (token.kind != TokenKind::kName ||
        !names.contains(std::string(text.substr(token.begin, token.end - token.begin))))
      continue;
    const std::string_view rest = text.substr(token.end);
    const std::size_t open = rest.find_first_not_of(' ');
    if (open == rest.npos || rest[open] != '[') continue;
    int depth = 0;
    for (std::size_t i = open; i < rest.size(); ++i) {
      if (rest[i] == '[') ++depth;
      if (rest[i] == ']' && --depth == 0) {
        found.emplace_back(rest.substr(open + 1, i - open - 1));
        break;
      }
    }
  }
  return found;
}

// The definition of `i` above the line: `int i = y * width + x;`.
std::string DefinitionOf(const Model& model, const std::string& index, Line line) {
  const auto tokens = Tokenize(index);
  if (tokens.size() != 1 || tokens[0].kind != TokenKind::kName) return index;
  const std::string name = index.substr(tokens[0].begin, tokens[0].end - tokens[0].begin);
  const trace::Kernel* kernel = model.kernel();
  const trace::Function* function = kernel ? model.function(kernel->function) : nullptr;
  if (!function || function->file != line.file) return index;
  for (std::uint32_t number = line.number; number-- > function->line;) {
    const Statement statement = ReadStatement(model.TextOf({line.file, number}));
    if (statement.target == name) return statement.operation == "=" ? statement.expression : index;
  }
  return index;
}

}  // namespace

std::vector<std::uint64_t> Strides(std::string_view index, const Known& known) {
  const auto sum = IndexReader(index, known).Read();
  if (!sum) return {};
  std::set<std::uint64_t> strides(sum->parts.begin(), sum->parts.end());
  strides.erase(0), strides.erase(1);
  return {strides.begin(), strides.end()};
}

std::optional<std::vector<std::uint64_t>> ShapeOfStrides(std::vector<std::uint64_t> strides, std::uint64_t count) {
  std::vector<std::uint64_t> shape;
  strides.push_back(count);
  std::uint64_t inner = 1;
  for (const std::uint64_t stride : strides) {
    if (stride <= inner || stride % inner != 0) return std::nullopt;
    shape.insert(shape.begin(), stride / inner);
    inner = stride;
  }
  return shape.size() < 2 || shape.size() > 4 ? std::nullopt : std::optional(shape);
}

namespace {

using Shape = std::vector<std::uint64_t>;

// True if products of neighbouring dimensions of `fine` are the dimensions of `coarse`: {24, 24} of {24, 3, 8}.
bool IsMerged(const Shape& coarse, const Shape& fine) {
  std::size_t next = 0;
  for (const std::uint64_t dimension : coarse) {
    std::uint64_t product = 1;
    while (next < fine.size() && product < dimension) product *= fine[next++];
    if (product != dimension) return false;
  }
  return next == fine.size();
}

std::vector<Shape> IndexedShapes(const Model& model, const ArrayInfo& array) {
  if (array.shape.size() != 1) return {};
  const auto names = NamesOf(model, array);
  const std::vector<std::uint64_t> row_of_threads = {model.launch().block.x};
  const bool is_one_row = model.launch().grid.y * model.launch().block.y == 1;
  Constants constants(model);
  std::map<std::vector<std::uint64_t>, int> counts;
  for (const Line& line : LinesThatUse(model, array.object)) {
    const Known known = [&](std::string_view name) { return constants(name, line.file); };
    for (const std::string& index : IndicesOn(model.TextOf(line), names)) {
      const std::string defined = DefinitionOf(model, index, line);
      const auto strides = Strides(defined, known);
      // `blockIdx.x * 256 + threadIdx.x` counts the threads of a row of blocks, which is no shape.
      if (is_one_row && defined.contains("blockIdx.x") && strides == row_of_threads) continue;
      if (const auto shape = ShapeOfStrides(strides, array.count)) ++counts[*shape];
    }
  }
  std::vector<std::vector<std::uint64_t>> shapes;
  for (const auto& [shape, count] : counts) shapes.push_back(shape);
  std::ranges::sort(shapes, std::greater(), [&](const auto& shape) { return std::pair(counts[shape], shape); });
  return shapes;
}

}  // namespace

std::vector<Shape> SourceShapes(const Model& model, const ArrayInfo& array) {
  std::vector<Shape> shapes = IndexedShapes(model, array);
  if (shapes.empty() || shapes.front().size() < 3) return shapes;
  for (std::uint32_t i = 0; i < model.recording().objects.size(); ++i) {
    const auto other = DescribeArray(model, trace::ObjectId{i});
    if (!other || other->object == array.object || other->count != array.count) continue;
    const std::vector<Shape> others = IndexedShapes(model, *other);
    if (others.empty() || others.front().size() >= shapes.front().size() || !IsMerged(others.front(), shapes.front()))
      continue;
    std::erase(shapes, others.front());
    shapes.insert(shapes.begin(), others.front());
    break;
  }
  return shapes;
}

}  // namespace lockstep::replay
