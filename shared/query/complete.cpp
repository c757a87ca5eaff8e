#include "shared/query/complete.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "shared/query/expression.h"
#include "shared/query/functions.h"
#include "shared/query/query.h"
#include "shared/trace/format_place.h"
#include "shared/trace/lookup.h"

namespace lockstep::query {
namespace {

struct Word {
  std::string_view word, meaning;
};
// The most useful ones first: an empty field shows no more than a dozen.
constexpr auto kBeginnings =
    std::to_array<Word>({{"writes to", "who wrote it, and when"},
                         {"reads of", "who read it"},
                         {"why", "where a value comes from"},
                         {"whynot", "why nobody wrote it"},
                         {"uses of", "what became of a value"},
                         {"line", "whenever a thread comes to it: line 12 print i"},
                         {"first", "the first of those that follow: first write to out where isnan(new)"},
                         {"threads of warp", "the lanes at this moment: threads of warp print i"},
                         {"loop", "each round of a loop: loop 12 print i"},
                         {"hits", "how often each line was reached"},
                         {"phases", "the stretches between barriers"},
                         {"events", "what the host and the kernels did, in order"},
                         {"accesses of", "reads and writes"},
                         {"atomics on", "atomic updates"},
                         {"last", "the last of those that follow"},
                         {"next", "the first after this moment"},
                         {"prev", "the last before this moment"},
                         {"step", "go to this step: step 120"},
                         {"launch", "go to this launch: launch 1"},
                         {"block", "go to this block: b2, block (2,0,0)"},
                         {"thread", "go to this thread: t5, thread (5,1,0)"},
                         {"threads of block", "the threads of the block at this moment"},
                         {"threads of grid", "all recorded threads at this moment"},
                         {"since", "what has changed since a step: since 120"},
                         {"races", "the order that is missing between two accesses"},
                         {"barriers", "waits at barriers"},
                         {"prints", "what the kernel printed"},
                         {"calls", "functions entered"},
                         {"exchanges", "warp operations"},
                         {"faults", "faults"},
                         {"exits", "threads that end"},
                         {"steps", "every step"},
                         {"count by", "how many of each: count by line, lane"}});
constexpr auto kAfterPick = std::to_array<Word>({{"write to", ""},
                                                 {"read of", ""},
                                                 {"access of", ""},
                                                 {"atomic on", ""},
                                                 {"line", ""},
                                                 {"barrier", ""},
                                                 {"print", ""},
                                                 {"call", ""},
                                                 {"fault", ""},
                                                 {"exit", ""}});
constexpr auto kClauses = std::to_array<Word>({{"where", "only those for which this holds"},
                                               {"print", "these values of each moment"},
                                               {"count by", "how many of each"},
                                               {"order by", ""},
                                               {"limit", "at most so many rows"}});
constexpr auto kFunctions = std::to_array<std::string_view>({"isnan(", "isinf(", "isfinite(", "abs(", "min(", "max("});

bool IsLetter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool BeginsAs(std::string_view word, std::string_view begin) {
  if (begin.size() > word.size()) return false;
  return std::ranges::equal(begin, word.substr(0, begin.size()),
                            [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); });
}

enum class Expects : std::uint8_t { kBeginning, kAfterPick, kTarget, kExpression, kClause };

// By the words before the cursor.
Expects ExpectedAfter(const std::vector<std::string_view>& before) {
  if (before.empty()) return Expects::kBeginning;
  static constexpr std::array kTargets = {"to", "of", "on", "from", "why", "whynot", "origin"};
  static constexpr std::array kPicks = {"first", "last", "next", "prev", "previous"};
  const std::string_view last = before.back();
  if (before.size() == 1 && std::ranges::find(kPicks, last) != kPicks.end()) return Expects::kAfterPick;
  if (std::ranges::find(kTargets, last) != kTargets.end()) return Expects::kTarget;
  static constexpr std::array kExpressions = {"where", "print", "by", "and", "or", "not"};
  if (std::ranges::find(kExpressions, last) != kExpressions.end() || !IsLetter(last.back()))
    return last == "]" || last == ")" ? Expects::kClause : Expects::kExpression;
  return Expects::kClause;
}

std::vector<std::string_view> WordsBefore(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && IsLetter(text[end])) ++end;
    if (end == at) ++end;
    if (text[at] != ' ') words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

class Collector {
 public:
  Collector(const trace::Recording& recording, std::string_view begin) : recording_(recording), begin_(begin) {}

  void Add(std::string_view word, std::string meaning) {
    if (word.empty() || word == begin_ || !BeginsAs(word, begin_) || !seen_.insert(std::string(word)).second) return;
    words_.push_back({std::string(word), std::move(meaning)});
  }
  template <class Words>
  void AddWords(const Words& words) {
    for (const Word& word : words) Add(word.word, std::string(word.meaning));
  }

  void AddNames() {
    for (const trace::Object& object : recording_.objects) Add(trace::NameOf(object), "array");
    for (const trace::RecordedLaunch& launch : recording_.launches)
      for (const std::uint32_t i : launch.objects.shared()) Add(trace::NameOf(launch.objects[i]), "shared memory");
    for (const trace::Variable& variable : recording_.variables) {
      const auto function = trace::Index(variable.function);
      const bool known = function < recording_.functions.size();
      Add(variable.name, known ? "variable of " + recording_.functions[function].name : "variable");
    }
  }

  void AddFields() {
    for (const FieldInfo& field : Fields()) Add(field.word, std::string(field.text));
    for (const std::string_view function : kFunctions) Add(function, "function");
    for (const MathFunction& function : MathFunctions()) Add(std::string(function.name) + "(", "function");
    for (const trace::Kernel& kernel : recording_.kernels) Add(kernel.name, "kernel");
  }

  std::vector<Suggestion> Take(std::size_t most) {
    if (words_.size() > most) words_.resize(most);
    return std::move(words_);
  }

 private:
  const trace::Recording& recording_;
  std::string_view begin_;
  std::vector<Suggestion> words_;
  std::set<std::string> seen_;
};

}  // namespace

Completion Complete(const trace::Recording& recording, std::string_view text, std::size_t cursor, std::size_t most) {
  cursor = std::min(cursor, text.size());
  std::size_t begin = cursor;
  while (begin > 0 && IsLetter(text[begin - 1])) --begin;
  const Expects expects = ExpectedAfter(WordsBefore(text.substr(0, begin)));
  const std::string_view word = text.substr(begin, cursor - begin);
  Collector collector(recording, word);
  const bool is_empty = word.empty();
  switch (expects) {
    case Expects::kBeginning:
      if (!is_empty) collector.AddNames();
      collector.AddWords(kBeginnings);
      break;
    case Expects::kAfterPick: collector.AddWords(kAfterPick); break;
    case Expects::kTarget: collector.AddNames(); break;
    case Expects::kExpression:
      if (!is_empty) collector.AddNames();
      collector.AddFields();
      break;
    case Expects::kClause: collector.AddWords(kClauses); break;
  }
  return {begin, collector.Take(most)};
}

}  // namespace lockstep::query
