// Runs the command as users do: real processes, their output and their exit statuses.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cuda/nvcc.h"
#include "shared/base/exit_status.h"
#include "shared/base/file.h"
#include "shared/base/process.h"
#include "shared/report/capture.h"
#include "shared/trace/sample_recording.h"
#include "shared/trace/trace.h"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

std::string OwnName(const std::string& ending) {
  return std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + ending;
}

ProcessResult Lockstep(std::vector<std::string> arguments, const std::string& temporary = "/tmp") {
  arguments.insert(arguments.begin(), LOCKSTEP_BINARY_DIR "/bin/lockstep");
  auto result = RunProcess({.command = std::move(arguments),
                            .environment = {"LOCKSTEP_CACHE=" + fs::absolute("cache").string(), "TMPDIR=" + temporary},
                            .capture_errors = true,
                            .capture_output = true,
                            .limit = std::chrono::seconds(200)});
  EXPECT_TRUE(result) << result.error().message;
  return *result;
}

void ExpectStatus(const ProcessResult& result, ExitStatus status) {
  EXPECT_EQ(result.status, static_cast<int>(status)) << result.errors << result.output;
}

std::string Sample() {
  const std::string path = OwnName(".lstrace");
  EXPECT_TRUE(trace::WriteTrace(trace::SampleRecording(), path));
  return path;
}

TEST(Lockstep, NamesAnUnknownCommand) {
  const ProcessResult result = Lockstep({"frobnicate"});
  ExpectStatus(result, ExitStatus::kBadUsage);
  EXPECT_THAT(result.errors, HasSubstr("lockstep: unknown command `frobnicate`"));
}

TEST(Lockstep, NamesAnUnknownFlag) {
  const ProcessResult result = Lockstep({"trace", "info", "x.lstrace", "--wrong"});
  ExpectStatus(result, ExitStatus::kBadUsage);
  EXPECT_THAT(result.errors, HasSubstr("--wrong"));
}

TEST(Lockstep, PrintsItsVersionAndItsCommands) {
  EXPECT_THAT(Lockstep({"--version"}).output, HasSubstr("lockstep 0."));
  const ProcessResult help = Lockstep({"--help"});
  ExpectStatus(help, ExitStatus::kOk);
  EXPECT_THAT(help.output, AllOf(HasSubstr("run"), HasSubstr("trace"), HasSubstr("compare")));
}

TEST(TraceCommand, DescribesARecording) {
  const ProcessResult result = Lockstep({"trace", "info", Sample()});
  ExpectStatus(result, ExitStatus::kOk);
  EXPECT_THAT(result.output, HasSubstr("launch 0: grey<<<(2,1,1), (64,1,1)>>> at grey.cu:15:7"));
}

TEST(TraceCommand, DumpsEveryStepAsTextAndAsJson) {
  const std::string sample = Sample();
  EXPECT_THAT(Lockstep({"trace", "dump", sample}).output, HasSubstr("write    i  1431655765 -> 5\n"));
  const ProcessResult result = Lockstep({"trace", "dump", "--json", sample});
  ASSERT_LT(result.output.size(), std::size_t{1} << 20) << "the test keeps no more";
  EXPECT_EQ(nlohmann::json::parse(result.output)["launches"][0]["steps"].size(), 5250u);
}

TEST(TraceCommand, AnswersQuestions) {
  const std::string sample = Sample();
  const ProcessResult count = Lockstep({"trace", "query", sample, "count by kind where kind == write", "--csv"});
  ExpectStatus(count, ExitStatus::kOk);
  EXPECT_THAT(count.output, HasSubstr("count,kind\r\n"));
  EXPECT_THAT(count.output, HasSubstr(",write\r\n"));
  const ProcessResult wrong = Lockstep({"trace", "query", sample, "writes to i wher 1"});
  ExpectStatus(wrong, ExitStatus::kBadInput);
  EXPECT_THAT(wrong.errors, HasSubstr("  writes to i wher 1\n              ^"));
  const ProcessResult missing = Lockstep({"trace", "query", sample, "why nothing"});
  ExpectStatus(missing, ExitStatus::kBadInput);
  EXPECT_THAT(missing.errors, HasSubstr("the recording has no array or variable `nothing`"));
  EXPECT_THAT(Lockstep({"trace", "query", "--help"}).output,
              AllOf(HasSubstr("whynot d_out[7]"), HasSubstr("unwritten")));
}

TEST(TraceCommand, WritesTheStepsInAnotherOrder) {
  const std::string sample = Sample(), ordered = OwnName(".ordered");
  ExpectStatus(Lockstep({"trace", "order", sample, "--by", "blocks", "-o", ordered}), ExitStatus::kOk);
  EXPECT_THAT(Lockstep({"trace", "info", ordered}).output, HasSubstr("blocks side by side"));
  EXPECT_NE(Lockstep({"trace", "dump", ordered}).output, Lockstep({"trace", "dump", sample}).output);
  EXPECT_THAT(Lockstep({"diff", sample, ordered}).output, HasSubstr("no recorded thread differs"));
  ExpectStatus(Lockstep({"trace", "order", sample, "--by", "lanes", "-o", ordered}), ExitStatus::kBadUsage);
  ExpectStatus(Lockstep({"trace", "order", sample, "-o", "/no folder/x"}), ExitStatus::kBadInput);
}

TEST(TraceCommand, RefusesMissingFilesAndFilesThatAreNoTrace) {
  const ProcessResult missing = Lockstep({"trace", "info", "missing.lstrace"});
  ExpectStatus(missing, ExitStatus::kBadInput);
  EXPECT_THAT(missing.errors, HasSubstr("lockstep: cannot read `missing.lstrace`: No such file"));
  std::ofstream(OwnName(".txt")) << "hello";
  const ProcessResult text = Lockstep({"trace", "dump", OwnName(".txt")});
  ExpectStatus(text, ExitStatus::kBadInput);
  EXPECT_THAT(text.errors, HasSubstr("is not a Lockstep trace"));
}

TEST(TraceCommand, ReadsAnIncompleteTrace) {
  const std::string sample = Sample();
  fs::resize_file(sample, fs::file_size(sample) / 2);
  const ProcessResult result = Lockstep({"trace", "info", sample});
  ExpectStatus(result, ExitStatus::kOk);
  EXPECT_THAT(result.output, HasSubstr("not complete"));
}

std::string WriteCaptures(const std::string& ending, const std::string& side, const std::vector<float>& values) {
  report::Capture capture{.name = "h_out",
                          .type = "float",
                          .element = report::ElementKind::kFloat32,
                          .element_size = 4,
                          .shape = {values.size()}};
  capture.bytes.resize(4 * values.size());
  std::memcpy(capture.bytes.data(), values.data(), capture.bytes.size());
  auto writer = report::CaptureWriter::Create(OwnName(ending), side).value();
  writer->Add(capture).value();
  writer->Finish().value();
  return OwnName(ending);
}

TEST(CompareCommand, ComparesTwoFiles) {
  const std::string a = WriteCaptures("-a.lscap", "simulator", {1, 2, 3}),
                    b = WriteCaptures("-b.lscap", "NVIDIA H100", {1, 2, 4});
  ExpectStatus(Lockstep({"compare", a, a}), ExitStatus::kOk);
  const ProcessResult result = Lockstep({"compare", a, b});
  ExpectStatus(result, ExitStatus::kDifferent);
  EXPECT_THAT(result.output, HasSubstr("first difference at [2]: 3 (simulator), 4 (NVIDIA H100)"));
  EXPECT_EQ(nlohmann::json::parse(Lockstep({"compare", "--json", a, b}).output)["pairs"][0]["different"], 1);
}

TEST(CompareCommand, ToleratesSmallDifferencesOnRequest) {
  const std::string a = WriteCaptures("-a.lscap", "simulator", {1.0f}),
                    b = WriteCaptures("-b.lscap", "GPU", {1.0000001f});
  ExpectStatus(Lockstep({"compare", a, b}), ExitStatus::kDifferent);
  ExpectStatus(Lockstep({"compare", "--tolerance", "1", a, b}), ExitStatus::kOk);
}

TEST(CompareCommand, NeverCallsAnIncompleteCaptureEqual) {
  const std::string a = WriteCaptures("-a.lscap", "simulator", {1, 2, 3});
  const std::string cut = OwnName("-cut.lscap");
  fs::copy_file(a, cut, fs::copy_options::overwrite_existing);
  fs::resize_file(cut, fs::file_size(cut) - 1);
  const ProcessResult result = Lockstep({"compare", a, cut});
  ExpectStatus(result, ExitStatus::kDifferent);
  EXPECT_THAT(result.output, HasSubstr("ended early"));
}

TEST(CompareCommand, RefusesInvalidInputs) {
  const std::string a = WriteCaptures("-a.lscap", "simulator", {1});
  ExpectStatus(Lockstep({"compare", a}), ExitStatus::kBadUsage);
  ExpectStatus(Lockstep({"compare", a, a, a}), ExitStatus::kBadUsage);
  ExpectStatus(Lockstep({"compare", a, "missing.lscap"}), ExitStatus::kBadInput);
  ExpectStatus(Lockstep({"compare", "missing.cu", a}), ExitStatus::kBadInput);
  std::ofstream(OwnName("-no.lscap")) << "no capture";
  ExpectStatus(Lockstep({"compare", a, OwnName("-no.lscap")}), ExitStatus::kBadInput);
}

std::string WriteProgram(const std::string& body, const std::string& factor = "2.0f") {
  const std::string path = OwnName(".cu");
  std::ofstream(path)
      << "#include \"lockstep/publish.h\"\n#include <cuda_runtime.h>\n#include <cstdlib>\n#include <vector>\n"
      << "__global__ void Scale(float* out) { out[threadIdx.x] = " << factor << " * threadIdx.x; }\n"
      << "int main(int argc, char** argv) {\n"
      << body << "}\n";
  return path;
}

const std::string kScale =
    "  std::vector<float> h_out(8);\n  float* d_out;\n  cudaMalloc(&d_out, 32);\n  Scale<<<1, 8>>>(d_out);\n"
    "  cudaMemcpy(h_out.data(), d_out, 32, cudaMemcpyDeviceToHost);\n  LOCKSTEP_PUBLISH(h_out, 2, 4);\n"
    "  cudaFree(d_out);\n  return argc > 1 ? std::atoi(argv[1]) : 0;\n";

// The simulator's captures of `program`, kept in a file.
std::string Kept(const std::string& program) {
  const std::string path = OwnName("-kept.lscap");
  fs::remove(path);
  Lockstep({"compare", program, "--keep", path});
  EXPECT_TRUE(fs::exists(path));
  return path;
}

TEST(CompareCommand, RunsAProgramAgainstACapture) {
  const std::string kept = Kept(WriteProgram(kScale));
  const auto captures = report::ReadCaptures(kept);
  ASSERT_TRUE(captures) << captures.error().message;
  ASSERT_EQ(captures->captures.size(), 2u);
  EXPECT_EQ(captures->side, "simulator");
  EXPECT_EQ(captures->captures[0].name, "h_out.data()");
  EXPECT_EQ(captures->captures[0].element, report::ElementKind::kFloat32);
  EXPECT_EQ(captures->captures[0].way, report::CaptureWay::kCopied);
  EXPECT_EQ(captures->captures[1].way, report::CaptureWay::kPublished);
  EXPECT_EQ(captures->captures[1].shape, (std::vector<std::uint64_t>{2, 4}));
  ExpectStatus(Lockstep({"compare", OwnName(".cu"), kept}), ExitStatus::kOk);

  const ProcessResult other = Lockstep({"compare", WriteProgram(kScale, "2.5f"), kept});
  ExpectStatus(other, ExitStatus::kDifferent);
  EXPECT_THAT(other.output, HasSubstr("first difference at [0][1]: 2.5 (simulator), 2 ("));
}

TEST(CompareCommand, KnowsTheDeclaredShapeOfTheDestination) {
  const std::string kept = Kept(WriteProgram(
      "  float table[2][4][1] = {};\n  float* d_out;\n  cudaMalloc(&d_out, 32);\n  Scale<<<1, 8>>>(d_out);\n"
      "  cudaMemcpy(table, d_out, 32, cudaMemcpyDeviceToHost);\n"
      "  cudaMemcpy(table[1], d_out, 12, cudaMemcpyDeviceToHost);\n  cudaFree(d_out);\n  return 0;\n"));
  const auto captures = report::ReadCaptures(kept);
  ASSERT_TRUE(captures) << captures.error().message;
  ASSERT_EQ(captures->captures.size(), 2u);
  EXPECT_EQ(captures->captures[0].shape, (std::vector<std::uint64_t>{2, 4, 1}));
  EXPECT_EQ(captures->captures[1].shape, (std::vector<std::uint64_t>{3, 1}));
}

TEST(CompareCommand, DrawsBothSidesAndTheDifference) {
  const std::string a = WriteCaptures("-a.lscap", "simulator", {1, 2, 3}),
                    b = WriteCaptures("-b.lscap", "GPU", {1, 2, 4});
  const std::string picture = OwnName(".png");
  fs::remove(picture);
  const ProcessResult result = Lockstep({"compare", a, b, "--screenshot", picture});
  ExpectStatus(result, ExitStatus::kDifferent);
  EXPECT_GT(fs::file_size(picture), 5000u);
}

// An nvcc that compiles nothing and leaves `used` beside it.
std::string NvccThatLeavesAMark(const fs::path& home) {
  fs::create_directories(home / "bin");
  std::ofstream(home / "bin/nvcc") << "#!/bin/sh\ntouch '" << fs::absolute(home).string() << "/used'\nexit 1\n";
  fs::permissions(home / "bin/nvcc", fs::perms::owner_all);
  return fs::absolute(home).string();
}

TEST(CompareCommand, ReportsAMissingGpuBeforeNvccCompiles) {
  if (FindGpu()) GTEST_SKIP() << "there is one";
  const fs::path home = OwnName(".cuda");
  fs::remove_all(home);
  setenv("CUDA_HOME", NvccThatLeavesAMark(home).c_str(), 1);
  const std::string program = WriteProgram(kScale);
  const ProcessResult result = Lockstep({"compare", program});
  unsetenv("CUDA_HOME");
  ExpectStatus(result, ExitStatus::kNoGpu);
  EXPECT_THAT(result.errors, AllOf(HasSubstr("nothing to compare with: there is no GPU here"),
                                   HasSubstr("lockstep compare " + program + " GPU.lscap")));
  EXPECT_FALSE(fs::exists(home / "used"));
}

TEST(CheckCommand, EndsAnEndlessKernelAtTheLimit) {
  const std::string path = OwnName(".cu");
  std::ofstream(path)
      << "__global__ void Count(int* a) {\n  while (atomicXor(a, 1) < 2);\n}\n"  // the checker cannot show that
         "int main() {\n  int* a;\n  cudaMalloc(&a, 4);\n  cudaMemset(a, 0, 4);\n  Count<<<2, 64>>>(a);\n"
         "  cudaDeviceSynchronize();\n}\n";
  for (const char* command : {"run", "check"})
    ExpectStatus(Lockstep({command, "--limit", "0.5", path}), ExitStatus::kTimeLimit);
}

TEST(CompareCommand, MatchesTheGpu) {
  if (!FindGpu() || !FindNvcc()) GTEST_SKIP() << "there is no GPU or no nvcc here";
  ExpectStatus(Lockstep({"compare", WriteProgram(kScale)}), ExitStatus::kOk);
}

TEST(CompareCommand, PassesOnClangsMessages) {
  const ProcessResult result = Lockstep({"compare", WriteProgram("  int x = nothing;\n")});
  ExpectStatus(result, ExitStatus::kCompileError);
  EXPECT_THAT(result.errors,
              HasSubstr("PassesOnClangsMessages.cu:7:11: error: use of undeclared identifier 'nothing'"));
}

TEST(CompareCommand, ReportsHowAProgramFailed) {
  const std::string kept = WriteCaptures("-a.lscap", "GPU", {1});
  const ProcessResult nothing = Lockstep({"compare", WriteProgram("  return 0;\n"), kept});
  ExpectStatus(nothing, ExitStatus::kNoKernelRan);
  EXPECT_THAT(nothing.errors, HasSubstr("copied nothing back"));
  const ProcessResult crash = Lockstep({"compare", WriteProgram("  std::abort();\n"), kept});
  ExpectStatus(crash, ExitStatus::kProgramFailed);
  EXPECT_THAT(crash.errors, HasSubstr("signal 6"));
  const ProcessResult endless =
      Lockstep({"compare", "--limit", "1", WriteProgram("  for (volatile int i = 0;;) i = i + 1;\n"), kept});
  ExpectStatus(endless, ExitStatus::kTimeLimit);
}

TEST(CompareCommand, ComparesAndReportsAProgramThatReturnsAnError) {
  const std::string kept = Kept(WriteProgram(kScale));
  const ProcessResult result = Lockstep({"compare", OwnName(".cu"), kept, "--", "3"});
  EXPECT_THAT(result.errors, HasSubstr("on the simulator the program returned 3"));
  EXPECT_THAT(result.output, HasSubstr("2 captures compared: 2 equal"));
  ExpectStatus(result, ExitStatus::kProgramFailed);
}

TEST(CompareCommand, RemovesItsTemporaryFiles) {
  const std::string folder = fs::absolute(OwnName(".tmp")).string();
  fs::create_directories(folder);
  ExpectStatus(Lockstep({"compare", WriteProgram(kScale), Kept(WriteProgram(kScale))}, folder), ExitStatus::kOk);
  EXPECT_TRUE(fs::is_empty(folder));
}

}  // namespace
}  // namespace lockstep::cli
