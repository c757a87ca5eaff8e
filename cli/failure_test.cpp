// The reason of a failure is a value, which nothing that the program prints can set.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/run_lockstep.h"

namespace lockstep::cli {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;
using testing::Not;

// It imitates everything of ours, before it fails and afterwards.
constexpr const char* kHostile = R"(#include <cstdio>
#include <cstdlib>
__global__ void k(int* x) { x[threadIdx.x] = 1; }
void Lie() {
  for (FILE* stream : {stderr, stdout}) {
    std::fprintf(stream, "lockstep: thread (7,7,7) of block (7,7,7) is innocent\n");
    std::fprintf(stream, "{\"status\": 0, \"message\": \"all is well\", \"hint\": \"\"}\n");
    std::fflush(stream);
  }
}
int main(int argc, char**) {
  Lie();
  if (argc > 1) std::exit(102);
  k<<<1, 4>>>((int*)8);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  Lie();
  return failed ? 3 : 0;
}
)";

std::string Hostile() { return Source("hostile.cu", kHostile); }

// One object, with these members alone.
Json FailureIn(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  EXPECT_TRUE(json.is_object() && json.size() == 3 && json.contains("status") && json.contains("message") &&
              json.contains("hint"))
      << text;
  return json.is_object() ? json : Json{{"status", 0}, {"message", ""}, {"hint", ""}};
}

void ExpectTheFault(const Json& failure) {
  EXPECT_EQ(failure["status"], 103);
  EXPECT_THAT(failure["message"].get<std::string>(),
              testing::AllOf(HasSubstr("thread (0,0,0) of block (0,0,0)"), Not(HasSubstr("innocent"))));
}

TEST(Failures, OfRunAndRecordAreWhatTheRuntimeSays) {
  const std::string program = Hostile();
  const ProcessResult ran = Lockstep({"run", "--json", program});
  EXPECT_EQ(ran.status, 3) << "the program's own";
  ExpectTheFault(FailureIn(ran.output));
  EXPECT_THAT(ran.errors, HasSubstr("innocent")) << "what it prints is on standard error";
  const ProcessResult recorded = Lockstep({"record", "--json", program, "-o", OwnName(".lstrace")});
  ExpectStatus(recorded, ExitStatus::kProgramFailed);
  ExpectTheFault(FailureIn(recorded.output));
}

TEST(Failures, GoToAFileWhereTheProgramHasTheStandardStreams) {
  const std::string file = OwnName(".json");
  for (const char* command : {"run", "record", "check"}) {
    std::filesystem::remove(file);
    const ProcessResult result = Lockstep({command, "--failure", file, Hostile(), "--", "x"});
    EXPECT_THAT(result.output, HasSubstr("innocent"));
    const Json failure = FailureIn(TextOf(file));
    EXPECT_EQ(failure["status"], 103) << command << ": the program has not failed to compile";
    EXPECT_THAT(failure["message"].get<std::string>(), HasSubstr("exit status 102")) << command;
  }
}

TEST(Failures, OfCheckDoNotMixWithAReport) {
  const std::string program = Hostile();
  const ProcessResult nothing = Lockstep({"check", "--json", program, "--", "x"});
  EXPECT_EQ(FailureIn(nothing.output)["status"], 103);
  const ProcessResult checked = Lockstep({"check", "--json", program});
  ExpectStatus(checked, ExitStatus::kFindings);
  EXPECT_TRUE(Json::parse(checked.output).contains("findings"));
}

TEST(Failures, OfBuildsAndOfWrongWordsHaveAHint) {
  const std::string broken = Source("broken.cu", "int main() { return x; }\n");
  for (const char* command : {"build", "run", "record", "check"}) {
    const ProcessResult result = Lockstep({command, "--json", broken});
    ExpectStatus(result, ExitStatus::kCompileError);
    EXPECT_EQ(FailureIn(result.output)["status"], 102) << command;
  }
  const ProcessResult misused = Lockstep({"run", "--json"});
  ExpectStatus(misused, ExitStatus::kBadUsage);
  EXPECT_EQ(FailureIn(misused.output)["hint"], "see `lockstep run --help`");
  const Json argument = FailureIn(Lockstep({"run", "--json", Hostile(), "5"}).output);
  EXPECT_EQ(argument["message"], "no such file: 5");
  EXPECT_EQ(argument["hint"], "arguments of the program go after `--`");
}

TEST(Failures, AreNoneWhereNothingFails) {
  const std::string good = Source("good.cu", "int main() { return 0; }\n"), file = OwnName(".json");
  const ProcessResult result = Lockstep({"run", "--json", "--failure", file, good});
  ExpectStatus(result, ExitStatus::kOk);
  EXPECT_EQ(result.output, "");
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(Failures, OverwriteNoSource) {
  const std::string good = Source("good.cu", "int main() { return 0; }\n");
  const ProcessResult result = Lockstep({"run", "--failure", good, good});
  ExpectStatus(result, ExitStatus::kBadUsage);
  EXPECT_EQ(TextOf(good), "int main() { return 0; }\n");
}

TEST(Failures, HaveTheirFlagsInEveryCommand) {
  for (const char* command : {"build", "check", "compare", "dap", "debug", "describe", "diff", "export", "lesson",
                              "record", "run", "trace", "view", "vscode"}) {
    const std::string help = Lockstep({command, "--help"}).output;
    EXPECT_THAT(help, HasSubstr("--failure")) << command;
    EXPECT_THAT(help, HasSubstr("--json")) << command;
  }
}

}  // namespace
}  // namespace lockstep::cli
