// The main function of the unit tests. ctest runs many of them at once, so each gets an empty working folder.

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <utility>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

class OwnFolder : public testing::EmptyTestEventListener {
  void OnTestStart(const testing::TestInfo&) override {
    before_ = fs::current_path();
    std::string name = before_ / "test-XXXXXX";
    folder_ = mkdtemp(name.data()) ? name : before_.string();
    fs::current_path(folder_);
  }

  void OnTestEnd(const testing::TestInfo&) override {
    fs::current_path(before_);
    std::error_code error;
    if (folder_ != before_) fs::remove_all(folder_, error);
  }

  fs::path before_, folder_;
};

// Writes for tests/cases/run_cases which case begins, and how it ends, into a pipe with a name: cases may close all
// descriptors.
class Events : public testing::EmptyTestEventListener {
 public:
  explicit Events(std::string pipe) : pipe_(std::move(pipe)) { unsetenv("LOCKSTEP_TEST_EVENTS"); }

 private:
  void OnTestStart(const testing::TestInfo& test) override { Write("begin", test); }

  void OnTestEnd(const testing::TestInfo& test) override {
    const testing::TestResult& result = *test.result();
    Write(result.Failed() ? "failed" : result.Skipped() ? "skipped" : "passed", test);
  }

  // An event that is lost is a case without a verdict, and so a failure.
  void Write(const char* event, const testing::TestInfo& test) {
    const std::string line = fmt::format("{} {}.{}\n", event, test.test_suite_name(), test.name());
    const int descriptor = open(pipe_.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0 || write(descriptor, line.data(), line.size()) < 0) perror(pipe_.c_str());
    if (descriptor >= 0) close(descriptor);
  }

  std::string pipe_;
};

}  // namespace
}  // namespace lockstep

int main(int count, char** arguments) {
  testing::InitGoogleMock(&count, arguments);
  testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();  // owns what is appended
  if (const char* events = getenv("LOCKSTEP_TEST_EVENTS")) listeners.Append(new lockstep::Events(events));
  listeners.Append(new lockstep::OwnFolder);
  return RUN_ALL_TESTS();
}
