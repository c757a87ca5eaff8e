// Writes, builds, runs and ends real small programs.

#include "jobs/jobs.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "shared/base/live_processes.h"
#include "shared/replay/replay.h"
#include "shared/trace/trace.h"

namespace lockstep::jobs {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;
using testing::HasSubstr;
using testing::IsEmpty;

// A program whose kernel has this body, on 2 blocks of 32 threads; the host does more at the end.
std::string Text(const std::string& body, const std::string& host = "") {
  return R"(#include <cstdio>
__global__ void k(int* out) {
  )" + body +
         R"(
}
int main(int argc, char** argv) {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  k<<<2, 32>>>(out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 3;
  int back[64];
  cudaMemcpy(back, out, sizeof back, cudaMemcpyDeviceToHost);
  std::printf("%d %s\n", back[5], argc > 1 ? argv[1] : "");
  cudaFree(out);
  )" + host +
         "\n}\n";
}

const std::string kGood = Text("out[blockIdx.x * 32 + threadIdx.x] = 10 * threadIdx.x;");
const std::string kRace =
    Text("out[blockIdx.x * 32 + threadIdx.x] = 0; if (blockIdx.x == 1 && threadIdx.x == 0) out[5] = 1;");
const std::string kBroken = Text("out[0] = j;");
const std::string kEndless = Text("for (volatile int i = 0; i < 1; i = 0) {}");

class Jobs : public testing::Test {
 protected:
  Jobs() {
    folder_ = fs::absolute(testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    setenv("LOCKSTEP_CACHE", fs::absolute("cache").c_str(), 1);
    watch_.on_diagnostics = [this](const std::string& text) { diagnostics_ += text; };
    watch_.on_note = [this](const std::string& sentence) { notes_.push_back(sentence); };
  }

  Program Of(const std::string& text) {
    const fs::path source = folder_ / "k.cu";
    std::ofstream(source) << text;
    return {.build = {.inputs = {source.string()}}, .arguments = {"word"}, .folder = folder_, .in_background = true};
  }

  RecordRequest Recording(const std::string& text) {
    return {.program = Of(text), .settings = {.path = (folder_ / "k.lstrace").string()}};
  }

  // Cancels the job this long after the stage has begun.
  void CancelIn(Stage stage, milliseconds after) {
    watch_.on_stage = [this, stage](Stage begun) {
      if (begun == stage) begun_ = steady_clock::now();
    };
    watch_.cancelled = [this, after] { return begun_ && steady_clock::now() - *begun_ >= after; };
  }

  std::vector<std::string> Files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_)) names.push_back(entry.path().filename());
    return names;
  }

  fs::path folder_;
  Watch watch_;
  std::string diagnostics_;
  std::vector<std::string> notes_;
  std::optional<steady_clock::time_point> begun_;
};

TEST_F(Jobs, BuildMakesAProgram) {
  const std::string output = folder_ / "program";
  const auto built = Build({.inputs = Of(kGood).build.inputs, .output = output}, watch_);
  ASSERT_TRUE(built) << built.error().message << built.error().diagnostics;
  const auto ran = RunBuilt(output, {.program = {.in_background = true}}, watch_);
  ASSERT_TRUE(ran) << ran.error().message;
  EXPECT_EQ(ran->output, "50 \n");
}

TEST_F(Jobs, BuildReturnsTheCompilersErrorAsAValue) {
  const auto built = Build({.inputs = Of(kBroken).build.inputs, .output = folder_ / "program"}, watch_);
  ASSERT_FALSE(built);
  EXPECT_EQ(built.error().status, ExitStatus::kCompileError);
  EXPECT_THAT(built.error().message, HasSubstr("does not compile"));
  EXPECT_THAT(built.error().diagnostics, HasSubstr("undeclared identifier 'j'"));
  EXPECT_EQ(diagnostics_, "");
}

// A source chooses the words of a message, and with it neither the verdict nor who is to blame.
TEST_F(Jobs, BuildBlamesTheSourceWhateverItsMessagesSay) {
  for (const char* words : {"PLEASE submit a bug report", "No space left on device", "headers.pch' is damaged"}) {
    const std::string text = fmt::format("#error {}\n", words);
    const auto built = Build({.inputs = Of(text).build.inputs, .output = folder_ / "program"}, watch_);
    ASSERT_FALSE(built);
    EXPECT_EQ(built.error().status, ExitStatus::kCompileError) << words;
    EXPECT_THAT(built.error().diagnostics, HasSubstr(words));
  }
}

TEST_F(Jobs, BuildTakesACrashOfTheCompilerForOurs) {
  for (const char* crash : {"crash", "llvm_fatal_error"}) {
    const std::string text = fmt::format("#pragma clang __debug {}\n", crash);
    const auto built = Build({.inputs = Of(text).build.inputs, .output = folder_ / "program"}, watch_);
    ASSERT_FALSE(built);
    EXPECT_EQ(built.error().status, ExitStatus::kInternal) << crash;
    EXPECT_THAT(built.error().message, HasSubstr("the compiler crashed on")) << crash;
  }
}

TEST_F(Jobs, BuildNamesAMissingFile) {
  const auto built = Build({.inputs = {"nowhere.cu"}, .output = folder_ / "program"}, watch_);
  ASSERT_FALSE(built);
  EXPECT_EQ(built.error().status, ExitStatus::kBadInput);
  EXPECT_EQ(built.error().message, "no such file: nowhere.cu");
}

TEST_F(Jobs, BuildEndsWhenCancelled) {
  // Enough code to keep the compiler busy until the cancellation.
  std::string text = "#include <regex>\n#include <iostream>\n#include <map>\n";
  for (int i = 0; i < 200; ++i)
    text += "int f" + std::to_string(i) + "() { std::regex r(\"" + std::to_string(i) + "\"); return 0; }\n";
  CancelIn(Stage::kBuilding, milliseconds(100));
  const auto start = steady_clock::now();
  const auto built = jobs::Run({.program = Of(text + kGood)}, watch_);
  ASSERT_FALSE(built);
  EXPECT_EQ(built.error().status, ExitStatus::kInterrupted);
  EXPECT_LT(steady_clock::now() - start, seconds(5));
  EXPECT_THAT(LiveProcesses(), IsEmpty());
}

TEST_F(Jobs, RunReturnsTheProgramsOutputAndStatus) {
  const auto ran = jobs::Run({.program = Of(kGood), .order = "shuffled:3"}, watch_);
  ASSERT_TRUE(ran) << ran.error().message;
  EXPECT_EQ(ran->output, "50 word\n");
  EXPECT_EQ(ran->status, 0);
  const auto failed = jobs::Run({.program = Of("int main() { return 7; }\n")}, watch_);
  ASSERT_TRUE(failed) << failed.error().message;
  EXPECT_EQ(failed->status, 7);
}

TEST_F(Jobs, RunKeepsTheOrderWhereNoThreadWaits) {
  const std::string text = Text("out[5] = threadIdx.x;");
  const auto upwards = jobs::Run({.program = Of(text), .order = "serial"}, watch_);
  ASSERT_TRUE(upwards) << upwards.error().message;
  EXPECT_EQ(upwards->output, "31 word\n");
  const auto downwards = jobs::Run({.program = Of(text), .order = "consumer-first"}, watch_);
  ASSERT_TRUE(downwards) << downwards.error().message;
  EXPECT_EQ(downwards->output, "0 word\n");
}

TEST_F(Jobs, RunKeepsTheOrderOfTheEnvironment) {
  const std::string text = Text("out[5] = threadIdx.x;");
  setenv("LOCKSTEP_ORDER", "consumer-first", 1);
  const auto downwards = jobs::Run({.program = Of(text)}, watch_);
  unsetenv("LOCKSTEP_ORDER");
  ASSERT_TRUE(downwards) << downwards.error().message;
  EXPECT_EQ(downwards->output, "0 word\n");
}

TEST_F(Jobs, RunEndsAtItsLimit) {
  Program program = Of(kEndless);
  program.limit = Seconds(0.5);
  const auto ran = jobs::Run({.program = program}, watch_);
  ASSERT_FALSE(ran);
  EXPECT_EQ(ran.error().status, ExitStatus::kTimeLimit);
  EXPECT_THAT(ran.error().message, HasSubstr("0.5 s"));
}

TEST_F(Jobs, RunRefusesAnInvalidOrder) {
  EXPECT_EQ(jobs::Run({.program = Of(kGood), .order = "upwards"}, watch_).error().status, ExitStatus::kBadUsage);
}

TEST_F(Jobs, RecordLeavesARecordingThatAnswersQuestions) {
  const auto recorded = Record(Recording(kGood), watch_);
  ASSERT_TRUE(recorded) << recorded.error().message << recorded.error().diagnostics;
  EXPECT_FALSE(recorded->ended);
  EXPECT_EQ(recorded->output, "50 word\n");
  const auto model = replay::Open(recorded->file);
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_EQ((*model)->launch().grid, (trace::Dim3{2, 1, 1}));
  EXPECT_THAT(Files(), testing::UnorderedElementsAre("k.cu", "k.lstrace"));
}

TEST_F(Jobs, RecordKeepsTheStepsOfAProgramThatFailed) {
  const auto recorded = Record(Recording(Text("out[1 << 28] = 1;")), watch_);
  ASSERT_TRUE(recorded) << recorded.error().message;
  ASSERT_TRUE(recorded->ended);
  EXPECT_EQ(recorded->ended->status, ExitStatus::kProgramFailed);
  EXPECT_EQ(recorded->ended->message, "the program ended with exit status 3");
  EXPECT_TRUE(fs::exists(recorded->file));
}

// Threads of `mark` do what `line` says, with their own array, and another one `far` elements from it.
std::string Reaching(const std::string& line) {
  return R"(struct Pair { int a, b; };
__device__ int table[64], next[64];
__global__ void mark(int* mine, int* other, Pair* pairs, long far, int between) {
  __shared__ int x[32], y[32];
  x[threadIdx.x % 32] = y[threadIdx.x % 32] = 0;
  )" + line +
         R"(
}
int main() {
  int *arrays[2], *places[2];
  Pair* pairs;
  for (int*& array : arrays) cudaMalloc(&array, 64 * sizeof(int));
  cudaMalloc(&pairs, 4 * sizeof(Pair));
  cudaGetSymbolAddress((void**)&places[0], table);
  cudaGetSymbolAddress((void**)&places[1], next);
  mark<<<2, 16>>>(arrays[0] + 4, arrays[1], pairs, arrays[1] - arrays[0], places[1] - places[0]);
  return cudaDeviceSynchronize() != cudaSuccess;
}
)";
}

TEST_F(Jobs, RecordRefusesAnAccessFromOneArrayIntoAnother) {
  const std::pair<const char*, const char*> reaching[] = {
      {"mine[far + threadIdx.x] = 7;", "wrote 4 bytes beginning 272 bytes past the end of `mine` (256 bytes)"},
      {"mine += 2; other[40] = mine[far];", "read 4 bytes beginning 280 bytes past the end of `mine` (256 bytes)"},
      {"atomicAdd(&mine[far], 1);", "beginning 272 bytes past the end of `mine`"},
      {"pairs[1] = *(Pair*)&mine[far];", "read 8 bytes beginning 272 bytes past the end of `mine`"},
      {"table[between] = 1;", "of `table` (256 bytes)"},
      {"other[0] = x[32 + 16];", "of shared memory outside `x`"},
  };
  for (const auto& [line, what] : reaching) {
    const auto recorded = Record(Recording(Reaching(line)), watch_);
    ASSERT_TRUE(recorded) << recorded.error().message;
    EXPECT_TRUE(recorded->ended) << line;
    const auto model = replay::Open(recorded->file);
    ASSERT_TRUE(model);
    const trace::RecordedLaunch& launch = (*model)->launch();
    ASSERT_FALSE(launch.texts.empty()) << line;
    EXPECT_THAT(launch.texts.back(), testing::AllOf(HasSubstr("thread (0,0,0) of block (0,0,0)"), HasSubstr(what)));
    const trace::Step last = launch.steps.back();
    EXPECT_EQ(last.kind, trace::StepKind::kFault) << line;
    EXPECT_EQ((*model)->LineOfSite(last.site).number, 6u) << line;
  }
}

TEST_F(Jobs, RecordNamesTheThreadOfAFaultInABlockThatIsNotRecorded) {
  RecordRequest request = Recording(
      Text("if (blockIdx.x == 1 && threadIdx.x == 5) *(int*)8 = 1;\n  out[blockIdx.x * 32 + threadIdx.x] = 1;"));
  request.settings.blocks = {{0, 0, 0}};
  const auto recorded = Record(request, watch_);
  ASSERT_TRUE(recorded) << recorded.error().message;
  const auto model = replay::Open(recorded->file);
  ASSERT_TRUE(model);
  const trace::Step last = (*model)->launch().steps.back();
  EXPECT_TRUE(last.IsFaultOfOther());
  EXPECT_EQ(last.block, 0u);
  EXPECT_EQ(last.before, 1u);
  EXPECT_EQ(last.after, 5u);
}

TEST_F(Jobs, RecordKeepsWhatTheHostDidUntilItWasKilled) {
  RecordRequest request = Recording("#include <csignal>\n" + Text("out[threadIdx.x] = 1;", "raise(SIGKILL);"));
  request.program.build.compile_flags = {"-DUNUSED=1"};
  const auto recorded = Record(request, watch_);
  ASSERT_TRUE(recorded && recorded->ended);
  const auto recording = trace::ReadTrace(recorded->file);
  ASSERT_TRUE(recording) << recording.error().message;
  EXPECT_FALSE(recording->complete);
  std::vector<std::string> calls;
  for (const trace::HostEvent& event : recording->host_events) calls.push_back(event.call);
  EXPECT_THAT(calls, testing::ElementsAre("cudaMalloc", "<<<...>>>", "cudaMemcpy", "cudaFree"));
  EXPECT_EQ(recording->host_events[2].from.object, recording->host_events[0].to.object);
  EXPECT_THAT(recording->build, testing::Contains("compile=-DUNUSED=1"));
}

TEST_F(Jobs, RecordReportsThatNoKernelRan) {
  const auto recorded = Record(Recording("#include <cstdio>\nint main() { std::puts(\"hello\"); }\n"), watch_);
  ASSERT_FALSE(recorded);
  EXPECT_EQ(recorded.error().status, ExitStatus::kNoKernelRan);
  EXPECT_EQ(recorded.error().output, "hello\n");
}

TEST_F(Jobs, RecordEndsTheProgramAndLeavesNothingWhenCancelled) {
  CancelIn(Stage::kRunning, milliseconds(300));
  const auto recorded = Record(Recording(kEndless), watch_);
  ASSERT_FALSE(recorded);
  EXPECT_EQ(recorded.error().status, ExitStatus::kInterrupted);
  EXPECT_THAT(Files(), testing::ElementsAre("k.cu"));
  EXPECT_THAT(LiveProcesses(), IsEmpty());
}

TEST_F(Jobs, SeveralRunAtOnceIndependently) {
  const Program program = Of(kGood);
  ASSERT_TRUE(jobs::Run({.program = program}, watch_));  // builds it
  std::vector<std::string> outputs(4);
  {
    std::vector<std::jthread> threads;
    for (std::string& output : outputs)
      threads.emplace_back([&] {
        for (int i = 0; i < 5; ++i) {
          const auto ran = jobs::Run({.program = program});
          output = ran ? ran->output : ran.error().message;
          if (output != "50 word\n") return;
        }
      });
  }
  EXPECT_THAT(outputs, testing::Each("50 word\n"));
}

TEST_F(Jobs, CheckFindsARaceAndNothingInItsTwin) {
  const auto checked = Check({.program = Of(kRace)}, watch_);
  ASSERT_TRUE(checked) << checked.error().message;
  EXPECT_TRUE(checked->has_defects);
  ASSERT_FALSE(checked->report.findings.empty());
  EXPECT_EQ(checked->report.findings[0].kind, report::FindingKind::kGlobalRace);
  EXPECT_EQ(checked->report.findings[0].place.line, 3u);
  const auto twin = Check({.program = Of(kGood), .schedule = "all"}, watch_);
  ASSERT_TRUE(twin) << twin.error().message;
  EXPECT_THAT(twin->report.findings, IsEmpty());
  EXPECT_EQ(twin->report.checked.launches, 1u);
}

// Each order once, and the first of them again on one core, for its defects.
TEST_F(Jobs, CheckRunsAgainOnlyForWhatIsNew) {
  const fs::path runs = folder_ / "runs";
  const std::string note = fmt::format("std::fputs(\"x\", std::fopen(\"{}\", \"a\"));", runs.string());
  const std::string race =
      Text("out[blockIdx.x * 32 + threadIdx.x] = 0; if (blockIdx.x == 1 && threadIdx.x == 0) out[5] = 1;", note);
  const auto checked = Check({.program = Of(race), .schedule = "all"}, watch_);
  ASSERT_TRUE(checked) << checked.error().message;
  EXPECT_TRUE(checked->has_defects);
  EXPECT_EQ(fs::file_size(runs), 6u) << checked->report.checked.order;
}

TEST_F(Jobs, CheckCountsTheCostsOfLines) {
  const auto checked = Check({.program = Of(kGood), .explain = Explain{}}, watch_);
  ASSERT_TRUE(checked) << checked.error().message;
  ASSERT_TRUE(checked->counts);
  EXPECT_EQ(checked->counts->kernels.at(0).name, "k");
}

TEST_F(Jobs, CheckNotesAProgramThatDoesNotEnd) {
  Program program = Of("int main() { for (volatile int i = 0;; i = 1) {} }\n");
  program.limit = Seconds(0.3);
  const auto checked = Check({.program = program}, watch_);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().status, ExitStatus::kTimeLimit);
  EXPECT_THAT(notes_, testing::ElementsAre("the program was ended after 0.3 s (--limit)"));
}

TEST_F(Jobs, RecordFindingsPutsThemIntoARecording) {
  const Program program = Of(kRace);
  const auto checked = Check({.program = program}, watch_);
  ASSERT_TRUE(checked) << checked.error().message;
  const auto recording = RecordFindings(checked->report, {}, {.program = program}, watch_);
  ASSERT_TRUE(recording) << recording.error().message;
  ASSERT_FALSE(recording->findings.empty());
  EXPECT_EQ(recording->findings[0].kind, "race-global");
}

TEST_F(Jobs, CompareReadsTwoCaptures) {
  Program program = Of(kGood);
  program.build.compile_flags = {"-include", "lockstep/capture.h"};
  const auto path = BuildProgram(program, compile::Mode::kRun, watch_);
  ASSERT_TRUE(path) << path.error().message;
  const auto capture = [&](const std::string& name) {
    ProcessRequest process = ToProcess(program, *path, watch_);
    process.environment = {"LOCKSTEP_CAPTURE=" + (folder_ / name).string()};
    EXPECT_TRUE(RunProcess(std::move(process), watch_));
    return (folder_ / name).string();
  };
  const auto compared = Compare({.captures = {capture("a.lscap"), capture("b.lscap")}}, watch_);
  ASSERT_TRUE(compared) << compared.error().message;
  EXPECT_TRUE(compared->IsSame());
  EXPECT_EQ(compared->result.pairs.size(), 1u);
}

TEST_F(Jobs, CompareComparesTheSimulatorWithACapture) {
  const std::string kept = folder_ / "kept.lscap";
  const auto first = Compare({.program = Of(kGood), .captures = {"missing.lscap"}, .keep = kept}, watch_);
  ASSERT_FALSE(first);
  EXPECT_EQ(first.error().status, ExitStatus::kBadInput);
  const auto second = Compare(
      {.program = Of(Text("out[blockIdx.x * 32 + threadIdx.x] = 11 * threadIdx.x;")), .captures = {kept}}, watch_);
  ASSERT_TRUE(second) << second.error().message;
  EXPECT_FALSE(second->IsSame());
  EXPECT_EQ(second->result.pairs.at(0).different, 62u);
}

TEST_F(Jobs, CompareRefusesNothingToCompare) {
  EXPECT_EQ(Compare({.captures = {"a.lscap"}}, watch_).error().status, ExitStatus::kBadUsage);
}

TEST_F(Jobs, GradeJudgesByTheSolution) {
  GradeRequest request{.record = Recording(kGood), .requirements = {StayClean{}, CompareArray{.array = "out"}}};
  const auto solution = Observe(ObservationFor(request), watch_);
  ASSERT_TRUE(solution) << solution.error().message;
  const auto good = Grade(request, *solution, watch_);
  ASSERT_TRUE(good) << good.error().message;
  EXPECT_TRUE(good->IsSolved());
  request.record = Recording(Text("out[blockIdx.x * 40 + threadIdx.x] = 1;"));
  const auto wrong = Grade(request, *solution, watch_);
  ASSERT_TRUE(wrong) << wrong.error().message;
  ASSERT_TRUE(wrong->FirstWrong());
  EXPECT_THAT(wrong->FirstWrong()->sentence, HasSubstr("thread (24,0,0) of block (1,0,0)"));
  EXPECT_EQ(wrong->FirstWrong()->fault, "out-of-bounds-global");
}

TEST_F(Jobs, GradePutsTheRaceIntoTheRecordingThatItShows) {
  GradeRequest request{.record = Recording(kGood), .requirements = {StayClean{}, CompareArray{.array = "out"}}};
  const auto solution = Observe(ObservationFor(request), watch_);
  ASSERT_TRUE(solution) << solution.error().message;
  const auto good = Grade(request, *solution, watch_);
  ASSERT_TRUE(good) << good.error().message;
  EXPECT_THAT(good->Shown().recording->findings, IsEmpty());
  request.record = Recording(kRace);
  const auto wrong = Grade(request, *solution, watch_);
  ASSERT_TRUE(wrong) << wrong.error().message;
  const auto in_file = trace::ReadTrace(wrong->Shown().file);
  ASSERT_TRUE(in_file) << in_file.error().message;
  for (const trace::Recording& recording : {*wrong->Shown().recording, *in_file}) {
    ASSERT_EQ(recording.findings.size(), 1u);
    EXPECT_EQ(recording.findings[0].kind, "race-global");
    ASSERT_EQ(recording.findings[0].sides.size(), 2u);
    EXPECT_NE(recording.findings[0].sides[1].step, trace::RecordedSide::kNotRecorded);
  }
}

TEST_F(Jobs, GradeEndsALoopOfTheHostSoon) {
  GradeRequest request{.record = Recording(kGood), .requirements = {StayClean{}}};
  auto solution = Observe(ObservationFor(request), watch_);
  ASSERT_TRUE(solution) << solution.error().message;
  EXPECT_GT(solution->front().took.count(), 0);
  request.record = Recording("int main() { for (volatile int i = 0;; i = 1) {} }\n");
  request.least_limit = milliseconds(100);
  solution->front().took = milliseconds(20);
  const auto endless = Grade(request, *solution, watch_);
  ASSERT_FALSE(endless);
  EXPECT_EQ(endless.error().status, ExitStatus::kTimeLimit);
  EXPECT_THAT(endless.error().message,
              HasSubstr("it used more than 0.2 s of processor time, at least 10 times what the reference"));
  EXPECT_THAT(LiveProcesses(), IsEmpty());
}

TEST_F(Jobs, GradeEndsACompilerByItsProcessorTime) {
  GradeRequest request{.record = Recording(kGood), .requirements = {StayClean{}}};
  const auto solution = Observe(ObservationFor(request), watch_);
  ASSERT_TRUE(solution) << solution.error().message;
  request.record = Recording(kGood + std::string("// another text\n"));
  request.record.program.build.processor_limit = milliseconds(20);
  const auto ended = Grade(request, *solution, watch_);
  ASSERT_FALSE(ended);
  EXPECT_EQ(ended.error().status, ExitStatus::kCompileError);
  EXPECT_EQ(ended.error().message, "The compiler was ended: it used more than 0.02 s of processor time.");
  EXPECT_THAT(LiveProcesses(), IsEmpty());
}

TEST_F(Jobs, GradeGivesALargeRunTimeInProportion) {
  GradeRequest request{.record = Recording(kGood), .requirements = {StayClean{}}, .least_limit = milliseconds(1)};
  auto solution = Observe(ObservationFor(request), watch_);
  ASSERT_TRUE(solution) << solution.error().message;
  solution->front().took = milliseconds(10'000);
  const auto graded = Grade(request, *solution, watch_);
  ASSERT_TRUE(graded) << graded.error().message;
  EXPECT_TRUE(graded->IsSolved());
}

TEST_F(Jobs, GradeTellsAnErrorBeforeALaterRunWithoutAKernel) {
  const auto text = [](const char* value, const char* last) {
    return fmt::format(R"(
#include <cuda_runtime.h>
#include <cstdlib>
#include "lockstep/publish.h"
__global__ void k(int* out) {{ out[threadIdx.x] = {}; }}
int main(int, char** argv) {{
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  LOCKSTEP_PUBLISH(out, 32);
  if (std::atoi(argv[2]) < {}) k<<<1, 32>>>(out);
  cudaFree(out);
}}
)",
                       value, last);
  };
  GradeRequest request{.record = Recording(text("7", "3")),
                       .inputs = {{.arguments = {"1"}}, {.arguments = {"2"}}},
                       .requirements = {CompareArray{.array = "out"}},
                       .is_thorough = true};
  const auto solution = Observe(ObservationFor(request), watch_);
  ASSERT_TRUE(solution) << solution.error().message;
  request.record = Recording(text("8", "2"));
  const auto wrong = Grade(request, *solution, watch_);
  ASSERT_TRUE(wrong) << wrong.error().message;
  EXPECT_EQ(wrong->FirstWrong()->fault, "wrong-value");
  request.record = Recording(text("7", "2"));
  const auto none = Grade(request, *solution, watch_);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().status, ExitStatus::kNoKernelRan);
  EXPECT_EQ(none.error().message, "With `2`: No kernel ran.");
}

TEST_F(Jobs, GradeJudgesWhatTheLastLaunchLeaves) {
  const auto text = [](const char* launches) {
    return fmt::format(R"(
#include <cuda_runtime.h>
#include "lockstep/publish.h"
__global__ void one_more(int* out) {{ out[threadIdx.x] += 1; }}
int main() {{
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMemset(out, 0, 32 * sizeof(int));
  LOCKSTEP_PUBLISH(out, 32);
  for (int i = 0; i < {}; ++i) one_more<<<1, 32>>>(out);
  cudaFree(out);
}}
)",
                       launches);
  };
  GradeRequest request{.record = Recording(text("3")), .requirements = {CompareArray{.array = "out"}}};
  const auto solution = Observe(ObservationFor(request), watch_);
  ASSERT_TRUE(solution) << solution.error().message;
  const auto same = Grade(request, *solution, watch_);
  ASSERT_TRUE(same) << same.error().message;
  EXPECT_TRUE(same->IsSolved());
  request.record = Recording(text("2"));
  const auto fewer = Grade(request, *solution, watch_);
  ASSERT_TRUE(fewer) << fewer.error().message;
  EXPECT_THAT(fewer->FirstWrong()->sentence, HasSubstr("`out[0]` is 2 and should be 3"));
  request.record = Recording(text("120"));
  const auto many = Grade(request, *solution, watch_);
  ASSERT_TRUE(many) << many.error().message;
  EXPECT_THAT(many->FirstWrong()->sentence, HasSubstr("the program launches kernels 120 times"));
}

TEST_F(Jobs, GradeJudgesAProgramThatGivesUpBeforeItsKernel) {
  const auto text = [](const char* before) {
    return fmt::format(R"(
#include <cuda_runtime.h>
__global__ void k(int* out) {{ out[threadIdx.x] = 1; }}
int main() {{
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  int one = 1;
  {}
  k<<<1, 32>>>(out);
  return cudaFree(out) != cudaSuccess;
}}
)",
                       before);
  };
  GradeRequest request{.record = Recording(text("one = 2;")), .requirements = {StayClean{}}};
  const auto solution = Observe(ObservationFor(request), watch_);
  ASSERT_TRUE(solution) << solution.error().message;
  request.record = Recording(text("if (cudaMemcpy(out, &one, 4, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;"));
  const auto found = Grade(request, *solution, watch_);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->FirstWrong()->fault, "copy-direction");
  request.record = Recording(text("if (one) return cudaFree(out) == cudaSuccess;"));
  const auto gone = Grade(request, *solution, watch_);
  ASSERT_FALSE(gone);
  EXPECT_EQ(gone.error().status, ExitStatus::kProgramFailed);
}

TEST_F(Jobs, ObserveGivesEachRunItsArgumentsSeedAndInput) {
  ObserveRequest request{.record = Recording("#include <cstdlib>\n" + Text("out[0] = 1;", R"(char line[20] = "";
  if (!std::fgets(line, 20, stdin)) line[0] = 0;
  std::printf("%s %s %s\n", argv[argc - 1], std::getenv("LOCKSTEP_SEED") ? std::getenv("LOCKSTEP_SEED") : "none", line);)")),
                         .inputs = {{.arguments = {"a"}}, {.arguments = {"b"}, .seed = 7, .text = "typed"}}};
  const auto runs = Observe(request, watch_);
  ASSERT_TRUE(runs) << runs.error().message << runs.error().diagnostics;
  ASSERT_EQ(runs->size(), 2u);
  EXPECT_THAT(runs->at(0).output, HasSubstr("a none "));
  EXPECT_THAT(runs->at(1).output, HasSubstr("b 7 typed"));
  EXPECT_TRUE(runs->at(1).recording);
}

// Our standard input while it lives.
class StandardInput {
 public:
  explicit StandardInput(int file) : ours_(dup(STDIN_FILENO)) {
    dup2(file, STDIN_FILENO);
    close(file);
  }
  ~StandardInput() {
    dup2(ours_, STDIN_FILENO);
    close(ours_);
  }

 private:
  int ours_;
};

// The report of a check that runs a program again for its defects, on a program that launches as often as it reads.
report::Report CheckedWithInput(const Program& program, const Watch& watch, int file) {
  const StandardInput input(file);
  const auto checked = Check({.program = program}, watch);
  EXPECT_TRUE(checked && checked->has_defects);
  return checked ? checked->report : report::Report{};
}

TEST_F(Jobs, CheckReportsOnTheInputOfTheFirstRun) {
  Program program = Of(R"(#include <cstdio>
__global__ void k(int* out) {
  out[0] = threadIdx.x;
}
int main() {
  int* out;
  cudaMalloc(&out, 4);
  int times = 1;
  if (std::scanf("%d", &times) != 1) times = 9;
  for (int i = 0; i < times; ++i) k<<<1, 32>>>(out);
  return cudaFree(out) != cudaSuccess;
}
)");
  program.in_background = false;
  const int file = memfd_create("input", MFD_CLOEXEC);
  ASSERT_EQ(write(file, "1 3 ", 4), 4);
  lseek(file, 2, SEEK_SET);
  EXPECT_EQ(CheckedWithInput(program, watch_, dup(file)).checked.launches, 3u) << "a file is read again";
  EXPECT_GT(lseek(file, 0, SEEK_CUR), 2) << "and is left where the first run ended";
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  ASSERT_EQ(write(ends[1], "3 ", 2), 2);
  close(ends[1]);
  EXPECT_EQ(CheckedWithInput(program, watch_, ends[0]).checked.launches, 3u) << "a pipe cannot be read again";
  close(file);
}

TEST_F(Jobs, ObserveIsKeptInFilesForLater) {
  ObserveRequest request{.record = Recording(kGood), .schedules = "serial", .arrays = {"out"}};
  const auto runs = Observe(request, watch_);
  ASSERT_TRUE(runs) << runs.error().message;
  ASSERT_TRUE(Save(runs->at(0)));
  const auto* array = runs->at(0).checked->runs.at(0).Find("out");
  ASSERT_NE(array, nullptr);
  const auto again = Load(runs->at(0).file);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->output, runs->at(0).output);
  EXPECT_EQ(again->recording->launches.size(), 1u);
  EXPECT_EQ(again->checked->counts->kernels.at(0).name, "k");
  ASSERT_EQ(again->checked->runs.size(), 1u);
  EXPECT_EQ(*again->checked->runs[0].Find("out"), *array);
  EXPECT_EQ(again->checked->runs[0].output, runs->at(0).checked->runs[0].output);
}

TEST_F(Jobs, ObserveEndsAProgramThatPrintsWithoutEnd) {
  ObserveRequest request{.record = Recording(Text("out[0] = 1;", R"(for (;;) std::puts("more and more and more");)"))};
  const auto runs = Observe(request, watch_);
  ASSERT_FALSE(runs);
  EXPECT_TRUE(runs.error().is_output_too_long);
  EXPECT_THAT(runs.error().message, HasSubstr("more than 1024 KiB"));
}

TEST_F(Jobs, ObserveFindsAKernelThatNeverEnds) {
  ObserveRequest request{.record = Recording(Text("for (volatile int k = 0; k < 1; k = 0) {}")), .schedules = "serial"};
  const auto runs = Observe(request, watch_);
  ASSERT_FALSE(runs);
  EXPECT_EQ(runs.error().status, ExitStatus::kTimeLimit);
  EXPECT_THAT(runs.error().message, HasSubstr("k.cu:"));
}

}  // namespace
}  // namespace lockstep::jobs
