#pragma once

// The host half of builds that go on together: in check mode and in record mode it is the same, unless host code plays
// a kernel (shared/lockstep/play.h).

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "shared/base/process.h"
#include "shared/base/scratch_folder.h"
#include "sim/compile/manifest.h"

namespace lockstep::compile {

// Thread-safe. The files of a half live as long as this.
class SharedHalf {
 public:
  // Null if there is no folder for temporary files.
  static std::shared_ptr<SharedHalf> Make();

  const ScratchFolder& folder() const { return folder_; }
  // Before anything was read for it.
  const Moment& start() const { return start_; }
  // The result of `compile`, which is called for the first one that asks by this key; others wait for it.
  ProcessResult Get(const std::string& key, const std::function<ProcessResult()>& compile);

 private:
  explicit SharedHalf(ScratchFolder folder) : folder_(std::move(folder)) {}

  const Moment start_ = Moment::Now();
  ScratchFolder folder_;
  std::mutex mutex_;
  std::map<std::string, ProcessResult> results_;
};

}  // namespace lockstep::compile
