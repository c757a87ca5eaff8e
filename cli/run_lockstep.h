#pragma once

// For tests: runs the command as users do, with a cache of the test's own.

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "shared/base/exit_status.h"
#include "shared/base/process.h"
#include "shared/session/variables.h"

namespace lockstep::cli {

inline std::string OwnName(const std::string& ending) {
  return std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + ending;
}

inline constexpr std::chrono::seconds kUsualLimit{200};

inline ProcessResult Start(std::vector<std::string> command, std::vector<std::string> environment = {},
                           std::chrono::seconds limit = kUsualLimit) {
  environment.insert(environment.begin(),
                     session::Assign(session::kCacheVariable, std::filesystem::absolute("cache").string()));
  auto result = RunProcess({.command = std::move(command),
                            .environment = std::move(environment),
                            .capture_errors = true,
                            .capture_output = true,
                            .limit = limit});
  EXPECT_TRUE(result) << result.error().message;
  return *result;
}

inline ProcessResult Lockstep(std::vector<std::string> arguments, std::vector<std::string> environment = {},
                              std::chrono::seconds limit = kUsualLimit) {
  arguments.insert(arguments.begin(), LOCKSTEP_BINARY_DIR "/bin/lockstep");
  return Start(std::move(arguments), std::move(environment), limit);
}

// A line for the shell, in which `lockstep` is the command.
inline ProcessResult Shell(const std::string& line, std::vector<std::string> environment = {}) {
  return Start({"/bin/sh", "-c", "lockstep() { '" LOCKSTEP_BINARY_DIR "/bin/lockstep' \"$@\"; }; " + line},
               std::move(environment));
}

inline void ExpectStatus(const ProcessResult& result, ExitStatus status) {
  EXPECT_EQ(result.status, static_cast<int>(status)) << result.errors << result.output;
}

inline std::string TextOf(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// Written only if it does not exist yet, so that a program is built once for all tests.
inline std::string Source(const std::string& name, const std::string& text) {
  if (TextOf(name) != text) std::ofstream(name, std::ios::binary) << text;
  return name;
}

}  // namespace lockstep::cli
