// `lockstep lesson grade`, end to end: a class with honest and hostile submissions, graded once through the command.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <thread>

#include "cli/run_lockstep.h"
#include "shared/base/sandbox.h"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

const fs::path kClass = fs::absolute("class"), kLesson = kClass / "lesson", kHidden = kClass / "hidden",
               kAnswers = kClass / "answers";
const std::string kMark = "98761." + std::to_string(getpid());

// However busy the machine is: CTest ends a test that does not end.
ProcessResult Patiently(std::vector<std::string> words, std::vector<std::string> environment) {
  return Lockstep(std::move(words), std::move(environment), std::chrono::seconds(850));
}

// The answer with `head` before everything, `body` in the kernel, and `start` and `end` in main.
struct Parts {
  std::string head, start, body = "if (i < n) out[i] = i * i;", end;
};

std::string Answer(const Parts& parts) {
  return parts.head + R"(
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unistd.h>
#include "lockstep/publish.h"
__global__ void squares(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  )" + parts.body +
         R"(
}
int main(int argc, char** argv) {
  )" + parts.start +
         R"(
  const int n = std::atoi(argv[1]);
  int* d_out;
  cudaMalloc(&d_out, n * sizeof(int));
  LOCKSTEP_PUBLISH(d_out, n);
  squares<<<(n + 31) / 32, 32>>>(d_out, n);
  cudaDeviceSynchronize();
  cudaFree(d_out);
  )" + parts.end +
         R"(
}
)";
}

// Its kernel is compiled by NVRTC while it runs, and so is a text that reads the solution.
std::string CompilesItsKernel() {
  return R"(#include <cuda.h>
#include <cuda_runtime.h>
#include <nvrtc.h>
#include <cstdlib>
#include <string>
#include "lockstep/publish.h"
const char kText[] = R"_(extern "C" __global__ void squares(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i * i;
}
)_";
std::string Compiled(const std::string& text) {
  nvrtcProgram program;
  if (nvrtcCreateProgram(&program, text.c_str(), "squares.cu", 0, nullptr, nullptr) != NVRTC_SUCCESS) return "";
  std::size_t size = 0;
  if (nvrtcCompileProgram(program, 0, nullptr) != NVRTC_SUCCESS) return "";
  nvrtcGetPTXSize(program, &size);
  std::string ptx(size, 0);
  nvrtcGetPTX(program, ptx.data());
  return ptx;
}
int main(int, char** argv) {
  int n = std::atoi(argv[1]);
  int* d_out;
  cudaMalloc(&d_out, n * sizeof(int));
  LOCKSTEP_PUBLISH(d_out, n);
  if (!Compiled("#include \")" +
         (kLesson / "solution.cu").string() + R"(\"\n").empty()) return 42;
  CUmodule module;
  CUfunction squares;
  if (cuModuleLoadData(&module, Compiled(kText).c_str()) || cuModuleGetFunction(&squares, module, "squares")) return 41;
  void* arguments[] = {&d_out, &n};
  if (cuLaunchKernel(squares, (n + 31) / 32, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr)) return 41;
  cudaDeviceSynchronize();
  cuModuleUnload(module);
  cudaFree(d_out);
}
)";
}

void Write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

// Returns 42 from main if one of the files can be opened.
std::string Opens(const std::vector<fs::path>& files) {
  std::string code;
  for (const fs::path& file : files) code += "if (std::fopen(\"" + file.string() + "\", \"r\")) return 42;\n";
  return code;
}

void WriteLesson() {
  Write(kLesson / "lesson.md", "# Squares\n\n## One\n\nText.\n\n## Exercise\n\n<!-- exercise -->\n");
  Write(kLesson / "solution.cu", Answer({}));
  Write(kLesson / "exercise.cu", Answer({.body = "out[i] = i * i;"}));
  const json checks = {{{"kind", "clean"}, {"points", 2}}, {{"kind", "compare"}, {"array", "d_out"}}};
  const json exercise = {{"file", "exercise.cu"},
                         {"solution", "solution.cu"},
                         {"runs", {{{"arguments", {"100"}}}}},
                         {"checks", checks},
                         {"fails", "out-of-bounds-global"}};
  Write(kLesson / "lesson.json", json{{"number", 901},
                                      {"title", "Squares"},
                                      {"text", "lesson.md"},
                                      {"program", "solution.cu"},
                                      {"arguments", {"100"}},
                                      {"exercise", exercise}}
                                     .dump());
  Write(kHidden / "hidden.json",
        json{{"runs", {{{"arguments", {"64"}}}, {{"arguments", {"200", "{hidden}/secret.txt"}}}}}}.dump());
  Write(kHidden / "secret.txt", "secret\n");
}

void WriteHonest() {
  Write(kAnswers / "right.cu", Answer({}));
  Write(kAnswers / "given.cu", Answer({.body = "out[i] = i * i;"}));
  Write(kAnswers / "wrong.cu", Answer({.body = "if (i < n) out[i] = i == 7 ? 1 : i * i;"}));
  Write(kAnswers / "broken.cu", Answer({.body = "out[i] = j;"}));
  Write(kAnswers / "only_100.cu", Answer({.body = "if (i < 100 && i < n) out[i] = i * i;"}));
  Write(kAnswers / "folder" / "exercise.cu",
        "#include \"mine.cuh\"\n" + Answer({.body = "if (i < n) out[i] = SQUARE(i);"}));
  Write(kAnswers / "folder" / "mine.cuh", "#define SQUARE(i) ((i) * (i))\n");
  Write(kAnswers / "notes.txt", "not a submission\n");
}

void WriteHostile() {
  Write(kAnswers / "loops.cu", Answer({.start = "for (volatile int i = 0;;) i = i + 1;"}));
  Write(kAnswers / "endless_kernel.cu", Answer({.body = "for (volatile int k = 0; k < 1; k = 0) {}"}));
  Write(kAnswers / "prints.cu", Answer({.start = "for (;;) std::puts(\"a line that is printed for ever\");"}));
  Write(kAnswers / "forks.cu", Answer({.start = "for (int i = 0; i < 8; ++i) fork();\nsleep(100);"}));
  Write(kAnswers / "reads.cu",
        Answer({.start = Opens({kHidden / "hidden.json", kLesson / "solution.cu", kLesson / "lesson.json",
                                "/etc/passwd", kAnswers / "right.cu"})}));
  Write(kAnswers / "reads_while_compiled.cu",
        Answer({.head = "#if __has_include(\"" + (kHidden / "hidden.json").string() + "\") || __has_include(\"" +
                        (kLesson / "solution.cu").string() + "\")\n#error it can be read\n#endif\n"}));
  Write(kAnswers / "includes.cu", Answer({.head = "#include \"/etc/passwd\"\n"}));
  Write(kAnswers / "assembles.cu",
        Answer({.head = "asm(\".incbin \\\"" + (kHidden / "secret.txt").string() + "\\\"\");\n"}));
  Write(kAnswers / "deletes.cu", Answer({.start = "(void)!std::system(\"rm -rf --no-preserve-root " + kClass.string() +
                                                  "/* / 2>/dev/null\");"}));
  Write(kAnswers / "exits.cu", Answer({.start = "std::exit(0);"}));
  Write(kAnswers / "exits_after.cu", Answer({.body = "if (i < n) out[i] = 0;", .end = "_exit(0);"}));
  Write(kAnswers / "prints_the_result.cu",
        "#include <cstdio>\nint main() { std::puts(\"`d_out` is right. Solved.\"); }\n");
  Write(kAnswers / "takes_memory.cu", Answer({.start = "for (;;) std::memset(std::malloc(1 << 22), 1, 1 << 22);"}));
  Write(kAnswers / "fills_the_disk.cu",
        Answer({.start = "for (int i = 0;; ++i) std::fclose(std::fopen(std::to_string(i).c_str(), \"w\"));"}));
  Write(kAnswers / "deletes_its_files.cu",
        Answer({.head = "#include <fcntl.h>\n",
                .start = "for (int i = 0; i < 4; ++i) {\n"
                         "  const int file = open(\"f\", O_CREAT | O_RDWR, 0600);\n"
                         "  unlink(\"f\");\n  posix_fallocate(file, 0, 200 << 20);\n}\npause();"}));
  // So large that its pages share one file of poison.
  Write(
      kAnswers / "uses_the_system.cu",
      Answer({.head = "#include <cublas_v2.h>\n#include <cufft.h>\n#include <curand.h>\n"
                      "#include <sys/wait.h>\n#include <thread>\n",
              .start = "cublasHandle_t blas;\nif (cublasCreate(&blas) || cublasDestroy(blas)) return 41;\n"
                       "cufftHandle plan;\nif (cufftPlan1d(&plan, 64, CUFFT_C2C, 1) || cufftDestroy(plan)) return 41;\n"
                       "curandGenerator_t random;\n"
                       "if (curandCreateGenerator(&random, CURAND_RNG_PSEUDO_DEFAULT)) return 41;\n"
                       "if (curandDestroyGenerator(random)) return 41;\n"
                       "void* large = nullptr;\n"
                       "if (cudaMalloc(&large, 128 << 20) || cudaFree(large)) return 42;\n"
                       "int sum = 0;\nstd::thread([&] { sum += 1; }).join();\n"
                       "FILE* pipe = popen(\"echo 2\", \"r\");\n"
                       "if (!pipe || std::fgetc(pipe) != '2' || pclose(pipe) || sum != 1) return 42;\n"
                       "if (fork() == 0) _exit(0);\nwait(nullptr);"}));
  Write(kAnswers / "compiles.cu", CompilesItsKernel());
  Write(kAnswers / "crashes.cu", Answer({.start = "*(volatile int*)1 = 0;"}));
  Write(kAnswers / "survives.cu",
        Answer({.start = "if (fork() == 0) { setsid(); if (fork() == 0) execl(\"/bin/sleep\", \"sleep\", \"" + kMark +
                         "\", nullptr); _exit(0); }"}));
  Write(kAnswers / "looks_at_variables.cu",
        Answer({.start = "if (std::getenv(\"CLASS_TOKEN\")) return 42;\n"
                         "std::string all(100000, ' ');\n"
                         "for (const char* name : {\"/proc/1/environ\", \"/proc/2/environ\"})\n"
                         "  if (FILE* file = std::fopen(name, \"r\")) {\n"
                         "    all.resize(std::fread(all.data(), 1, all.size(), file));\n"
                         "    if (all.find(\"very-secret\") != all.npos) return 42;\n  }"}));
  Write(kAnswers / "links_its_recording.cu",
        Answer({.end = "std::string s = std::getenv(\"LOCKSTEP_RECORD\") ? std::getenv(\"LOCKSTEP_RECORD\") : \"\";\n"
                       "const auto at = s.find(\"\\\"path\\\":\\\"\") + 8;\n"
                       "if (at > 8) {\n  s = s.substr(at, s.find('\"', at) - at);\n"
                       "  (void)!symlink(\"/etc/passwd\", s.c_str());\n  _exit(0);\n}"}));
  Write(kAnswers / "bombs_the_compiler.cu",
        Answer({.head = "template <int N, int I> struct B : B<N - 1, 2 * I>, B<N - 1, 2 * I + 1> {};\n"
                        "template <int I> struct B<0, I> {};\nB<26, 1> b;\n"}));
  Write(kAnswers / "deletes_its_recording.cu", Answer({.end = "(void)!std::system(\"rm -rf -- \\\"$TMPDIR\\\"/*\");"}));
  Write(kAnswers / "looks_at_its_name.cu",
        Answer({.start = "char name[4096] = {};\n"
                         "(void)!readlink(\"/proc/self/exe\", name, sizeof name - 1);\n"
                         // The folder of all temporary files has any name, and the same for all runs.
                         "const std::string temporary = R\"_(" +
                         fs::temp_directory_path().string() +
                         ")_\";\n"
                         "for (std::string own : {name, argv[0]}) {\n"
                         "  if (own.rfind(temporary, 0) == 0) own.erase(0, temporary.size());\n"
                         "  for (const char* mode : {\"check\", \"record\", \"explain\"})\n"
                         "    if (own.find(mode) != own.npos) return 42;\n}"}));
  const std::string races = "if (i < n) out[n - 1] = 1;\nif (i < n) out[i] = i * i;";
  Write(kAnswers / "computes_when_recorded.cu",
        Answer({.head = R"(#include <cuda_runtime.h>
#include "lockstep/publish.h"
__global__ void clears(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 0;
}
void Clear(int n) {
  int* d_out;
  cudaMalloc(&d_out, n * sizeof(int));
  LOCKSTEP_PUBLISH(d_out, n);
  clears<<<(n + 31) / 32, 32>>>(d_out, n);
  cudaFree(d_out);
}
)",
                .start = "std::string all(100000, ' ');\nFILE* file = std::fopen(\"/proc/self/environ\", \"r\");\n"
                         "all.resize(std::fread(all.data(), 1, all.size(), file));\n"
                         "if (all.find(\"LOCKSTEP_RECORD=\") == all.npos) return Clear(std::atoi(argv[1])), 0;",
                .body = races}));
  Write(kAnswers / "ends_when_checked.cu", Answer({.head = "#include <sys/syscall.h>\n",
                                                   .start = "if (std::getenv(\"LOCKSTEP_CHECK\")) "
                                                            "syscall(SYS_exit_group, 0);",
                                                   .body = races}));
  for (int i = 0; i < 4100; ++i) Write(kAnswers / "many" / (std::to_string(i) + ".h"), "");
  Write(kAnswers / "many" / "exercise.cu", Answer({}));
  Write(kAnswers / "crashes_the_compiler.cu", Answer({.head = "#pragma clang __debug crash\n"}));
  Write(kAnswers / "says_the_compiler_crashed.cu", Answer({.head = "#error PLEASE submit a bug report\n"}));
  Write(kAnswers / "says_the_disk_is_full.cu", Answer({.head = "#error No space left on device\n"}));
  fs::create_symlink(kLesson / "solution.cu", kAnswers / "link.cu");
  fs::create_symlink(kLesson / "nothing.cu", kAnswers / "link_to_nothing.cu");
  fs::create_directories(kAnswers / "links_out");
  fs::create_symlink(kLesson, kAnswers / "links_out" / "solution");
  mkfifo((kAnswers / "pipe.cu").c_str(), 0600);
  Write(kAnswers / "\x1b[31mred\n=1.cu", "int main() {}\n");
  Write(kAnswers / "-o.cu", Answer({}));
}

class LessonGrade : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    fs::remove_all(kClass);
    WriteLesson();
    WriteHonest();
    if (const auto found = FindSandbox(); !found) {
      reason_ = found.error().message;
      return;
    }
    WriteHostile();
    result_ = GradeInto("all", {"--hidden", kHidden.string()});
    report_ = json::parse(TextOf(kClass / "all.json"), nullptr, false);
  }
  void SetUp() override {
    if (!reason_.empty()) GTEST_SKIP() << "no sandbox here: " << reason_;
    ExpectStatus(result_, ExitStatus::kOk);
    ASSERT_FALSE(report_.is_discarded());
  }

  static ProcessResult GradeInto(const std::string& name, std::vector<std::string> more,
                                 const fs::path& answers = kAnswers) {
    std::vector<std::string> words{"lesson",    "grade", kLesson.string(), answers.string(),
                                   "--seconds", "4",     "--memory",       "600"};
    for (const char* kind : {"csv", "json", "junit"})
      words.insert(words.end(), {"--" + std::string(kind), (kClass / (name + "." + kind)).string()});
    words.insert(words.end(), more.begin(), more.end());
    return Patiently(words, {"CLASS_TOKEN=very-secret", "LOCKSTEP_LESSONS=" + (kClass / "work").string()});
  }

  static json Of(const std::string& name) {
    for (const json& answer : report_.at("answers"))
      if (answer.at("name") == name) return answer;
    ADD_FAILURE() << "no verdict on " << name;
    return {{"state", ""}, {"fault", ""}, {"points", -1}, {"sentence", ""}, {"compiler_output", ""}};
  }
  static void Expect(const std::string& name, const std::string& state, const json& fault, double points) {
    const json answer = Of(name);
    EXPECT_EQ(answer.at("state"), state) << answer.dump(2);
    EXPECT_EQ(answer.at("fault"), fault) << answer.dump(2);
    EXPECT_EQ(answer.at("points"), points) << answer.dump(2);
  }
  static void ExpectSolved(const std::string& name) { Expect(name, "solved", nullptr, 3); }

  static std::string reason_;
  static ProcessResult result_;
  static json report_;
};
std::string LessonGrade::reason_;
ProcessResult LessonGrade::result_;
json LessonGrade::report_;

TEST_F(LessonGrade, GradesHonestAnswersAsLessonCheckDoes) {
  ExpectSolved("right");
  ExpectSolved("folder");
  ExpectSolved("-o");
  ExpectSolved("uses_the_system");
  ExpectSolved("compiles");
  Expect("given", "wrong", "out-of-bounds-global", 0);
  Expect("wrong", "wrong", "wrong-value", 2);
  Expect("broken", "does not compile", "does-not-compile", 0);
  EXPECT_THAT(std::string(Of("broken").at("compiler_output")), HasSubstr("exercise.cu:"));
}

TEST_F(LessonGrade, UsesHiddenRunsWithoutTellingTheirInputs) {
  Expect("only_100", "wrong", "not-written", 2);
  EXPECT_THAT(std::string(Of("only_100").at("sentence")), HasSubstr("With hidden run 2: "));
  EXPECT_TRUE(Of("only_100").at("checks").at(1).at("hidden"));
  EXPECT_EQ(report_.at("hidden_runs"), 2);
}

TEST_F(LessonGrade, EndsWhatDoesNotEnd) {
  Expect("loops", "failed", "time-limit", 0);
  EXPECT_THAT(std::string(Of("loops").at("sentence")), HasSubstr("more than 4 s of processor time"));
  Expect("endless_kernel", "failed", "time-limit", 0);
  Expect("prints", "failed", "too-much-output", 0);
}

TEST_F(LessonGrade, EndsWhatTakesTooMuch) {
  Expect("forks", "failed", "too-many-processes", 0);
  Expect("takes_memory", "failed", "too-much-memory", 0);
  Expect("fills_the_disk", "failed", "too-many-files", 0);
  Expect("deletes_its_files", "failed", "too-many-files", 0);
  EXPECT_EQ(Of("bombs_the_compiler").at("state"), "does not compile");
  EXPECT_THAT(std::string(Of("bombs_the_compiler").at("sentence")), HasSubstr("The compiler was ended: it used more"));
}

// Else a submission could choose not to be graded, and end every grading of the class with an error.
TEST_F(LessonGrade, GradesWhatMakesTheCompilerCrashOrSaysSo) {
  Expect("crashes_the_compiler", "does not compile", "compiler-crashed", 0);
  EXPECT_EQ(Of("crashes_the_compiler").at("compiler_output"), "");
  EXPECT_THAT(result_.errors, HasSubstr("the compiler crashed on crashes_the_compiler: look at its source"));
  for (const char* name : {"says_the_compiler_crashed", "says_the_disk_is_full"})
    Expect(name, "does not compile", "does-not-compile", 0);
}

TEST_F(LessonGrade, ShowsASubmissionNothingButItsOwn) {
  for (const char* name : {"reads", "reads_while_compiled", "looks_at_variables"}) ExpectSolved(name);
  Expect("includes", "does not compile", "does-not-compile", 0);
  Expect("assembles", "does not compile", "does-not-compile", 0);
  for (const char* kind : {"csv", "json", "junit"})
    EXPECT_THAT(TextOf(kClass / (std::string("all.") + kind)),
                Not(testing::AnyOf(HasSubstr("root:"), HasSubstr("very-secret"))));
}

TEST_F(LessonGrade, LeavesNothingBehind) {
  ExpectSolved("deletes");
  EXPECT_TRUE(fs::exists(kHidden / "hidden.json"));
  EXPECT_TRUE(fs::exists(kLesson / "solution.cu"));
  Expect("survives", "solved", nullptr, 3);
  EXPECT_EQ(Start({"/usr/bin/pgrep", "-f", "sleep " + kMark}).output, "");
}

TEST_F(LessonGrade, TellsASubmissionNotWhetherItIsChecked) { ExpectSolved("looks_at_its_name"); }

TEST_F(LessonGrade, ComparesWhatCheckedRunsLeave) {
  Expect("computes_when_recorded", "wrong", "differs", 1);
  EXPECT_THAT(std::string(Of("computes_when_recorded").at("sentence")),
              HasSubstr("The checked run in thread order serial wrote other results: `d_out[1]` is 0 and should be 1"));
  Expect("ends_when_checked", "wrong", "differs", 1);
}

TEST_F(LessonGrade, FailsWhatDoesNotComputeTheResult) {
  Expect("exits", "failed", "no-kernel", 0);
  EXPECT_NE(Of("exits_after").at("state"), "solved");
  Expect("prints_the_result", "failed", "no-kernel", 0);
  Expect("crashes", "failed", "program-failed", 0);
  Expect("deletes_its_recording", "failed", "program-failed", 0);
  EXPECT_THAT(std::string(Of("deletes_its_recording").at("sentence")), HasSubstr("did it delete or change files"));
  // The recording takes the link's place; what the link leads to is not touched.
  Expect("links_its_recording", "solved", nullptr, 3);
}

TEST_F(LessonGrade, TakesPlainFilesOnly) {
  for (const char* name : {"link", "link_to_nothing", "links_out", "pipe", "many"})
    Expect(name, "failed", "no-program", 0);
  EXPECT_THAT(std::string(Of("many").at("sentence")), HasSubstr("4000 files and folders or more"));
}

TEST_F(LessonGrade, MakesNamesHarmless) {
  Expect("\\x1b[31mred\\n=1", "failed", "no-kernel", 0);
  EXPECT_THAT(result_.output, Not(HasSubstr("\x1b")));
  EXPECT_THAT(TextOf(kClass / "all.csv"), Not(HasSubstr("\x1b")));
  EXPECT_THAT(TextOf(kClass / "all.junit"), Not(HasSubstr("\x1b")));
}

TEST_F(LessonGrade, StatesWhatTheVerdictsDependOn) {
  EXPECT_EQ(report_.at("sandbox"), "bubblewrap");
  EXPECT_THAT(std::string(report_.at("limits")), HasSubstr("4 s of processor time"));
  EXPECT_THAT(TextOf(kClass / "all.csv"), HasSubstr(std::string(report_.at("inputs"))));
  EXPECT_THAT(TextOf(kClass / "all.junit"), HasSubstr(std::string(report_.at("inputs"))));
}

TEST_F(LessonGrade, GivesTheSameVerdictsOneByOne) {
  const fs::path some = kClass / "some";
  for (const char* name : {"wrong.cu", "given.cu", "right.cu", "only_100.cu"})
    Write(some / name, TextOf(kAnswers / name));
  ExpectStatus(GradeInto("one_by_one", {"--jobs", "1"}, some), ExitStatus::kOk);
  ExpectStatus(GradeInto("at_once", {"--jobs", "4"}, some), ExitStatus::kOk);
  EXPECT_EQ(TextOf(kClass / "one_by_one.csv"), TextOf(kClass / "at_once.csv"));
  EXPECT_EQ(TextOf(kClass / "one_by_one.json"), TextOf(kClass / "at_once.json"));
}

// --- with or without a sandbox

TEST(LessonGradeWithout, StatesItsExitStatusStrictly) {
  const std::string lesson = kLesson.string();
  const auto grade = [&](std::vector<std::string> more) {
    std::vector<std::string> words{"lesson", "grade", lesson};
    words.insert(words.end(), more.begin(), more.end());
    return Patiently(words, {"LOCKSTEP_LESSONS=" + (kClass / "work").string()});
  };
  fs::create_directories(kClass / "empty");
  ExpectStatus(grade({(kClass / "empty").string()}), ExitStatus::kBadInput);
  ExpectStatus(grade({(kClass / "missing").string()}), ExitStatus::kBadUsage);
  ExpectStatus(grade({(kAnswers / "right.cu").string(), "--no-sandbox", "--csv", "/no/such/folder/x.csv"}),
               ExitStatus::kCannotWrite);
  ExpectStatus(grade({(kAnswers / "right.cu").string(), "--no-sandbox", "--hidden", (kClass / "empty").string()}),
               ExitStatus::kBadInput);
  Write(kClass / "unfair" / "hidden.json", R"({"runs": [{"arguments": ["64"]}], "run": []})");
  const ProcessResult unfair =
      grade({(kAnswers / "right.cu").string(), "--no-sandbox", "--hidden", (kClass / "unfair").string()});
  ExpectStatus(unfair, ExitStatus::kBadInput);
  EXPECT_THAT(unfair.errors, HasSubstr("`run` is not a field that is known"));
}

// Ends the process with this command line by a signal, as soon as there is one.
void CrashSoon(const std::stop_token& stop, const std::string& command) {
  while (!stop.stop_requested()) {
    const std::string found = Start({"/usr/bin/pgrep", "-f", command}).output;
    if (!found.empty()) return (void)kill(std::stoi(found), SIGSEGV);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

TEST(LessonGradeWithout, GradesTheOthersWhereItCrashesOnOne) {
  const std::string folder = "three" + std::to_string(getpid());
  const fs::path answers = kClass / folder;
  for (const char* name : {"a.cu", "c.cu"}) Write(answers / name, Answer({}));
  Write(answers / "b.cu", Answer({.start = "sleep(600);"}));
  // A pattern: the path of the class may have brackets.
  const std::jthread crash(CrashSoon, "lesson grade .*--submission .*/" + folder + "/b.cu");
  const std::string csv = (kClass / "three.csv").string();
  const ProcessResult result =
      Patiently({"lesson", "grade", kLesson.string(), answers.string(), "--no-sandbox", "--jobs", "1", "--csv", csv},
                {"LOCKSTEP_LESSONS=" + (kClass / "work").string()});
  ExpectStatus(result, ExitStatus::kInternal);
  EXPECT_THAT(TextOf(csv), HasSubstr("\na,solved,3,3,"));
  EXPECT_THAT(TextOf(csv), HasSubstr("\nb,not graded,0,3,,\"Lockstep failed while it graded this submission (it was "
                                     "ended by signal 11"));
  EXPECT_THAT(TextOf(csv), HasSubstr("\nc,solved,3,3,"));
}

TEST(LessonGradeWithout, KeepsTheLimits) {
  Write(kClass / "few" / "right.cu", Answer({}));
  Write(kClass / "few" / "loops.cu", Answer({.start = "for (volatile int i = 0;;) i = i + 1;"}));
  Write(kClass / "few" / "takes_memory.cu",
        Answer({.start = "for (;;) std::memset(std::malloc(1 << 22), 1, 1 << 22);"}));
  const ProcessResult result = Patiently({"lesson", "grade", kLesson.string(), (kClass / "few").string(),
                                          "--no-sandbox", "--seconds", "4", "--memory", "600"},
                                         {"LOCKSTEP_LESSONS=" + (kClass / "work").string()});
  ExpectStatus(result, ExitStatus::kOk);
  // Whatever the width of the columns.
  const std::string table = std::regex_replace(result.output, std::regex(" +"), " ");
  EXPECT_THAT(table, HasSubstr("loops failed 0 / 3 time-limit: "));
  EXPECT_THAT(table, HasSubstr("right solved 3 / 3"));
  EXPECT_THAT(table, HasSubstr("takes_memory failed 0 / 3 too-much-memory: "));
  EXPECT_THAT(result.output, HasSubstr("sandbox: none"));
}

}  // namespace
}  // namespace lockstep::cli
