#pragma once

// The promises of a lesson, tried.

#include <string>

namespace lockstep::lessons {

struct Promise {
  bool kept = false;
  std::string sentence;
  double seconds = 0;  // of building and grading, where something was graded
};

}  // namespace lockstep::lessons
