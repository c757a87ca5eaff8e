#pragma once

// A process that runs beside this one: started, looked at now and then, ended with all that it started.

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "shared/base/error.h"

namespace lockstep {

class Child {
 public:
  // `command` is the program and its arguments; its standard input is empty. It runs in a process group of its own.
  static Expected<Child> Start(const std::vector<std::string>& command, const std::filesystem::path& folder);
  Child(Child&& other) noexcept;
  Child& operator=(Child&&) = delete;
  ~Child();  // ends it

  // Waits at most `wait` for news and reads what it has written. True once it has ended.
  bool Poll(std::chrono::milliseconds wait);

  // Ends it and its group: asks first, so that it can end its own children, and insists a moment later.
  void End();

  int exit_status() const { return exit_status_; }  // 128 + N where signal N ended it
  // The first megabyte of each; more is read and forgotten.
  const std::string& output() const { return output_; }
  const std::string& errors() const { return errors_; }

 private:
  Child() = default;
  void Drain();

  pid_t pid_ = -1;
  int process_ = -1, output_pipe_ = -1, errors_pipe_ = -1;
  int exit_status_ = 0;
  std::string output_, errors_;
};

}  // namespace lockstep
