// Recordings that are kept in the cache: found again, and made anew where they are damaged or would be others.

#include "jobs/kept_recording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "shared/base/file.h"
#include "sim/compile/cache_limit.h"

namespace lockstep::jobs {
namespace {

namespace fs = std::filesystem;

// With a file `wait` beside it, it waits until that is gone; with `fail`, it fails.
constexpr char kProgram[] = R"(
#include <cuda_runtime.h>
#include <cstdio>
#include <fstream>
#include <unistd.h>
__global__ void k(int* out) { out[threadIdx.x] = threadIdx.x; }
int main(int, char** arguments) {
  std::ofstream("started") << "yes";
  while (std::ifstream("wait")) usleep(5000);
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  k<<<1, 32>>>(out);
  cudaFree(out);
  std::printf("%s\n", arguments[1]);
  return std::ifstream("fail") ? 1 : 0;
}
)";

class KeptRecordings : public testing::Test {
 protected:
  KeptRecordings() {
    const fs::path root = fs::absolute("kept_recordings");
    folder_ = root / testing::UnitTest::GetInstance()->current_test_info()->name();
    cache_ = root / "cache";
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    setenv("LOCKSTEP_CACHE", cache_.c_str(), 1);
    // One program for all tests, in folders of their own.
    source_ = root / "k.cu";
    if (!fs::exists(source_)) std::ofstream(source_) << kProgram;
    Write("data", "1 2 3");
  }

  void Write(const char* name, const std::string& text) const { std::ofstream(folder_ / name) << text; }

  Result<KeptRecording> Record(const std::string& argument = "word") const {
    return RecordOnce({.program = {.build = {.inputs = {source_.string()}},
                                   .arguments = {argument},
                                   .folder = folder_,
                                   .in_background = true},
                       .settings = {.path = (folder_ / "k.lstrace").string()}},
                      {folder_ / "data"});
  }

  void ExpectMade(const Result<KeptRecording>& kept, const std::string& output = "word\n") const {
    ASSERT_TRUE(kept) << kept.error().message << kept.error().errors;
    EXPECT_FALSE(kept->was_there);
    EXPECT_EQ(kept->output, output);
    EXPECT_EQ(kept->recording.launches.size(), 1u);
    EXPECT_TRUE(fs::exists(folder_ / "k.lstrace"));
  }

  void ExpectFound(const Result<KeptRecording>& kept) const {
    ASSERT_TRUE(kept) << kept.error().message;
    EXPECT_TRUE(kept->was_there);
    EXPECT_EQ(kept->output, "word\n");
    EXPECT_EQ(kept->recording.launches.size(), 1u);
  }

  // The folder that this test has kept.
  fs::path Entry() const {
    fs::path newest;
    for (const auto& entry : fs::directory_iterator(cache_))
      if (fs::exists(entry.path() / "recording.lstrace") &&
          (newest.empty() ||
           fs::last_write_time(entry.path() / "recording.lstrace") > fs::last_write_time(newest / "recording.lstrace")))
        newest = entry.path();
    return newest;
  }

  fs::path folder_, cache_, source_;
};

TEST_F(KeptRecordings, AreMadeOnceAndFoundThen) {
  ExpectMade(Record());
  fs::remove(folder_ / "k.lstrace");
  fs::remove(folder_ / "started");
  ExpectFound(Record());
  EXPECT_FALSE(fs::exists(folder_ / "started")) << "the program ran again";
  EXPECT_EQ(*ReadText(folder_ / "k.lstrace"), *ReadText(Entry() / "recording.lstrace"));
}

TEST_F(KeptRecordings, AreMadeAnewForOtherArgumentsAndFiles) {
  ExpectMade(Record());
  ExpectMade(Record("another"), "another\n");
  ExpectFound(Record());
  Write("data", "1 2 4");
  ExpectMade(Record());
  setenv("LOCKSTEP_SEED", "9", 1);
  ExpectMade(Record());
  unsetenv("LOCKSTEP_SEED");
  ExpectFound(Record());
}

TEST_F(KeptRecordings, AreMadeAnewWhereTheyAreDamaged) {
  ExpectMade(Record());
  const fs::path entry = Entry();
  const auto damage = [&](const char* name, const std::function<void(std::string&)>& change) {
    std::string text = *ReadText(entry / name);
    change(text);
    std::ofstream(entry / name, std::ios::binary) << text;
    ExpectMade(Record());
    ExpectFound(Record());
  };
  damage("recording.lstrace", [](std::string& text) { text[text.size() / 2] ^= 1; });
  damage("recording.lstrace", [](std::string& text) { text.resize(text.size() / 2); });
  damage("recording.lstrace", [](std::string& text) { text.clear(); });
  damage("output", [](std::string& text) { text.back() ^= 1; });
  damage("output", [](std::string& text) { text.clear(); });
  fs::remove(entry / "recording.lstrace");
  fs::create_directory(entry / "recording.lstrace");
  ExpectMade(Record());
}

TEST_F(KeptRecordings, AreNotMadeOfAProgramThatFails) {
  Write("fail", "");
  const auto failed = Record();
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().status, ExitStatus::kProgramFailed);
  EXPECT_EQ(failed.error().output, "word\n");
  fs::remove(folder_ / "fail");
  ExpectMade(Record());
}

TEST_F(KeptRecordings, AreMadeAnewAfterAWriterWasKilled) {
  Write("wait", "");
  const pid_t writer = fork();
  if (writer == 0) {
    (void)Record();
    _exit(0);
  }
  while (!fs::exists(folder_ / "started")) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  kill(writer, SIGKILL);
  waitpid(writer, nullptr, 0);
  fs::remove(folder_ / "wait");
  ExpectMade(Record());
  // As if it had been killed between its two files.
  const fs::path entry = Entry();
  fs::remove(entry / "output");
  std::ofstream(entry / "recording.lstrace.unfinished") << "half";
  ExpectMade(Record());
  EXPECT_FALSE(fs::exists(entry / "recording.lstrace.unfinished"));
  ExpectFound(Record());
}

TEST_F(KeptRecordings, AreBoundedWithTheCache) {
  ExpectMade(Record());
  const fs::path entry = Entry();
  compile::TrimCache(cache_, {.bytes = 0, .kept = std::chrono::seconds(0)});
  EXPECT_FALSE(fs::exists(entry));
  ExpectMade(Record());
}

}  // namespace
}  // namespace lockstep::jobs
