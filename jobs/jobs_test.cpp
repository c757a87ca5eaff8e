// The real thing: small programs are written, built, run and ended.

#include "jobs/jobs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include "shared/base/live_processes.h"
#include "shared/replay/replay.h"

namespace lockstep::jobs {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;
using testing::HasSubstr;
using testing::IsEmpty;

// A program whose kernel has this body, on 2 blocks of 32 threads.
std::string Text(const std::string& body) {
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
}
)";
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

  // Cancels so long after the stage has begun.
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

TEST_F(Jobs, BuildRefusesAFileThatIsMissing) {
  const auto built = Build({.inputs = {"nowhere.cu"}, .output = folder_ / "program"}, watch_);
  ASSERT_FALSE(built);
  EXPECT_EQ(built.error().status, ExitStatus::kBadInput);
  EXPECT_EQ(built.error().message, "no such file: nowhere.cu");
}

TEST_F(Jobs, BuildEndsWhereItIsCancelled) {
  // Enough for the compiler to work on while it is cancelled.
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

TEST_F(Jobs, RunGivesWhatTheProgramPrintsAndItsStatus) {
  const auto ran = jobs::Run({.program = Of(kGood), .order = "shuffled:3"}, watch_);
  ASSERT_TRUE(ran) << ran.error().message;
  EXPECT_EQ(ran->output, "50 word\n");
  EXPECT_EQ(ran->status, 0);
  const auto failed = jobs::Run({.program = Of("int main() { return 7; }\n")}, watch_);
  ASSERT_TRUE(failed) << failed.error().message;
  EXPECT_EQ(failed->status, 7);
}

TEST_F(Jobs, RunEndsAtItsLimit) {
  Program program = Of(kEndless);
  program.limit = Seconds(0.5);
  const auto ran = jobs::Run({.program = program}, watch_);
  ASSERT_FALSE(ran);
  EXPECT_EQ(ran.error().status, ExitStatus::kTimeLimit);
  EXPECT_THAT(ran.error().message, HasSubstr("0.5 s"));
}

TEST_F(Jobs, RunRefusesAnOrderThatIsNone) {
  EXPECT_EQ(jobs::Run({.program = Of(kGood), .order = "upwards"}, watch_).error().status, ExitStatus::kBadUsage);
}

TEST_F(Jobs, RecordLeavesARecordingThatAnswersQuestions) {
  const auto recorded = Record(Recording(kGood), watch_);
  ASSERT_TRUE(recorded) << recorded.error().message << recorded.error().diagnostics;
  EXPECT_FALSE(recorded->ended);
  EXPECT_EQ(recorded->output, "50 word\n");
  const auto model = replay::Open(recorded->file);
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_EQ((*model)->launch().grid, (Dim3{2, 1, 1}));
  EXPECT_THAT(Files(), testing::UnorderedElementsAre("k.cu", "k.lstrace"));
}

TEST_F(Jobs, RecordKeepsWhatAProgramDidThatFailedThen) {
  const auto recorded = Record(Recording(Text("out[1 << 28] = 1;")), watch_);
  ASSERT_TRUE(recorded) << recorded.error().message;
  ASSERT_TRUE(recorded->ended);
  EXPECT_EQ(recorded->ended->status, ExitStatus::kProgramFailed);
  EXPECT_EQ(recorded->ended->message, "the program ended with exit status 3");
  EXPECT_TRUE(fs::exists(recorded->file));
}

TEST_F(Jobs, RecordSaysThatNoKernelRan) {
  const auto recorded = Record(Recording("#include <cstdio>\nint main() { std::puts(\"hello\"); }\n"), watch_);
  ASSERT_FALSE(recorded);
  EXPECT_EQ(recorded.error().status, ExitStatus::kNoKernelRan);
  EXPECT_EQ(recorded.error().output, "hello\n");
}

TEST_F(Jobs, RecordEndsTheProgramAndLeavesNothingWhereItIsCancelled) {
  CancelIn(Stage::kRunning, milliseconds(300));
  const auto recorded = Record(Recording(kEndless), watch_);
  ASSERT_FALSE(recorded);
  EXPECT_EQ(recorded.error().status, ExitStatus::kInterrupted);
  EXPECT_THAT(Files(), testing::ElementsAre("k.cu"));
  EXPECT_THAT(LiveProcesses(), IsEmpty());
}

TEST_F(Jobs, RecordHasALimitForBuildingAndRunningTogether) {
  RecordRequest request = Recording(kEndless);
  request.whole_limit = Seconds(1);
  const auto recorded = Record(request, watch_);
  ASSERT_FALSE(recorded);
  EXPECT_EQ(recorded.error().status, ExitStatus::kTimeLimit);
}

TEST_F(Jobs, SeveralRunAtOnceWithoutEndingEachOther) {
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
  EXPECT_TRUE(checked->HasDefects());
  ASSERT_FALSE(checked->report.findings.empty());
  EXPECT_EQ(checked->report.findings[0].kind, FindingKind::kGlobalRace);
  EXPECT_EQ(checked->report.findings[0].place.line, 3u);
  const auto twin = Check({.program = Of(kGood), .schedule = "all"}, watch_);
  ASSERT_TRUE(twin) << twin.error().message;
  EXPECT_THAT(twin->report.findings, IsEmpty());
  EXPECT_EQ(twin->report.checked.launches, 1u);
}

TEST_F(Jobs, CheckCountsWhatLinesCost) {
  const auto checked = Check({.program = Of(kGood), .explain = Explain{}}, watch_);
  ASSERT_TRUE(checked) << checked.error().message;
  ASSERT_TRUE(checked->counts);
  EXPECT_EQ(checked->counts->at(0).name, "k");
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
  const auto path = BuildProgram(program, Mode::kRun, watch_);
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
  RecordRequest request = Recording(kGood);
  const auto solution = Record(request, watch_);
  ASSERT_TRUE(solution) << solution.error().message;
  const auto model = replay::Open(solution->file);
  ASSERT_TRUE(model);
  const std::vector<Requirement> inside{{.kind = RequirementKind::kStayInside}};
  const auto good = Grade({.record = request, .requirements = inside}, (*model)->recording(), watch_);
  ASSERT_TRUE(good) << good.error().message;
  EXPECT_TRUE(good->IsSolved());
  request = Recording(Text("out[blockIdx.x * 40 + threadIdx.x] = 1;"));
  const auto wrong = Grade({.record = request, .requirements = inside}, (*model)->recording(), watch_);
  ASSERT_TRUE(wrong) << wrong.error().message;
  ASSERT_TRUE(wrong->FirstWrong());
  EXPECT_THAT(wrong->FirstWrong()->sentence, HasSubstr("thread (24,0,0) of block (1,0,0)"));
}

}  // namespace
}  // namespace lockstep::jobs
