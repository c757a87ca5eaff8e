#include "lessons/engine/answer_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <span>

#include "jobs/kept_source.h"
#include "shared/base/file.h"
#include "shared/base/printable.h"
#include "shared/base/text_diff.h"

namespace lockstep::lessons {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLargestAnswer = 256 << 10;  // bytes
constexpr std::size_t kMostAnswerLines = 5000;
constexpr std::size_t kMostSurroundings = 20;  // lines of the base around the changes of a hunk
constexpr std::string_view kBaseMark = "--- ", kHunkMark = "@@";

using Texts = std::vector<std::string_view>;

Texts LinesWithoutEnds(std::string_view text) {
  Texts lines = SplitLines(text);
  for (std::string_view& line : lines)
    if (line.ends_with('\n')) line.remove_suffix(1);
  return lines;
}

struct HeadAndBody {
  Texts head, body;
};

HeadAndBody DivideProgram(std::string_view program) {
  Texts lines = LinesWithoutEnds(program);
  const auto body = std::ranges::find_if_not(lines, [](std::string_view line) { return line.starts_with("//"); });
  return {{lines.begin(), body}, {body, lines.end()}};
}

// The lines of the hunk without those of one mark, and without marks.
Texts LinesWithout(char left_out, const AnswerHunk& hunk) {
  Texts lines;
  for (const std::string_view line : hunk.lines)
    if (line[0] != left_out) lines.push_back(line.substr(1));
  return lines;
}

// The first of them, at most `most`.
std::vector<std::size_t> PlacesOf(std::span<const std::string_view> part, const Texts& whole, std::size_t most) {
  std::vector<std::size_t> places;
  for (auto from = whole.begin(); !part.empty() && places.size() < most;) {
    const auto found = std::search(from, whole.end(), part.begin(), part.end());
    if (found == whole.end()) break;
    places.push_back(static_cast<std::size_t>(found - whole.begin()));
    from = found + 1;
  }
  return places;
}

std::string NotFound(const Texts& part, const Texts& whole) {
  const auto missing =
      std::ranges::find_if(part, [&](std::string_view line) { return std::ranges::count(whole, line) == 0; });
  if (missing != part.end()) return fmt::format("has the line `{}`, which its base lacks", Printable(*missing));
  return fmt::format("has lines that do not stand together in its base, from `{}` on", Printable(part[0]));
}

// The place of its lines in the base, which are read up to line `done` already.
Expected<std::size_t> PlaceOfHunk(const AnswerHunk& hunk, const Texts& base, std::size_t done) {
  const Texts old = LinesWithout('+', hunk);
  const auto fail = [&](const std::string& what) { return Fail(fmt::format("{}: this hunk {}", hunk.line, what)); };
  if (old.empty()) return fail("has no line of its base beside those that it adds");
  const std::vector<std::size_t> places = PlacesOf(old, base, base.size());
  if (places.empty()) return fail(NotFound(old, base));
  if (places.size() > 1)
    return fail(fmt::format("is found {} times in its base, from `{}` on: begin it earlier, or end it later",
                            places.size(), Printable(old[0])));
  if (places[0] < done) return fail("does not stand after the hunk before it");
  return places[0];
}

class AnswerDiffParser {
 public:
  Expected<AnswerDiff> Parse(std::string_view text) {
    const Texts lines = LinesWithoutEnds(text);
    if (lines.size() > kMostAnswerLines) return Fail(fmt::format("1: more than {} lines", kMostAnswerLines));
    for (const std::string_view line : lines) {
      ++number_;
      if (auto taken = Take(line); !taken) return std::unexpected(taken.error());
    }
    if (diff_.hunks.empty()) return Complain("it ends without a line `@@`, which begins a hunk");
    if (auto ended = EndHunk(); !ended) return std::unexpected(ended.error());
    return std::move(diff_);
  }

 private:
  std::unexpected<Error> Complain(std::string_view what) const { return Fail(fmt::format("{}: {}", number_, what)); }

  Expected<void> Take(std::string_view line) {
    if (line.starts_with(kHunkMark)) return BeginHunk(line);
    if (!diff_.hunks.empty()) return TakeInHunk(line);
    if (line.starts_with(kBaseMark)) return TakeBase(line);
    if (!diff_.base.empty()) return Complain("after the base, a line `@@` begins the first hunk");
    diff_.about.emplace_back(line);
    return {};
  }

  Expected<void> TakeBase(std::string_view line) {
    if (!diff_.base.empty()) return Complain("a second base");
    diff_.base = line.substr(kBaseMark.size());
    const bool is_in_folder =
        fs::path(diff_.base).is_relative() && std::ranges::count(fs::path(diff_.base), fs::path("..")) == 0;
    if (!diff_.base.empty() && is_in_folder && !diff_.base.contains('\0')) return {};
    return Complain("the base is no file of the lesson's folder");
  }

  Expected<void> BeginHunk(std::string_view line) {
    if (line != kHunkMark) return Complain("a hunk begins with `@@` alone");
    if (diff_.about.empty()) return Complain("before the first hunk, a sentence says what the answer is");
    if (auto ended = EndHunk(); !ended) return ended;
    diff_.hunks.push_back({.line = number_});
    return {};
  }

  Expected<void> EndHunk() const {
    if (diff_.hunks.empty()) return {};
    const AnswerHunk& last = diff_.hunks.back();
    if (std::ranges::any_of(last.lines, [](const std::string& one) { return one[0] != ' '; })) return {};
    return Fail(fmt::format("{}: this hunk changes nothing", last.line));
  }

  Expected<void> TakeInHunk(std::string_view line) {
    if (!line.empty() && !std::string_view(" -+").contains(line[0]))
      return Complain("a line of a hunk begins with ` `, `-` or `+`");
    diff_.hunks.back().lines.emplace_back(line.empty() ? " " : line);
    return {};
  }

  AnswerDiff diff_;
  std::size_t number_ = 0;
};

// Finds the hunks from one body to another.
class HunkFinder {
 public:
  HunkFinder(const Texts& base, const Texts& program) : base_(base), program_(program) {}

  std::vector<AnswerHunk> Find() {
    for (const Hunk& hunk : Diff(base_, program_)) Add(hunk);
    for (std::size_t i = 0; i < hunks_.size();) {
      if (Surround(i))
        ++i;
      else if (i + 1 < hunks_.size())
        Join(i);
      else if (i > 0)
        Join(--i);
      else
        return {};
    }
    std::vector<AnswerHunk> written;
    for (const Placed& one : hunks_) written.push_back(Write(one));
    return written;
  }

 private:
  // A hunk, and how many lines it has before and after its changes.
  struct Placed {
    std::vector<Hunk> changes;
    std::size_t before = 0, after = 0;
    std::size_t begin() const { return changes.front().a_begin - before; }
    std::size_t end() const { return changes.back().a_end + after; }
  };

  // A line between two changes takes no more room than the mark of another hunk.
  void Add(const Hunk& hunk) {
    if (hunks_.empty() || hunk.a_begin > hunks_.back().end() + 1) hunks_.emplace_back();
    hunks_.back().changes.push_back(hunk);
  }

  void Join(std::size_t i) {
    auto& to = hunks_[i].changes;
    to.insert(to.end(), hunks_[i + 1].changes.begin(), hunks_[i + 1].changes.end());
    hunks_[i].before = hunks_[i].after = 0;
    hunks_.erase(hunks_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }

  // With as few lines as make it unique, lines before it rather than after it.
  bool Surround(std::size_t i) {
    Placed& one = hunks_[i];
    const std::size_t most_before = one.changes.front().a_begin - (i > 0 ? hunks_[i - 1].end() : 0);
    const std::size_t next = i + 1 < hunks_.size() ? hunks_[i + 1].changes.front().a_begin : base_.size();
    const std::size_t most_after = next - one.changes.back().a_end;
    for (std::size_t lines = 0; lines <= std::min(most_before + most_after, kMostSurroundings); ++lines) {
      for (std::size_t before = std::min(lines, most_before) + 1; before-- > 0;) {
        if (lines - before > most_after) break;
        one.before = before;
        one.after = lines - before;
        const auto part = std::span(base_).subspan(one.begin(), one.end() - one.begin());
        if (PlacesOf(part, base_, 2).size() == 1) return true;
      }
    }
    one.before = one.after = 0;
    return false;
  }

  AnswerHunk Write(const Placed& one) const {
    AnswerHunk hunk;
    const auto add = [&](char mark, const Texts& from, std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) hunk.lines.push_back(mark + std::string(from[i]));
    };
    std::size_t done = one.begin();
    for (const Hunk& change : one.changes) {
      add(' ', base_, done, change.a_begin);
      add('-', base_, change.a_begin, change.a_end);
      add('+', program_, change.b_begin, change.b_end);
      done = change.a_end;
    }
    add(' ', base_, done, one.end());
    return hunk;
  }

  const Texts &base_, &program_;
  std::vector<Placed> hunks_;
};

Expected<std::string> ReadProgram(const fs::path& file) {
  Expected<std::string> text = ReadText(file, kLargestAnswer);
  if (text && static_cast<std::size_t>(std::ranges::count(*text, '\n')) > kMostAnswerLines)
    return Fail(fmt::format("cannot read `{}`: it has more than {} lines", file.string(), kMostAnswerLines));
  return text;
}

}  // namespace

Expected<AnswerDiff> ParseAnswerDiff(std::string_view text) { return AnswerDiffParser().Parse(text); }

Expected<std::string> ApplyAnswerDiff(const AnswerDiff& diff, std::string_view base) {
  const Texts body = DivideProgram(base).body;
  std::string program;
  for (const std::string& line : diff.about) program += (line.empty() ? "//" : "// " + line) + '\n';
  const auto add = [&](std::span<const std::string_view> lines) {
    for (const std::string_view line : lines) program.append(line) += '\n';
  };
  std::size_t done = 0;
  for (const AnswerHunk& hunk : diff.hunks) {
    const Expected<std::size_t> place = PlaceOfHunk(hunk, body, done);
    if (!place) return std::unexpected(place.error());
    add(std::span(body).subspan(done, *place - done));
    add(LinesWithout('-', hunk));
    done = *place + LinesWithout('+', hunk).size();
  }
  add(std::span(body).subspan(done));
  return program;
}

std::string WriteAnswerDiff(std::string_view program, std::string_view base, const std::string& base_name) {
  const auto [head, body] = DivideProgram(program);
  std::string text;
  for (const std::string_view line : head) text.append(line.substr(line.starts_with("// ") ? 3 : 2)) += '\n';
  if (!base_name.empty()) text += fmt::format("{}{}\n", kBaseMark, base_name);
  const Texts base_body = DivideProgram(base).body;
  for (const AnswerHunk& hunk : HunkFinder(base_body, body).Find()) {
    text.append(kHunkMark) += '\n';
    for (const std::string& line : hunk.lines) text += (line == " " ? "" : line) + '\n';
  }
  const Expected<AnswerDiff> read = ParseAnswerDiff(text);
  const Expected<std::string> made = read ? ApplyAnswerDiff(*read, base) : Fail(read.error().message);
  return made && *made == program ? text : "";
}

bool IsAnswerDiff(const fs::path& answer) { return answer.extension() == ".diff"; }

Expected<std::string> ReadAnswer(const Lesson& lesson, const fs::path& answer) {
  if (!IsAnswerDiff(answer)) return ReadProgram(answer);
  const Expected<std::string> text = ReadText(answer, kLargestAnswer);
  if (!text) return std::unexpected(text.error());
  const auto fail = [&](const Error& error) { return Fail(fmt::format("{}:{}.", answer.string(), error.message)); };
  const Expected<AnswerDiff> diff = ParseAnswerDiff(*text);
  if (!diff) return fail(diff.error());
  const fs::path base = diff->base.empty() ? lesson.exercise->solution : lesson.folder / diff->base;
  const Expected<std::string> whole = ReadProgram(base);
  if (!whole) return Fail(fmt::format("`{}`: its base: {}.", answer.string(), whole.error().message));
  Expected<std::string> program = ApplyAnswerDiff(*diff, *whole);
  return program ? std::move(program) : fail(program.error());
}

Expected<fs::path> MakeAnswer(const Lesson& lesson, const fs::path& answer) {
  if (!IsAnswerDiff(answer)) return answer;
  const Expected<std::string> program = ReadAnswer(lesson, answer);
  if (!program) return std::unexpected(program.error());
  return jobs::KeepSource(answer.stem().string() + ".cu", *program);
}

Expected<std::string> DiffOfAnswer(const Lesson& lesson, const fs::path& program) {
  const Expected<std::string> text = ReadProgram(program);
  if (!text) return std::unexpected(text.error());
  std::string shortest;
  for (const fs::path& base : {lesson.exercise->solution, lesson.exercise->file}) {
    const Expected<std::string> whole = ReadProgram(base);
    if (!whole) return std::unexpected(whole.error());
    const bool is_solution = base == lesson.exercise->solution;
    const std::string diff =
        WriteAnswerDiff(*text, *whole, is_solution ? "" : fs::relative(base, lesson.folder).string());
    const auto lines = [](const std::string& one) { return std::ranges::count(one, '\n'); };
    if (!diff.empty() && (shortest.empty() || lines(diff) < lines(shortest))) shortest = diff;
  }
  if (!shortest.empty()) return shortest;
  return Fail(fmt::format(
      "`{}` has no diff: it must begin with a comment that says what it is, change something, and end with a newline",
      program.string()));
}

Expected<std::size_t> LinesToWrite(const LessonExercise& exercise) {
  const Expected<std::string> given = ReadProgram(exercise.file), solution = ReadProgram(exercise.solution);
  for (const auto* text : {&given, &solution})
    if (!*text) return std::unexpected(text->error());
  const auto is_code = [](std::string_view line) {
    const std::size_t first = line.find_first_not_of(" \t", 1);
    return line.starts_with('+') && first != std::string_view::npos && !line.substr(first).starts_with("//") &&
           std::ranges::any_of(line, [](unsigned char c) { return std::isalnum(c); });
  };
  std::size_t count = 0;
  const Texts base = DivideProgram(*given).body, body = DivideProgram(*solution).body;
  for (const AnswerHunk& hunk : HunkFinder(base, body).Find())
    count += static_cast<std::size_t>(std::ranges::count_if(hunk.lines, is_code));
  return count;
}

}  // namespace lockstep::lessons
