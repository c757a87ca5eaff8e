// Outputs of the command: it never overwrites its inputs, never replaces devices and folders, and reports what it could
// not write.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "cli/run_lockstep.h"
#include "shared/trace/sample_recording.h"
#include "shared/trace/trace.h"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kGood[] = R"(#include <cstdio>
__global__ void Fill(int* out) { out[blockIdx.x * 32 + threadIdx.x] = threadIdx.x; }
__global__ void Twice(int* out) { out[threadIdx.x] *= 2; }
int main(int argc, char** argv) {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  Fill<<<2, 32>>>(out + 0 * argc);
  Twice<<<1, 32>>>(out);
  int host[32];
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("the program says %d\n", host[3]);
  cudaFree(out);
}
)";

std::string Good() { return Source("good.cu", kGood); }

std::string Bad() {
  return Source("bad.cu", R"(#include <cstdio>
__global__ void Fill(int* out) { out[threadIdx.x + 1] = 1; }
int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  Fill<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  printf("the program says hello\n");
}
)");
}

std::string Recorded() {
  EXPECT_TRUE(trace::WriteTrace(trace::SampleRecording(), OwnName(".lstrace")));
  return OwnName(".lstrace");
}

// --- the extension for an editor

TEST(VscodeInstall, CopiesTheExtensionAndSaysWhatToDoNext) {
  const fs::path home = fs::absolute(OwnName(".home"));
  fs::remove_all(home);
  fs::create_directories(home / ".vscode");
  const std::vector<std::string> environment{"HOME=" + home.string()};
  const ProcessResult installed = Lockstep({"vscode", "install"}, environment);
  ExpectStatus(installed, ExitStatus::kOk);
  EXPECT_THAT(installed.output, AllOf(HasSubstr("Next: start Visual Studio Code again"), HasSubstr("press F5")));
  const fs::path extension = home / ".vscode/extensions/lockstep";
  EXPECT_EQ(nlohmann::json::parse(TextOf(extension / "package.json"))["main"], "./extension.js");
  EXPECT_TRUE(fs::exists(extension / "extension.js"));

  std::ofstream(extension / "package.json") << "old";
  const ProcessResult again = Lockstep({"vscode", "install"}, environment);
  ExpectStatus(again, ExitStatus::kCannotWrite);
  EXPECT_THAT(again.errors, HasSubstr("--replace"));
  EXPECT_EQ(TextOf(extension / "package.json"), "old");
  ExpectStatus(Lockstep({"vscode", "install", "--replace"}, environment), ExitStatus::kOk);
  EXPECT_NE(TextOf(extension / "package.json"), "old");
}

TEST(VscodeInstall, RefusesAFolderThatDoesNotExist) {
  const fs::path home = fs::absolute(OwnName(".home"));
  fs::create_directories(home);
  const ProcessResult no_editor = Lockstep({"vscode", "install"}, {"HOME=" + home.string()});
  ExpectStatus(no_editor, ExitStatus::kCannotWrite);
  EXPECT_THAT(no_editor.errors, AllOf(HasSubstr(".vscode"), HasSubstr("--folder")));
  ExpectStatus(Lockstep({"vscode", "install", "--folder", "/nowhere/at/all"}), ExitStatus::kCannotWrite);
}

// --- pictures of a moment

TEST(Export, DrawsAMomentAsSvgAndRefusesWhatIsNotThere) {
  const std::string recording = Recorded(), picture = OwnName(".svg");
  ExpectStatus(Lockstep({"export", recording, "--svg", picture}), ExitStatus::kOk);
  EXPECT_THAT(TextOf(picture), AllOf(HasSubstr("<svg"), HasSubstr("</svg>")));
  const ProcessResult missing = Lockstep({"export", recording, "--svg", picture, "--array", "nowhere"});
  ExpectStatus(missing, ExitStatus::kBadInput);
  EXPECT_THAT(missing.errors, HasSubstr("the block has no such array; it has"));
  ExpectStatus(Lockstep({"export", recording}), ExitStatus::kBadUsage);
  ExpectStatus(Lockstep({"export", recording, "--svg", recording}), ExitStatus::kBadUsage);
}

// --- an output over an input

struct Overwriting {
  const char* name;
  std::vector<std::string> command;  // FILE stands for the victim
};

class OutputOverInput : public testing::TestWithParam<Overwriting> {};

TEST_P(OutputOverInput, IsRefusedBeforeAnythingIsDone) {
  const Overwriting& test = GetParam();
  const bool is_trace = test.command[0] == "view";
  const std::string victim = std::string("victim-") + test.name + (is_trace ? ".lstrace" : ".cu");
  if (is_trace) {
    ASSERT_TRUE(trace::WriteTrace(trace::SampleRecording(), victim));
  } else {
    std::ofstream(victim) << kGood;
  }
  fs::remove(victim + ".link");
  fs::create_hard_link(victim, victim + ".link");
  const std::string before = TextOf(victim);
  // By its own name, by another path, by a hard link.
  for (const std::string& output : {victim, fs::absolute(victim).string(), victim + ".link"}) {
    std::vector<std::string> command = test.command;
    for (std::string& word : command) {
      if (word == "FILE") word = victim;
      if (word == "OUTPUT") word = output;
    }
    const ProcessResult result = Lockstep(command);
    ExpectStatus(result, ExitStatus::kBadUsage);
    EXPECT_THAT(result.errors, AllOf(HasSubstr(output), HasSubstr("it is not overwritten")));
    EXPECT_EQ(TextOf(victim), before);
  }
}

INSTANTIATE_TEST_SUITE_P(
    , OutputOverInput,
    testing::Values(Overwriting{"build", {"build", "FILE", "-o", "OUTPUT"}},
                    Overwriting{"record", {"record", "FILE", "-o", "OUTPUT"}},
                    Overwriting{"debug", {"debug", "FILE", "--screenshot", "OUTPUT"}},
                    Overwriting{"debug_state", {"debug", "FILE", "--screenshot", "x.png", "--state-file", "OUTPUT"}},
                    Overwriting{"check_report", {"check", "FILE", "--report", "OUTPUT"}},
                    Overwriting{"check_record", {"check", "FILE", "--record", "OUTPUT"}},
                    Overwriting{"check_screenshot", {"check", "FILE", "--screenshot", "OUTPUT"}},
                    Overwriting{"compare_keep", {"compare", "FILE", "--keep", "OUTPUT"}},
                    Overwriting{"compare_screenshot", {"compare", "FILE", "--screenshot", "OUTPUT"}},
                    Overwriting{"view", {"view", "FILE", "--screenshot", "OUTPUT"}},
                    Overwriting{"nvcc", {"nvcc", "FILE", "-o", "OUTPUT"}},
                    Overwriting{"nvcc_object", {"nvcc", "-c", "FILE", "-o", "OUTPUT"}},
                    Overwriting{"nvcc_preprocess", {"nvcc", "-E", "FILE", "-o", "OUTPUT"}},
                    Overwriting{"nvcc_dependencies", {"nvcc", "-M", "FILE", "-MF", "OUTPUT"}}),
    [](const auto& tested) { return std::string(tested.param.name); });

TEST(Output, IsNotAnArgumentOfTheProgramNorASourceFileNorTwoThings) {
  std::ofstream("data.bin") << "the program's own";
  ExpectStatus(Lockstep({"record", Good(), "-o", "data.bin", "--", "data.bin"}), ExitStatus::kBadUsage);
  EXPECT_EQ(TextOf("data.bin"), "the program's own");
  std::ofstream("kernels.cuh") << "// mine";
  ExpectStatus(Lockstep({"record", Good(), "-o", "kernels.cuh"}), ExitStatus::kBadUsage);
  EXPECT_EQ(TextOf("kernels.cuh"), "// mine");
  const ProcessResult twice = Lockstep({"check", Good(), "--report", "both", "--record", "./both"});
  ExpectStatus(twice, ExitStatus::kBadUsage);
  EXPECT_THAT(twice.errors, HasSubstr("this is also what --report writes"));
}

TEST(Output, IsNotTheFileOfSuppressions) {
  std::ofstream("silence.txt") << "# nothing\n";
  ExpectStatus(Lockstep({"check", Good(), "--suppressions", "silence.txt", "--report", "silence.txt"}),
               ExitStatus::kBadUsage);
  EXPECT_EQ(TextOf("silence.txt"), "# nothing\n");
}

// --- what is no file

TEST(Record, WritesThroughALinkAndLeavesFoldersAndDevicesAlone) {
  fs::create_directories("empty-folder");
  const ProcessResult folder = Lockstep({"record", Good(), "-o", "empty-folder"});
  ExpectStatus(folder, ExitStatus::kCannotWrite);
  EXPECT_THAT(folder.errors, AllOf(HasSubstr("it is a folder"), Not(HasSubstr("recorded"))));
  EXPECT_TRUE(fs::is_directory("empty-folder"));

  std::ofstream("target.lstrace") << "old";
  fs::remove("link.lstrace");
  fs::create_symlink("target.lstrace", "link.lstrace");
  ExpectStatus(Lockstep({"record", Good(), "-o", "link.lstrace"}), ExitStatus::kOk);
  EXPECT_TRUE(fs::is_symlink("link.lstrace"));
  EXPECT_TRUE(trace::ReadTrace("target.lstrace"));

  fs::path device = "/dev/null";
  fs::remove("null");
  if (mknod("null", S_IFCHR | 0666, 0x103) == 0) device = "null";
  for (const std::string command : {"record -o", "build -o", "check --report"}) {
    ExpectStatus(Shell("lockstep " + command + " " + device.string() + " " + Good()), ExitStatus::kOk);
    EXPECT_TRUE(fs::is_character_file(device)) << command;
  }
  Shell("lockstep check --record " + device.string() + " " + Bad());
  EXPECT_TRUE(fs::is_character_file(device));
}

TEST(Record, WritesIntoAPipe) {
  fs::remove("pipe");
  ASSERT_EQ(mkfifo("pipe", 0644), 0);
  ExpectStatus(
      Shell("cat pipe > piped.lstrace & lockstep record " + Good() + " -o pipe; status=$?; wait; exit $status"),
      ExitStatus::kOk);
  EXPECT_TRUE(fs::is_fifo("pipe"));
  EXPECT_TRUE(trace::ReadTrace("piped.lstrace"));
}

// --- a full disk

struct Full {
  const char* name;
  std::string line;
};

class FullDisk : public testing::TestWithParam<Full> {};

TEST_P(FullDisk, IsReported) {
  Good();
  Bad();
  ASSERT_TRUE(trace::WriteTrace(trace::SampleRecording(), "sample.lstrace"));
  const ProcessResult result = Shell("lockstep " + GetParam().line);
  ExpectStatus(result, ExitStatus::kCannotWrite);
  EXPECT_THAT(result.errors,
              AllOf(HasSubstr("cannot write"), AnyOf(HasSubstr("No space left on device"), HasSubstr("was lost"))));
}

INSTANTIATE_TEST_SUITE_P(, FullDisk,
                         testing::Values(Full{"trace_info", "trace info sample.lstrace > /dev/full"},
                                         Full{"trace_dump", "trace dump sample.lstrace > /dev/full"},
                                         Full{"lesson_list", "lesson list > /dev/full"},
                                         Full{"help", "--help > /dev/full"}, Full{"check", "check bad.cu > /dev/full"},
                                         Full{"check_json", "check --json bad.cu > /dev/full"},
                                         Full{"check_report", "check bad.cu --report /dev/full"},
                                         Full{"check_record", "check bad.cu --record /dev/full"},
                                         Full{"record", "record good.cu -o /dev/full"},
                                         Full{"screenshot", "view sample.lstrace --screenshot /dev/full"},
                                         Full{"state", "view sample.lstrace --screenshot x.png --state-file /dev/full"},
                                         Full{"nvcc_preprocess", "nvcc -E good.cu > /dev/full"},
                                         Full{"nvcc_dependencies", "nvcc -M good.cu -MF /dev/full"}),
                         [](const auto& tested) { return std::string(tested.param.name); });

// A disk of a few pages, if root may mount one; otherwise nothing.
class SmallDisk {
 public:
  explicit SmallDisk(const std::string& folder) : folder_(folder) {
    fs::create_directories(folder);
    // In a separate namespace, the mount would disappear with the shell that made it.
    mounted_ = Start({"/bin/mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", folder}).status == 0;
  }
  ~SmallDisk() {
    if (mounted_) Start({"/bin/umount", "-l", folder_});
  }
  explicit operator bool() const { return mounted_; }
  void Fill() const { Start({"/bin/sh", "-c", "cat /dev/zero >'" + folder_ + "/filling'"}); }

 private:
  std::string folder_;
  bool mounted_ = false;
};

TEST(Check, ReportsALostReportAndNotThatNoKernelRan) {
  Lockstep({"check", Bad()});  // built
  const SmallDisk disk("full-temporary");
  if (!disk) GTEST_SKIP() << "no file system can be mounted here";
  disk.Fill();
  const ProcessResult result = Lockstep({"check", Bad()}, {"TMPDIR=" + fs::absolute("full-temporary").string()});
  ExpectStatus(result, ExitStatus::kCannotWrite);
  EXPECT_THAT(result.errors + result.output, AllOf(HasSubstr("TMPDIR"), Not(HasSubstr("no kernel ran"))));
}

TEST(Screenshot, IsCompleteOrMissing) {
  const SmallDisk disk("full-pictures");
  if (!disk) GTEST_SKIP() << "no file system can be mounted here";
  disk.Fill();
  const ProcessResult result = Lockstep({"view", Recorded(), "--screenshot", "full-pictures/x.png"});
  ExpectStatus(result, ExitStatus::kCannotWrite);
  EXPECT_FALSE(fs::exists("full-pictures/x.png"));
}

// --- closed streams

TEST(ClosedStreams, AreNoFilesOfOurs) {
  const std::string trace = Recorded();
  const ProcessResult lost = Shell("lockstep trace info " + trace + " >&-");
  ExpectStatus(lost, ExitStatus::kCannotWrite);
  EXPECT_THAT(lost.errors, HasSubstr("cannot write standard output: Bad file descriptor"));
  for (const std::string closed : {"<&-", ">&-", "2>&-", "<&- >&- 2>&-"}) {
    ExpectStatus(Shell("lockstep record " + Good() + " -o closed.lstrace " + closed), ExitStatus::kOk);
    EXPECT_TRUE(trace::ReadTrace("closed.lstrace")) << closed;
    ExpectStatus(Shell("lockstep check " + Good() + " --report closed.txt " + closed), ExitStatus::kOk);
    EXPECT_THAT(TextOf("closed.txt"), AllOf(HasSubstr("checked 2 launches"), Not(HasSubstr("the program says"))));
  }
}

// --- names that are not UTF-8

TEST(AnyBytes, AreNamesAndArguments) {
  const std::string folder = "d\xff", name = folder + "/good\xfe.cu";
  fs::create_directories(folder);
  Source(name, kGood);
  ExpectStatus(Lockstep({"run", name}), ExitStatus::kOk);
  ExpectStatus(Lockstep({"check", "--json", name}), ExitStatus::kOk);
  ExpectStatus(Lockstep({"record", name, "-o", folder + "/x\xfd.lstrace", "--", "\xff"}), ExitStatus::kOk);
  EXPECT_TRUE(trace::ReadTrace(folder + "/x\xfd.lstrace"));
  ExpectStatus(Lockstep({"trace", "dump", "--json", folder + "/x\xfd.lstrace"}), ExitStatus::kOk);
  ExpectStatus(Lockstep({"view", folder + "/x\xfd.lstrace", "--screenshot", folder + "/x.png", "--state-file",
                         folder + "/state"}),
               ExitStatus::kOk);
  ExpectStatus(Lockstep({"record", "--kernel", "\xff", Good(), "-o", "no.lstrace"}), ExitStatus::kBadUsage);
  ExpectStatus(Lockstep({"check", Good()}, {"TMPDIR=" + fs::absolute(folder).string()}), ExitStatus::kOk);
  Source(folder + "/bad\xfe.cu", TextOf(Bad()));
  ExpectStatus(Lockstep({"check", folder + "/bad\xfe.cu", "--record", folder + "/f.lstrace"}), ExitStatus::kFindings);
  EXPECT_TRUE(trace::ReadTrace(folder + "/f.lstrace"));
}

// --- output for machines stands alone

TEST(CheckJson, IsAloneOnStandardOutput) {
  for (const std::string flag : {"--json", "--sarif"}) {
    const ProcessResult result = Lockstep({"check", flag, Bad()});
    ExpectStatus(result, ExitStatus::kFindings);
    EXPECT_TRUE(nlohmann::json::accept(result.output)) << result.output;
    EXPECT_THAT(result.errors, HasSubstr("the program says hello"));
  }
  const ProcessResult text = Lockstep({"check", Bad()});
  EXPECT_THAT(text.output, HasSubstr("the program says hello\n---- lockstep check ----\n"));
}

}  // namespace
}  // namespace lockstep::cli
