// The main function of the unit tests. ctest runs many of them at once, so each gets an empty working folder.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <string>

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

}  // namespace
}  // namespace lockstep

int main(int count, char** arguments) {
  testing::InitGoogleMock(&count, arguments);
  testing::UnitTest::GetInstance()->listeners().Append(new lockstep::OwnFolder);  // owned by the list
  return RUN_ALL_TESTS();
}
