#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include "shared/base/did_you_mean.h"
#include "shared/base/name_letter.h"
#include "shared/base/trimmed.h"
#include "shared/query/assignment.h"
#include "shared/query/forms.h"
#include "shared/query/parse_expression.h"
#include "shared/query/query.h"
#include "shared/query/words.h"

namespace lockstep::query {
namespace {

using replay::TokenKind;

constexpr std::size_t kLongest = 4096;  // bytes of a query

// The other words that a query may begin with: a clause, and questions in English words.
constexpr auto kOthers = std::to_array<std::string_view>({"count", "who", "which", "when", "where"});

std::string Beginnings() {
  std::string text = "a query begins with";
  for (const Opening& opening : Openings()) {
    const bool is_one_word = opening.text.find(' ') == opening.text.npos;
    text += is_one_word ? fmt::format(" {},", opening.text) : fmt::format(" `{}`,", opening.text);
  }
  text.back() = ':';
  return text + " `writes to d_out[7]`, `line 41 print i`";
}

// All words that a query may begin with.
std::vector<std::string> FirstWords() {
  std::vector<std::string> words{"count"};
  const auto add = [&](const auto& rows) {
    for (const auto& row : rows) words.emplace_back(row.name.word);
  };
  add(Forms()), add(Picks()), add(Whats());
  return words;
}

class QueryParser {
 public:
  explicit QueryParser(std::string_view text) : words_(WithoutQuestionMark(text)) { query_.text = text; }

  Parsed<Query> Read() {
    if (query_.text.size() > kLongest) return Fail("a query has at most 4096 bytes");
    if (words_.AtEnd()) return words_.Unexpected(Beginnings());
    if (auto done = Beginning(); !done) return std::unexpected(done.error());
    while (!words_.AtEnd())
      if (auto done = Clause(); !done) return std::unexpected(done.error());
    if (auto done = JudgeClauses(); !done) return std::unexpected(done.error());
    return std::move(query_);
  }

 private:
  using Done = Parsed<void>;

  static std::string_view WithoutQuestionMark(std::string_view text) {
    while (text.ends_with(' ')) text.remove_suffix(1);
    if (text.ends_with('?')) text.remove_suffix(1);
    return text;
  }

  Done JudgeClauses() const {
    const FormRow* form = FindForm(query_.form);
    if (!form) return {};
    const unsigned has = (query_.where ? FormRow::kWhere : 0) | (query_.print.empty() ? 0 : FormRow::kPrint) |
                         (query_.order ? FormRow::kOrder : 0);
    if ((has & ~form->clauses) != 0) return Fail(ClausesInWords(*form));
    return {};
  }

  Done Beginning() {
    if (const FormRow* form = Named(Forms(), words_.Peek())) {
      words_.Next();
      query_.form = form->form;
      return ReadSubject(*form);
    }
    if (words_.Peek() == "count") return {};
    if (words_.Take("who")) return Who();
    if (words_.Peek() == "which" && words_.Peek(1) == "thread") return words_.Next(), words_.Next(), Who();
    if (words_.Take("when") || words_.Take("where")) return When();
    if (const PickRow* pick = Named(Picks(), words_.Peek())) {
      words_.Next();
      query_.pick = pick->pick;
    }
    // `first print` cannot be a clause.
    const bool is_clause = query_.pick == Pick::kAll && words_.Peek() == "print";
    const WhatRow* what = is_clause ? nullptr : Named(Whats(), words_.Peek());
    if (!what) return NoBeginning();
    words_.Next();
    query_.what = what->what;
    if (what->what == What::kLines && words_.PeekKind() == TokenKind::kNumber) return LineNumber();
    if (!what->after.empty() && (words_.Take("to") || words_.Take("of") || words_.Take("on") || words_.Take("from")))
      return ReadTarget();
    return {};
  }

  Done ReadSubject(const FormRow& form) {
    const bool is_after = !form.after.empty() && words_.Take(form.after);
    switch (form.subject) {
      case Subject::kNothing: return {};
      case Subject::kTarget: return ReadTarget();
      case Subject::kScope: return is_after ? ReadScope() : Done();
      case Subject::kMoment: return Since();
      case Subject::kLine: break;
    }
    words_.Take("line");
    return LineNumber();
  }

  // "wrote d_out[7]", "last read d_in[3]": a question in English words is the query that answers it.
  Done Who() {
    for (const char* word : {"has", "have", "will"}) words_.Take(word);
    TakePick();
    const std::optional<What> what = TakeVerb();
    if (!what) return words_.Unexpected("`wrote`, `reads` or `uses`, and the name of an array: who wrote d_out[7]");
    query_.what = *what;
    for (const char* word : {"to", "from", "of"}) words_.Take(word);
    return ReadTarget();
  }

  // "is d_out[7] written", "was d_in first read"; without a verb, a cell is asked about for its writes.
  Done When() {
    for (const char* word : {"is", "was", "are", "were", "will", "did", "does"}) words_.Take(word);
    if (auto done = ReadTarget(); !done) return done;
    TakePick();
    query_.what = TakeVerb().value_or(What::kWrites);
    return {};
  }

  void TakePick() {
    if (words_.Take("first")) query_.pick = Pick::kFirst;
    if (words_.Take("last")) query_.pick = Pick::kLast;
  }

  std::optional<What> TakeVerb() {
    static constexpr std::pair<std::string_view, What> kVerbs[] = {
        {"wrote", What::kWrites},      {"writes", What::kWrites},    {"write", What::kWrites},
        {"written", What::kWrites},    {"changed", What::kWrites},   {"changes", What::kWrites},
        {"reads", What::kReads},       {"read", What::kReads},       {"uses", What::kAccesses},
        {"used", What::kAccesses},     {"touches", What::kAccesses}, {"touched", What::kAccesses},
        {"accesses", What::kAccesses}, {"accessed", What::kAccesses}};
    for (const auto& [verb, what] : kVerbs)
      if (words_.Take(verb)) return what;
    return std::nullopt;
  }

  Done NoBeginning() const {
    if (IsAssignment(query_.text)) return words_.Wrong(std::string(kNotChanged), words_.Place());
    constexpr std::size_t kTooShort = 4;  // letters that are too few to tell what was meant
    if (words_.Peek().size() >= kTooShort)
      if (const std::string meant = DidYouMean(words_.Peek(), FirstWords()); !meant.empty())
        return words_.Wrong("no query begins with `" + std::string(words_.Peek()) + "`" + meant, words_.Place());
    return words_.Unexpected(Beginnings());
  }

  Done ReadScope() {
    for (const auto& [word, scope] :
         {std::pair{"warp", Scope::kWarp}, std::pair{"block", Scope::kBlock}, std::pair{"grid", Scope::kGrid}}) {
      if (!words_.Take(word)) continue;
      query_.scope = scope;
      return {};
    }
    return words_.Unexpected("warp, block or grid");
  }

  // "120" of launch 0, or "1:120".
  Done Since() {
    Query::Step since;
    const auto first = Whole();
    if (!first) return std::unexpected(first.error());
    std::uint64_t step = *first;
    if (words_.Take(":")) {
      const auto second = Whole();
      if (!second) return std::unexpected(second.error());
      if (*first > 0xffffffff) return words_.Wrong("no recording has that many launches", words_.LastEnd());
      since.launch = static_cast<std::uint32_t>(*first);
      step = *second;
    }
    if (step >= 0xffffffff) return words_.Wrong("no launch has that many steps", words_.LastEnd());
    since.step = static_cast<std::uint32_t>(step);
    query_.since = since;
    return {};
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
    while (words_.Take("."))
      if (auto done = Member(target); !done) return done;
    target.text = words_.Between(target.at, words_.LastEnd());
    query_.target = std::move(target);
    return {};
  }

  // A member, and the indices of one that is an array.
  Done Member(Target& target) {
    if (words_.PeekKind() != TokenKind::kName) return words_.Unexpected("the name of a member");
    target.members.emplace_back(words_.Next());
    while (words_.Take("[")) {
      const auto index = Whole();
      if (!index) return std::unexpected(index.error());
      if (!words_.Take("]")) return words_.Unexpected("`]`");
      target.members.push_back("[" + std::to_string(*index) + "]");
    }
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

Parsed<Query> Parse(std::string_view text) { return QueryParser(text).Read(); }

bool IsQueryWord(std::string_view word) {
  return Named(Whats(), word) || Named(Forms(), word) || Named(Picks(), word) ||
         std::ranges::find(kOthers, word) != kOthers.end();
}

namespace {

// A name with its members and indices, and no more words: what can stand on the left of `=`.
bool IsPlace(std::string_view text) {
  int brackets = 0;
  for (const char letter : text) {
    brackets += letter == '[' ? 1 : letter == ']' ? -1 : 0;
    if (brackets == 0 && letter != ']' && !IsLetterOfName(letter) && !std::string_view(".->:*").contains(letter))
      return false;
  }
  return !text.empty() && brackets == 0;
}

}  // namespace

bool IsAssignment(std::string_view text) {
  text = Trimmed(text);
  if (const Words words(text); !words.AtEnd() && IsQueryWord(words.Peek())) return false;
  for (const std::string_view sign : {"++", "--"}) {
    if (text.starts_with(sign) && IsPlace(Trimmed(text.substr(2)))) return true;
    if (text.ends_with(sign) && IsPlace(Trimmed(text.substr(0, text.size() - 2)))) return true;
  }
  const std::size_t at = text.find('=');
  if (at == text.npos || at == 0 || text.substr(at).starts_with("==")) return false;
  std::string_view before = text.substr(0, at);
  if (before.ends_with("<<") || before.ends_with(">>"))
    before.remove_suffix(2);
  else if (std::string_view("+-*/%&|^").contains(before.back()))
    before.remove_suffix(1);
  return IsPlace(Trimmed(before));
}

Parsed<Expression> ParseCondition(std::string_view text) {
  if (text.size() > kLongest) return Fail("a condition has at most 4096 bytes");
  Words words(text);
  Parsed<Expression> condition = ParseExpression(words);
  if (condition && !words.AtEnd()) return words.Unexpected("an operator, or the end");
  return condition;
}

}  // namespace lockstep::query
