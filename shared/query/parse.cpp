#include <algorithm>
#include <array>
#include <charconv>

#include "shared/query/parse_expression.h"
#include "shared/query/query.h"
#include "shared/query/words.h"

namespace lockstep::query {
namespace {

using replay::TokenKind;

constexpr std::size_t kLongest = 4096;  // bytes of a query

struct WhatWord {
  std::string_view word, short_word;
  What what;
  bool has_target;
};
constexpr std::array<WhatWord, 12> kWhats = {{{"steps", "step", What::kSteps, false},
                                              {"reads", "read", What::kReads, true},
                                              {"writes", "write", What::kWrites, true},
                                              {"atomics", "atomic", What::kAtomics, true},
                                              {"accesses", "access", What::kAccesses, true},
                                              {"lines", "line", What::kLines, false},
                                              {"calls", "call", What::kCalls, false},
                                              {"barriers", "barrier", What::kBarriers, false},
                                              {"exchanges", "exchange", What::kExchanges, false},
                                              {"prints", "printf", What::kPrints, false},
                                              {"faults", "fault", What::kFaults, false},
                                              {"exits", "exit", What::kExits, false}}};
constexpr std::string_view kBeginnings =
    "a query begins with writes, reads, atomics or accesses (`writes to d_out[7]`), line 41, steps, calls, barriers, "
    "exchanges, prints, faults, exits, `count by`, why, whynot or `uses of`";

const WhatWord* WhatNamed(std::string_view word) {
  const auto found =
      std::ranges::find_if(kWhats, [&](const WhatWord& what) { return what.word == word || what.short_word == word; });
  return found == kWhats.end() ? nullptr : &*found;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : words_(text) { query_.text = text; }

  Parsed<Query> Read() {
    if (query_.text.size() > kLongest) return Fail("a query has at most 4096 bytes");
    if (words_.AtEnd()) return words_.Unexpected(std::string(kBeginnings));
    if (auto done = Subject(); !done) return std::unexpected(done.error());
    while (!words_.AtEnd())
      if (auto done = Clause(); !done) return std::unexpected(done.error());
    const bool is_table = query_.form == Form::kRows || query_.form == Form::kCount || query_.form == Form::kUses;
    if (!is_table && (query_.where || query_.order || !query_.print.empty()))
      return Fail("why and whynot have no `where`, `print` or `order by`");
    return std::move(query_);
  }

 private:
  using Done = Parsed<void>;

  Done Subject() {
    if (words_.Take("why") || words_.Take("origin")) return Question(Form::kWhy);
    if (words_.Take("whynot")) return Question(Form::kWhyNot);
    if (words_.Take("uses")) {
      words_.Take("of");
      return Question(Form::kUses);
    }
    if (words_.Peek() == "count") return {};
    if (words_.Take("first"))
      query_.pick = Pick::kFirst;
    else if (words_.Take("last"))
      query_.pick = Pick::kLast;
    else if (words_.Take("next"))
      query_.pick = Pick::kNext;
    else if (words_.Take("prev") || words_.Take("previous"))
      query_.pick = Pick::kPrevious;
    const WhatWord* what = WhatNamed(words_.Peek());
    if (!what) return words_.Unexpected(std::string(kBeginnings));
    words_.Next();
    query_.what = what->what;
    if (what->what == What::kLines && words_.PeekKind() == TokenKind::kNumber) return LineNumber();
    if (what->has_target && (words_.Take("to") || words_.Take("of") || words_.Take("on") || words_.Take("from")))
      return ReadTarget();
    return {};
  }

  Done Question(Form form) {
    query_.form = form;
    return ReadTarget();
  }

  Done LineNumber() {
    const auto number = Whole();
    if (!number) return std::unexpected(number.error());
    if (*number > 0xffffffff) return words_.Wrong("no source has that many lines", words_.LastEnd());
    query_.line = static_cast<std::uint32_t>(*number);
    return {};
  }

  Parsed<std::uint64_t> Whole() {
    const std::string_view word = words_.Peek();
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (word.empty() || error != std::errc{} || end != word.data() + word.size())
      return words_.Unexpected("a whole number");
    words_.Next();
    return number;
  }

  Done ReadTarget() {
    Target target{.at = words_.Place()};
    if (words_.PeekKind() != TokenKind::kName) return words_.Unexpected("the name of an array or a variable");
    target.name = words_.Next();
    while (words_.Take("["))
      if (auto done = Index(target); !done) return done;
    while (words_.Take(".")) {
      if (words_.PeekKind() != TokenKind::kName) return words_.Unexpected("the name of a member");
      target.members.emplace_back(words_.Next());
    }
    target.text = words_.Between(target.at, words_.LastEnd());
    query_.target = std::move(target);
    return {};
  }

  Done Index(Target& target) {
    const bool had_range = !target.index.empty() && target.index.back().end != target.index.back().begin + 1;
    if (had_range) return words_.Wrong("only the last index may be a range", words_.LastEnd() - 1);
    const std::size_t at = words_.Place();
    const auto begin = Whole();
    if (!begin) return std::unexpected(begin.error());
    Target::Range range{*begin, *begin + 1};
    if (words_.Take(":")) {
      const auto end = Whole();
      if (!end) return std::unexpected(end.error());
      range.end = *end;
    }
    if (range.end <= range.begin) return words_.Wrong("the range is empty: its end is not part of it", at);
    if (!words_.Take("]")) return words_.Unexpected("`]`, or `:` and the end of a range");
    target.index.push_back(range);
    return {};
  }

  Done Clause() {
    if (words_.Take("where")) return Where();
    if (words_.Take("print")) return List(query_.print);
    if (words_.Take("count")) {
      if (!words_.Take("by")) return words_.Unexpected("`by` and a list of fields");
      if (query_.form != Form::kRows) return words_.Wrong("`count by` counts steps", words_.LastEnd());
      query_.form = Form::kCount;
      return List(query_.count_by);
    }
    if (words_.Take("order") || words_.Take("sort")) return Order();
    if (words_.Take("limit")) {
      const auto limit = Whole();
      if (!limit) return std::unexpected(limit.error());
      query_.limit = *limit;
      return {};
    }
    return words_.Unexpected("where, print, `count by`, `order by` or limit");
  }

  Done Where() {
    if (query_.where) return words_.Wrong("there is a `where` already", words_.LastEnd());
    Parsed<Expression> condition = ParseExpression(words_);
    if (!condition) return std::unexpected(condition.error());
    query_.where = std::move(*condition);
    return {};
  }

  Done List(std::vector<Column>& columns) {
    do {
      Parsed<Column> column = ReadColumn();
      if (!column) return std::unexpected(column.error());
      columns.push_back(std::move(*column));
    } while (words_.Take(","));
    return {};
  }

  Parsed<Column> ReadColumn() {
    const std::size_t begin = words_.Place();
    Parsed<Expression> value = ParseExpression(words_);
    if (!value) return std::unexpected(value.error());
    return Column{std::string(words_.Between(begin, words_.LastEnd())), std::move(*value)};
  }

  Done Order() {
    if (!words_.Take("by")) return words_.Unexpected("`by`");
    Parsed<Column> order = ReadColumn();
    if (!order) return std::unexpected(order.error());
    query_.order = std::move(*order);
    if (words_.Take("desc") || words_.Take("descending"))
      query_.descending = true;
    else if (!words_.Take("asc"))
      words_.Take("ascending");
    return {};
  }

  Words words_;
  Query query_;
};

}  // namespace

Parsed<Query> Parse(std::string_view text) { return Parser(text).Read(); }

bool IsQueryWord(std::string_view word) {
  static constexpr std::array<std::string_view, 10> kOthers = {"why",   "whynot", "origin", "uses", "count",
                                                               "first", "last",   "next",   "prev", "previous"};
  return WhatNamed(word) || std::ranges::find(kOthers, word) != kOthers.end();
}

Parsed<Expression> ParseCondition(std::string_view text) {
  if (text.size() > kLongest) return Fail("a condition has at most 4096 bytes");
  Words words(text);
  Parsed<Expression> condition = ParseExpression(words);
  if (condition && !words.AtEnd()) return words.Unexpected("an operator, or the end");
  return condition;
}

}  // namespace lockstep::query
