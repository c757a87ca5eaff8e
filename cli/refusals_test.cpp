// Invalid flags, names and variables are refused with an error message; programs with unusual behaviour are still
// recorded and checked.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "cli/run_lockstep.h"
#include "shared/trace/sample_recording.h"
#include "shared/trace/trace.h"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string Good() {
  return Source("good.cu", R"(#include <cstdio>
__global__ void Fill(int* out) { out[threadIdx.x] = threadIdx.x; }
__global__ void Twice(int* out) { out[threadIdx.x] *= 2; }
int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  Fill<<<2, 32>>>(out);
  Twice<<<1, 32>>>(out);
  cudaFree(out);
}
)");
}

void ExpectRefused(const std::vector<std::string>& command, const std::string& names,
                   const std::vector<std::string>& environment = {}) {
  const ProcessResult result = Lockstep(command, environment);
  ExpectStatus(result, ExitStatus::kBadUsage);
  EXPECT_THAT(result.errors, HasSubstr(names));
}

TEST(Flags, WithInvalidValuesAreRefused) {
  ASSERT_TRUE(trace::WriteTrace(trace::SampleRecording(), "sample.lstrace"));
  for (const std::string limit : {"nan", "inf", "-1", "0", "1e300", "5x", ""})
    for (const std::string command : {"run", "check", "record", "debug", "compare"})
      ExpectRefused({command, Good(), "--limit=" + limit}, "--limit");
  ExpectRefused({"run", Good(), "--order", "bogus"}, "--order bogus");
  ExpectRefused({"run", Good(), "--std", "c++99"}, "`-std=c++99`: the standards are c++14");
  ExpectRefused({"check", Good(), "--rounds", "0"}, "--rounds");
  for (const std::string size : {"8192x8192", "16384x16384", "-800x600", "800x-600", "0x320x240", "800x600x2", "800"})
    ExpectRefused({"view", "sample.lstrace", "--screenshot", "x.png", "--size=" + size}, "--size " + size);
  ExpectRefused({"view", "sample.lstrace", "--screenshot", "x.png", "--size", "4000x3000", "--scale", "4"},
                "--scale 4");
  ExpectRefused({"view", "sample.lstrace", "--screenshot", "x.png", "--scale", "nan"}, "--scale nan");
  ExpectRefused({"view", "sample.lstrace", "--screenshot", "x.png", "--step=-5"}, "--step");
  ExpectRefused({"view", "sample.lstrace", "--screenshot", "x.png", "--mouse", "nan,nan"}, "--mouse nan,nan");
  ExpectRefused({"view", "sample.lstrace", "--screenshot", "x.png", "--press", "\x01"}, "--press");
  ExpectRefused({"view", "sample.lstrace", "--screenshot", "x.png", "--thread=-1,0,0/0,0,0"}, "--thread -1,0,0/0,0,0");
}

TEST(Inputs, ThatNeitherCompileNorLinkAreRefused) {
  std::ofstream("notes.txt") << "to do";
  ASSERT_TRUE(trace::WriteTrace(trace::SampleRecording(), "sample.lstrace"));
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"run", "notes.txt"}, {"check", Good(), "notes.txt"}, {"compare", "sample.lstrace"}}) {
    const ProcessResult result = Lockstep(command);
    ExpectStatus(result, ExitStatus::kBadInput);
    EXPECT_THAT(result.errors, HasSubstr(command.back() + " is neither a source (.cu, .cpp, .c) nor an object"));
  }
}

TEST(Flags, WithAnUnknownDeviceAreRefused) {
  ExpectRefused({"run", "--device", "GTX", Good()}, "--device GTX: the devices are P100, GTX 1080, ");
  ExpectRefused({"check", "--device", "RTX 1", Good()}, "--device RTX 1: the devices are P100, GTX 1080, ");
}

TEST(Flags, WithADeviceGiveItsPropertiesAndArchitecture) {
  const std::string source = Source("device.cu", R"(#include <cstdio>
__global__ void Show() {
#if defined(__CUDA_ARCH__)
  printf("%d\n", __CUDA_ARCH__);
#endif
}
int main() {
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  printf("%s %d.%d %d %zu\n", device.name, device.major, device.minor, device.multiProcessorCount,
         device.sharedMemPerBlockOptin);
  fflush(stdout);
  Show<<<1, 1>>>();
  return cudaDeviceSynchronize();
}
)");
  EXPECT_EQ(Lockstep({"run", "--device", "a100", source}).output, "NVIDIA A100-SXM4-80GB 8.0 108 166912\n800\n");
  EXPECT_EQ(Lockstep({"run", "--device", "T4", "-arch=sm_70", source}).output, "Tesla T4 7.5 40 65536\n700\n");
  EXPECT_THAT(Lockstep({"check", "--device", "rtx-4060", source}).output,
              HasSubstr("NVIDIA GeForce RTX 4060 8.9 24 101376\n890\n"));
  EXPECT_THAT(Lockstep({"record", "--device", "P100", "-o", "device.lstrace", source}).output,
              HasSubstr("Tesla P100-SXM2-16GB 6.0 56 49152\n600\n"));
}

TEST(Variables, WithInvalidValuesAreRefused) {
  for (const std::string variable :
       {"LOCKSTEP_DEVICE=GTX", "LOCKSTEP_ORDER=bogus", "LOCKSTEP_WORKERS=-5", "LOCKSTEP_WORKERS=abc",
        "LOCKSTEP_WORKERS=0", "LOCKSTEP_WORKERS=999999999", "LOCKSTEP_DEVICE_MEMORY=-1", "LOCKSTEP_DEVICE_MEMORY=0",
        "LOCKSTEP_DEVICE_MEMORY=100000000000000000000"})
    ExpectRefused({"run", Good()}, variable, {variable});
  ExpectStatus(Lockstep({"run", Good()}, {"LOCKSTEP_ORDER=", "LOCKSTEP_WORKERS=3"}), ExitStatus::kOk);
}

TEST(Variables, WithInvalidValuesAreRefusedByProgramsToo) {
  ExpectStatus(Lockstep({"build", Good(), "-o", "good"}), ExitStatus::kOk);
  const ProcessResult result = Shell("./good", {"LOCKSTEP_WORKERS=abc"});
  ExpectStatus(result, ExitStatus::kBadUsage);
  EXPECT_THAT(result.errors, HasSubstr("lockstep: LOCKSTEP_WORKERS=abc: expected an integer from 1 to 1024"));
}

// --- requests for missing things

TEST(Record, ListsWhatExistsIfTheRequestDoesNot) {
  const auto missed = [](std::vector<std::string> flags, const std::string& sentence) {
    fs::remove("missed.lstrace");
    flags.insert(flags.begin(), {"record", Good(), "-o", "missed.lstrace"});
    const ProcessResult result = Lockstep(flags);
    ExpectStatus(result, ExitStatus::kBadUsage);
    EXPECT_THAT(result.errors, AllOf(HasSubstr(sentence), Not(HasSubstr("recorded missed"))));
    EXPECT_FALSE(fs::exists("missed.lstrace"));
  };
  missed({"--kernel", "nope"}, "--kernel nope: the program launched no kernel of this name, but `Fill`, `Twice`");
  missed({"--launch", "7"}, "--launch 7: the program made 2 launches, 0 to 1");
  missed({"--launch", "1", "--kernel", "Fill"}, "that launch is of another kernel");
  missed({"--block", "99,0,0"}, "--block 99,0,0: outside the grid");
  const ProcessResult some = Lockstep({"record", Good(), "-o", "some.lstrace", "--block", "1,0,0", "--block", "9,0,0"});
  ExpectStatus(some, ExitStatus::kOk);
  EXPECT_THAT(some.errors, AllOf(HasSubstr("--block 9,0,0: outside the grid"), HasSubstr("recorded some.lstrace")));
}

TEST(View, ListsWhatTheRecordingHas) {
  ASSERT_TRUE(trace::WriteTrace(trace::SampleRecording(), "sample.lstrace"));
  const auto start_at = [](const std::string& flag, const std::string& value, const std::string& sentence) {
    ExpectRefused({"view", "sample.lstrace", "--screenshot", "x.png", flag, value}, sentence);
  };
  start_at("--at-launch", "9", "--at-launch 9: not recorded; the recording has launches 0");
  start_at("--step", "999999999", "--step 999999999: launch 0 has 5250 recorded steps");
  start_at("--thread", "99,0,0/0,0,0", "launch 0 has 2x1x1 blocks of 64x1x1 threads");
  start_at("--thread", "0,0,0/9,9,0", "launch 0 has 2x1x1 blocks of 64x1x1 threads");
}

TEST(View, WritesTheStateWithAPicture) {
  ASSERT_TRUE(trace::WriteTrace(trace::SampleRecording(), "sample.lstrace"));
  fs::remove("state.json");
  ExpectStatus(Lockstep({"view", "sample.lstrace", "--screenshot", "x.png", "--state-file", "state.json"}),
               ExitStatus::kOk);
  EXPECT_THAT(TextOf("state.json"), HasSubstr("\"steps\":"));
}

TEST(View, ReportsTheFileBeforeTheDisplay) {
  const ProcessResult missing = Lockstep({"view", "missing.lstrace"}, {"DISPLAY=", "WAYLAND_DISPLAY="});
  ExpectStatus(missing, ExitStatus::kBadInput);
  EXPECT_THAT(missing.errors, AllOf(HasSubstr("cannot read `missing.lstrace`"), Not(HasSubstr("window"))));
  ASSERT_TRUE(trace::WriteTrace(trace::SampleRecording(), "sample.lstrace"));
  const ProcessResult other = Lockstep({"view", "sample.lstrace", "--against", "missing.lstrace"});
  ExpectStatus(other, ExitStatus::kBadInput);
  EXPECT_THAT(other.errors, HasSubstr("cannot read `missing.lstrace`"));
  const ProcessResult program = Lockstep({"view", Good()});
  ExpectStatus(program, ExitStatus::kBadInput);
  EXPECT_THAT(program.errors, HasSubstr("`lockstep debug good.cu` records and shows it"));
}

TEST(Words, ThatAreAlmostRightGetASuggestion) {
  ExpectRefused({"dbug"}, "unknown command `dbug`; did you mean `debug`?");
  ExpectRefused({"trace", "inof", "x.lstrace"}, "did you mean `info`?");
  ExpectRefused({"view", "x.lstrace", "--screnshot", "x.png"}, "did you mean `--screenshot`?");
  const ProcessResult arguments = Lockstep({"run", Good(), "5", "6"});
  ExpectStatus(arguments, ExitStatus::kBadInput);
  EXPECT_THAT(arguments.errors, HasSubstr("no such file: 5; arguments of the program go after `--`"));
}

// --- programs with unusual behaviour

std::string Closing() {
  return Source("closing.cu", R"(#include <unistd.h>
__global__ void Fill(int* out) { out[threadIdx.x] = threadIdx.x; }
int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  Fill<<<1, 32>>>(out);
  for (int i = 3; i < 1024; ++i) close(i);
  Fill<<<1, 32>>>(out);
  cudaFree(out);
}
)");
}

TEST(Record, OutlivesAProgramThatClosesAllDescriptors) {
  const ProcessResult result = Lockstep({"record", Closing(), "--every-launch", "-o", "closing.lstrace"});
  ExpectStatus(result, ExitStatus::kOk);
  const auto recording = trace::ReadTrace("closing.lstrace");
  ASSERT_TRUE(recording) << recording.error().message;
  EXPECT_TRUE(recording->complete);
  EXPECT_EQ(recording->launches.size(), 2u);
}

TEST(Record, OfTheSameFileAtOnceMakesACompleteOne) {
  Good();
  ExpectStatus(Shell("lockstep record good.cu -o one.lstrace & a=$!; lockstep record good.cu -o one.lstrace & b=$!; "
                     "lockstep record good.cu -o one.lstrace && wait $a && wait $b"),
               ExitStatus::kOk);
  const auto recording = trace::ReadTrace("one.lstrace");
  ASSERT_TRUE(recording) << recording.error().message;
  EXPECT_TRUE(recording->complete);
  for (const fs::directory_entry& entry : fs::directory_iterator("."))
    EXPECT_FALSE(entry.path().filename().string().starts_with("one.lstrace.")) << entry.path();
}

TEST(Record, KeepsTheOldFileIfItMakesNoNewOne) {
  std::ofstream("kept.lstrace") << "old";
  const std::string nothing = Source("nothing.cu", "__global__ void Never() {}\nint main() {}\n");
  const ProcessResult result = Lockstep({"record", nothing, "-o", "kept.lstrace"});
  ExpectStatus(result, ExitStatus::kNoKernelRan);
  EXPECT_THAT(result.errors, Not(HasSubstr("recorded kept")));
  EXPECT_EQ(TextOf("kept.lstrace"), "old");
}

TEST(Record, KeepsTheStepsOfAProgramThatCallsUnderscoreExit) {
  const std::string program = Source("underscore.cu", R"(#include <unistd.h>
#include <atomic>
#include <thread>
__device__ int counter;
__global__ void Endless(volatile int* stop) {
  while (!*stop) atomicAdd(&counter, 1);
}
int main() {
  int* stop;
  cudaMalloc(&stop, sizeof(int));
  cudaMemset(stop, 0, sizeof(int));
  std::thread([] {
    usleep(300000);
    _exit(7);
  }).detach();
  Endless<<<1, 1>>>(stop);
  cudaDeviceSynchronize();
  pause();
}
)");
  const ProcessResult result = Lockstep({"record", program, "-o", "underscore.lstrace", "--steps", "1000"});
  ExpectStatus(result, ExitStatus::kProgramFailed);
  EXPECT_THAT(result.errors,
              AllOf(HasSubstr("the program ended with exit status 7"), HasSubstr("recorded underscore")));
  const auto recording = trace::ReadTrace("underscore.lstrace");
  ASSERT_TRUE(recording) << recording.error().message;
  EXPECT_EQ(recording->launches.size(), 1u);
}

TEST(Environment, IsReadBeforeTheProgramClearsIt) {
  const std::string program = Source("clear.cu", R"(#include <cstdlib>
__global__ void Fill(int* out) { out[threadIdx.x + 1] = 1; }
int main() {
  clearenv();
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  Fill<<<1, 32>>>(out);
  cudaDeviceSynchronize();
}
)");
  ExpectStatus(Lockstep({"check", program}), ExitStatus::kFindings);
  fs::remove("clear.lstrace");
  Lockstep({"record", program, "-o", "clear.lstrace"});
  EXPECT_TRUE(trace::ReadTrace("clear.lstrace"));
}

TEST(PlainLoops, AreRefusedForAKernelThatWaits) {
  const std::string waits = Source("waits.cu", R"(__global__ void Turn(int* data) {
  const int mine = data[threadIdx.x];
  __syncthreads();
  data[31 - threadIdx.x] = mine;
}
int main() { Turn<<<1, 32>>>(nullptr); }
)");
  const ProcessResult refused = Lockstep({"run", "--engine", "loops", waits});
  ExpectStatus(refused, ExitStatus::kCompileError);
  EXPECT_THAT(refused.errors, HasSubstr("waits.cu:1:1: error: the kernel cannot run as plain loops (`--engine loops`): "
                                        "it waits at `__syncthreads` (waits.cu:3)"));
  EXPECT_EQ(Lockstep({"run", "--engine", "loops", Good()}).status, 0);
}

TEST(CheckedAccesses, AreLeftOutIfThreadsPoll) {
  const std::string polls = Source("polls.cu", R"(__device__ int cell;
__global__ void Lock(int* out) {
  int old = cell, seen;
  do {
    seen = old;
    old = atomicCAS(&cell, seen, seen + 1);
  } while (old != seen);
  out[threadIdx.x] = 1;
}
int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  Lock<<<1, 32>>>(out);
  cudaFree(out);
}
)");
  EXPECT_THAT(Lockstep({"check", polls}).output, HasSubstr("checked 1 launch and 32 threads in"));
  EXPECT_THAT(Lockstep({"check", "--json", polls}).output, HasSubstr("\"accesses\": null"));
  EXPECT_THAT(Lockstep({"check", Good()}).output, HasSubstr("accesses in thread order"));
}

}  // namespace
}  // namespace lockstep::cli
