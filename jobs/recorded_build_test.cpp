#include "jobs/recorded_build.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shared/base/scratch_folder.h"
#include "shared/base/unfinished_file.h"

namespace lockstep::jobs {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class RecordedBuild : public testing::Test {
 protected:
  RecordedBuild() {
    for (const std::string& source : {source_, other_}) EXPECT_TRUE(WriteFile(source, ""));
  }
  trace::Recording With(std::vector<std::string> build) {
    build.insert(build.begin(), "input=" + source_);
    return {.program = source_, .arguments = {"7"}, .build = std::move(build)};
  }

  const ScratchFolder folder_ = ScratchFolder::Make().value();
  const std::string source_ = folder_.File("a.cu"), other_ = folder_.File("b=c d.cpp");
};

TEST_F(RecordedBuild, GivesBackTheBuildOfTheProgram) {
  Program program;
  program.build.inputs = {source_, other_};
  program.build.optimize = "3";
  program.build.standard = "c++20";
  program.build.debug = true;
  program.build.relocatable = true;
  program.build.architectures = {80, 90};
  program.build.engine = "warps";
  program.build.compile_flags = {"-DN=4", "-Iinclude"};
  program.build.host_flags = {"-fopenmp"};
  program.build.device_flags = {"-ffp-contract=off", "-mllvm", "-lockstep-flush"};
  program.build.link_flags = {"-lm"};
  program.environment = {"HOME=/", "LOCKSTEP_DEVICE=H100"};
  const auto words = BuildWords(program);
  EXPECT_THAT(words, Contains("compile=-DN=4"));
  const auto back = RecordedProgram({.program = source_, .arguments = {"7"}, .build = words});
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(BuildWords(*back), words);
  EXPECT_EQ(back->build.inputs, program.build.inputs);
  EXPECT_EQ(back->build.compile_flags, program.build.compile_flags);
  EXPECT_TRUE(back->build.relocatable);
  EXPECT_THAT(back->arguments, ElementsAre("7"));
  EXPECT_THAT(back->environment, ElementsAre("LOCKSTEP_DEVICE=H100")) << "of the environment, nothing else is kept";
}

TEST_F(RecordedBuild, HasNoWordsForOneSourceWithoutFlags) {
  Program program;
  program.build.inputs = {source_};
  EXPECT_THAT(BuildWords(program), IsEmpty());
  EXPECT_EQ(RecordedProgram({.program = source_})->build.inputs, program.build.inputs);
}

TEST_F(RecordedBuild, RefusesWhatARecordingIsNotTrustedWith) {
  for (const char* flag : {"-fplugin=/tmp/x.so", "-Xclang", "-include", "-B/tmp", "-Wl,-wrap", "@file",
                           "-fuse-ld=/tmp/ld", "-specs=x", "-Wp,-MD,x", "/tmp/evil.o", "-o"}) {
    EXPECT_FALSE(RecordedProgram(With({std::string("compile=") + flag}))) << flag;
    EXPECT_FALSE(RecordedProgram(With({std::string("link=") + flag}))) << flag;
  }
  EXPECT_FALSE(RecordedProgram(With({"gpu=x\nLD_PRELOAD=y"})));
  EXPECT_FALSE(RecordedProgram(With({"architecture=90x"})));
  EXPECT_THAT(RecordedProgram(With({"wish=1"})).error().message, HasSubstr("`wish=1`"));
}

TEST_F(RecordedBuild, SaysWhichSourceIsGone) {
  EXPECT_THAT(RecordedProgram(With({"input=gone.cpp"})).error().message, HasSubstr("`gone.cpp` is not there"));
  EXPECT_FALSE(RecordedProgram({.program = "gone.cu"}));
  EXPECT_FALSE(RecordedProgram({.program = source_, .build = {"input=" + other_}})) << "it is another program";
}

}  // namespace
}  // namespace lockstep::jobs
