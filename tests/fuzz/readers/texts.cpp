#include <filesystem>

#include "jobs/silence.h"
#include "lessons/engine/answer_diff.h"
#include "lessons/engine/lesson.h"
#include "shared/base/must.h"
#include "shared/base/printable.h"
#include "shared/replay/evaluate.h"
#include "shared/replay/expression.h"
#include "shared/replay/source_shape.h"
#include "shared/replay/statement.h"
#include "shared/replay/testing/recording_builder.h"
#include "shared/report/finding.h"
#include "sim/compile/diagnostics.h"
#include "sim/compile/mended_source.h"
#include "tests/fuzz/readers/mutate.h"
#include "tests/fuzz/readers/targets.h"
#include "viz/model/markdown.h"

namespace lockstep::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMarkdownWords[] = {"## ",     "# ",   "```\n",       "<!-- show: launch 3 -->",
                                               "<!--",    "-->",  "![a](b.png)", "[x](y)",
                                               "> ",      "- ",   "1. ",         "|",
                                               "|---|\n", "*",    "**",          "_",
                                               "`",       "&lt;", "\n\n",        "    ",
                                               "~~",      "<a>",  "\\",          "https://a.b",
                                               "\x1b[2J", "\xff", "[",           "](",
                                               "***\n"};
constexpr std::string_view kLesson =
    "# Grey\n\n## One\n<!-- show: launch 1 -->\nA *kernel* `grey<<<4, 16>>>`:\n\n```\nint i;\n{{launch}} {{\n"
    "```\n\n1. first\n2. second\n   - inner\n\n> quote\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n"
    "![words](pictures/lake.png) [link](https://a.b)\n## Two\n<!-- exercise -->\ndo it\n";
constexpr std::string_view kDescription = R"({"number": 1, "title": "t", "text": "lesson.md", "program": "p.cu",
  "arguments": ["{lesson}/../a.png", "7"], "pictures": ["p.cu"], "needs": ["a"], "teaches": ["b"], "exercise": {
  "file": "p.cu", "solution": "p.cu", "runs": [{"arguments": ["7"], "seed": 3, "stdin": "x"}, {}], "blocks": ["1,0,0"],
  "checks": [{"kind": "compare", "array": "d", "tolerance": 1.5, "points": 2, "hints": {"wrong-value": "p.cu"}},
  {"kind": "compare", "array": "d", "with": "e", "ulp": 4}, {"kind": "output"}, {"kind": "same_twice"},
  {"kind": "clean", "without": ["leak"], "schedules": "shuffled:3"}, {"kind": "launches", "at_most": 1, "run": 1},
  {"kind": "metric", "kernel": "k", "name": "reads", "space": "global", "equal": 4, "baseline": 9},
  {"kind": "uses", "name": "bytes", "array": "tile"}], "hints": {"race-shared": "p.cu"}, "fails": "wrong-value",
  "wrong": [{"file": "p.cu", "fault": "no-kernel"}], "challenge": [{"name": "barriers"}],
  "goal": {"name": "sectors", "at_most": 10, "hints": {"too-many": "p.cu"}}},
  "facts": {"launch": {"value": 2, "of": "solution", "run": 1, "name": "launches"}}})";
constexpr std::string_view kMessages =
    "k.cu:3:5: error: an attribute list cannot appear here\n    3 |   __shared__ alignas(16) float t[4];\n      |   ^\n"
    "In file included from k.cu:1:\n    ./h.h:7:9: error: invalid % escape in inline assembly string\nk.cu:9:1: note: "
    "here\n"
    "k.cu:4:3: error: reference to __global__ function 'f' in __global__ function\n"
    "ld.lld: error: undefined symbol: __device__ZN1a1fEPfi\n2 errors generated.\n";

}  // namespace

void TrySuppressions(std::uint64_t seed) {
  static constexpr std::string_view kWords[] = {"*",           " ",         "\n", "#",    ":",
                                                "race-shared", "heap.cu:7", "\t", "\r\n", "\xef\xbb\xbf"};
  Chance chance(seed);
  const Bytes list = Damaged(BytesOf("# ours\nrace-shared heap.cu:7\n* a/b.cu\nleak *\n"), kWords, chance);
  Write("list", list);
  const auto silence = jobs::Silence::Read("list");
  if (!silence) {
    MUST(!silence.error().message.empty(), "an error has no message");
    return;
  }
  report::Report report{.findings = {{.kind = report::FindingKind::kSharedRace, .place = {"/a/heap.cu", 7}}}};
  silence->Apply(report, {.most = 10});
}

void TryLesson(std::uint64_t seed) {
  Chance chance(seed);
  const fs::path folder = "lesson";
  fs::create_directories(folder);
  static constexpr std::string_view kWords[] = {"{",          "}",
                                                "[",          "]",
                                                "\"",         ":",
                                                ",",          "null",
                                                "1e999",      "-1",
                                                "/dev/zero",  "..",
                                                "\\u0000",    "\"number\":",
                                                "\"text\":",  "\"checks\":",
                                                "\"runs\":",  "\"facts\":",
                                                "true",       "\"name\":",
                                                "{{launch}}", "18446744073709551615"};
  Write(folder / "p.cu", BytesOf("int i;\n"));
  Write(folder / "lesson.json",
        chance.Percent(70) ? Damaged(BytesOf(kDescription), kWords, chance) : BytesOf(kDescription));
  Write(folder / "lesson.md", Damaged(BytesOf(kLesson), kMarkdownWords, chance));
  const auto lesson = lessons::ReadLesson(folder);
  MUST(lesson || !lesson.error().message.empty(), "an error has no message");
}

// The diff of an answer, a program that it is made of, and what it makes.
void TryAnswer(std::uint64_t seed) {
  static constexpr std::string_view kWords[] = {"@@\n",       "\n@@\n", "\n-",      "\n+", "\n ", "\n",  "--- ",
                                                "--- p.cu\n", "// ",    "  a();\n", "}\n", "\r",  "../", "/"};
  Chance chance(seed);
  const fs::path folder = fs::absolute("lesson");
  fs::create_directories(folder);
  const Bytes base = BytesOf("// Base.\n\nif (x) {\n  a();\n}\nif (y) {\n  b();\n}\n");
  const Bytes diff = BytesOf("Says what.\n--- p.cu\n@@\n-  a();\n+  c();\n@@\n   b();\n }\n+d();\n");
  Write(folder / "p.cu", chance.Percent(50) ? Damaged(base, kWords, chance) : base);
  Write(folder / "wrong.diff", chance.Percent(80) ? Damaged(diff, kWords, chance) : diff);
  lessons::Lesson lesson{.folder = folder};
  lesson.exercise = lessons::LessonExercise{.file = folder / "p.cu", .solution = folder / "p.cu"};
  const auto program = lessons::ReadAnswer(lesson, folder / "wrong.diff");
  MUST(program || !program.error().message.empty(), "an error has no message");
  if (!program) return;
  Write(folder / "answer.cu", BytesOf(*program));
  const auto again = lessons::DiffOfAnswer(lesson, folder / "answer.cu");
  MUST(again || !again.error().message.empty(), "an error has no message");
  if (!again) return;
  Write(folder / "wrong.diff", BytesOf(*again));
  MUST(lessons::ReadAnswer(lesson, folder / "wrong.diff") == *program, "the diff of a program makes another one");
}

void TryMarkdown(std::uint64_t seed) {
  Chance chance(seed);
  viz::ReadMarkdown(TextOf(Damaged(BytesOf(kLesson), kMarkdownWords, chance)));
}

void TryExpression(std::uint64_t seed) {
  static constexpr std::string_view kWords[] = {"(",
                                                ")",
                                                "[",
                                                "]",
                                                "{",
                                                "?",
                                                ":",
                                                "+",
                                                "-",
                                                "*",
                                                "&",
                                                "<<",
                                                ">>=",
                                                "(int)",
                                                "a.b",
                                                "->",
                                                "0x",
                                                "1e",
                                                "'",
                                                "\"",
                                                "//",
                                                "/*",
                                                "for (",
                                                "if (",
                                                "return ",
                                                "min(",
                                                ",",
                                                "i",
                                                "9999999999999999999",
                                                ";",
                                                "="};
  Chance chance(seed);
  const std::string text = TextOf(Damaged(
      BytesOf("out[y * w + x] = min(a[k], (float)b[i] * 3) + (k < n ? p.x : *q) - 1e3f; // sum"), kWords, chance));
  const replay::Scope scope{
      .variable = [](std::string_view name) -> std::optional<replay::Number> {
        if (name.size() % 2) return replay::Number::OfSigned(replay::Number::Kind::kInt, -1);
        return std::nullopt;
      },
      .element =
          [](std::string_view, const auto&) {
            return std::optional(replay::Number::OfSigned(replay::Number::Kind::kLong, 1LL << 62));
          }};
  const replay::Statement statement = replay::ReadStatement(text);
  replay::Substitute(statement.expression, scope);
  replay::Substitute(text, scope);
  replay::IndexExpressions(statement.target);
  replay::IndexExpressions(text);
  replay::Strides(text, scope.variable);
}

// A recording that is whole, and what somebody may type about it.
void TryEvaluate(std::uint64_t seed) {
  static constexpr std::string_view kWords[] = {"(",   ")",  "[",  "]",   "?", ":",    "+",      "-",  "*",
                                                "&",   "<<", "/",  "%",   ".", "->",   "0",      "1",  "-1",
                                                "1e9", ",",  "in", "out", "t", "tile", "v",      "!",  "(float)",
                                                "=",   "7",  "x",  "++",  "{", "min(", "twice(", "::", "9999999999"};
  static const auto model = [] {
    auto made = std::make_unique<replay::Model>(replay::ReduceRecording());
    made->MoveTo(0, 0);
    return made;
  }();
  Chance chance(seed);
  const std::string text = TextOf(
      Damaged(BytesOf("tile[threadIdx.x + t] * in[blockIdx.x * blockDim.x + tile[3]] - out[0] + v"), kWords, chance));
  model->MoveTo(0, static_cast<replay::Position>(chance.Below(model->end() + 1)));
  const auto thread = static_cast<replay::ThreadSlot>(chance.Below(70));
  const auto value =
      replay::Evaluate(*model, thread < replay::ThreadSlot{64} ? thread : replay::ThreadSlot::kNone, text);
  MUST(value || !value.error().message.empty(), "an expression without a value gives no reason");
  MUST(!value || !value->text.empty(), "a value has no text");
}

void TryMessages(std::uint64_t seed) {
  static constexpr std::string_view kWords[] = {"\x1b[31m",
                                                "\x1b[",
                                                ": error: ",
                                                ":99999999999999999999:1: ",
                                                "error: an attribute list cannot appear here",
                                                "\n",
                                                "__device__",
                                                "undefined symbol: cu",
                                                "\xff",
                                                "_ZNSt",
                                                "list:1:1: "};
  Chance chance(seed);
  const std::string text = TextOf(Damaged(BytesOf(kMessages), kWords, chance, 1 << 16));
  Write("k.cu", BytesOf("a\nb\n  __shared__ alignas(16) float t[4];\nasm(\"mov %0, %smid;\");\n"));
  compile::ExplainCompileErrors(compile::MergeDiagnostics(text, std::string(kMessages)));
  compile::ExplainLinkErrors(text);
  compile::SourceMender mender(".");
  mender.Mend(text);
  mender.AtOriginalColumns(text);
  const std::string shown = PrintableLines(text, true);
  MUST(PrintableLines(shown, true) == shown, "what is printable is not printable");
  MUST(Printable(Printable(text)) == Printable(text), "what is printable is not printable");
}

const std::vector<Target>& Targets() {
  static const std::vector<Target> targets = {{"trace", TryTrace},
                                              {"trace-chunks", TryTraceChunks},
                                              {"captures", TryCaptures},
                                              {"capture-records", TryCaptureRecords},
                                              {"suppressions", TrySuppressions},
                                              {"lesson", TryLesson},
                                              {"answer", TryAnswer},
                                              {"markdown", TryMarkdown},
                                              {"expression", TryExpression},
                                              {"evaluate", TryEvaluate},
                                              {"messages", TryMessages},
                                              {"report", TryReport},
                                              {"counts", TryCounts},
                                              {"settings", TrySettings},
                                              {"kept", TryKept},
                                              {"editor", TryEditor}};
  return targets;
}

}  // namespace lockstep::fuzz
