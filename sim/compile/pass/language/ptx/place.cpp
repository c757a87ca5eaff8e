#include "sim/compile/pass/language/ptx/place.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "sim/compile/pass/facts/source_text.h"

namespace lockstep::pass {
namespace {

// The length of the escape sequence at the start of `source`.
std::size_t LengthOfEscape(llvm::StringRef source) {
  if (source.size() < 2) return source.size();
  if (source[1] == 'x') return 2 + source.drop_front(2).take_while(llvm::isHexDigit).size();
  const std::size_t octal = source.drop_front().take_while([](char c) { return c >= '0' && c <= '7'; }).size();
  return 1 + (octal == 0 ? 1 : std::min<std::size_t>(octal, 3));
}

// Blanks and comments.
llvm::StringRef WithoutBlanks(llvm::StringRef source) {
  for (;;) {
    source = source.ltrim(" \t\r\n");
    if (source.starts_with("//"))
      source = source.drop_until([](char c) { return c == '\n'; });
    else if (source.starts_with("/*") && source.contains("*/"))
      source = source.substr(source.find("*/") + 2);
    else
      return source;
  }
}

}  // namespace

std::size_t WalkLiterals(llvm::StringRef source, bool inside, std::size_t count) {
  llvm::StringRef rest = source;
  while (!rest.empty()) {
    if (!inside) {
      const llvm::StringRef next = WithoutBlanks(rest);
      if (!next.starts_with("\"")) break;
      rest = next.drop_front();
      inside = true;
    } else if (rest.starts_with("\"")) {
      rest = rest.drop_front();
      inside = false;
    } else {
      if (count-- == 0) break;
      // `%%` in the source is `%` in the text.
      const std::size_t length = rest.starts_with("\\") ? LengthOfEscape(rest) : rest.starts_with("%%") ? 2 : 1;
      rest = rest.drop_front(std::min(length, rest.size()));
    }
  }
  return source.size() - rest.size();
}

std::uint64_t PlaceInSource(const llvm::CallBase& asm_statement, llvm::StringRef ptx, std::size_t offset) {
  // The place of each line of the text: the first one's is the literal's quote.
  const llvm::MDNode* lines = asm_statement.getMetadata("srcloc");
  if (!lines || lines->getNumOperands() == 0) return 0;
  const llvm::StringRef before = ptx.substr(0, offset);
  const unsigned line = std::min(static_cast<unsigned>(before.count('\n')), lines->getNumOperands() - 1);
  const auto* number = llvm::mdconst::dyn_extract<llvm::ConstantInt>(lines->getOperand(line));
  if (!number) return 0;
  std::uint64_t place = number->getZExtValue();
  const llvm::StringRef source = source_text ? source_text(place) : llvm::StringRef();
  const std::size_t column = offset - (before.rfind('\n') + 1);
  return place + WalkLiterals(source, line > 0, column);
}

}  // namespace lockstep::pass
