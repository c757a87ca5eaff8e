#include "sim/compile/shared_half.h"

#include <utility>

namespace lockstep::compile {

std::shared_ptr<SharedHalf> SharedHalf::Make() {
  Expected<ScratchFolder> folder = ScratchFolder::Make();
  return folder ? std::shared_ptr<SharedHalf>(new SharedHalf(std::move(*folder))) : nullptr;
}

ProcessResult SharedHalf::Get(const std::string& key, const std::function<ProcessResult()>& compile) {
  const std::lock_guard lock(mutex_);
  const auto known = results_.find(key);
  return known != results_.end() ? known->second : results_.emplace(key, compile()).first->second;
}

}  // namespace lockstep::compile
