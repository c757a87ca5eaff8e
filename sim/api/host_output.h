#pragma once

#include <stdint.h>

#include <string>

namespace lockstep::api {

// While one exists, what the process writes to standard output (descriptor 1) or standard error (2), by C's streams or
// not, goes to a file in memory; its end adds that to `text`. Bytes past 16 MiB are dropped, and a line at the end says
// so. At most one exists for each descriptor.
class HostOutputTaker {
 public:
  HostOutputTaker(int descriptor, std::string& text);
  ~HostOutputTaker();
  HostOutputTaker(const HostOutputTaker&) = delete;
  HostOutputTaker& operator=(const HostOutputTaker&) = delete;

 private:
  int descriptor_;
  std::string& text_;
  int before_ = -1, file_ = -1;  // -1: nothing is taken
};

}  // namespace lockstep::api
