#pragma once

// The standard input of a program that a job runs several times. The first run has ours. A file is read again by each
// later run, from where the first began; a terminal or a pipe cannot be, and later runs find their input at its end.

#include <sys/types.h>

#include "jobs/program.h"
#include "shared/base/process.h"

namespace lockstep::jobs {

class RepeatedInput {
 public:
  // Before the first run. Does nothing for a program in the background, which has no input of ours.
  explicit RepeatedInput(const Program& program);

  // True if later runs read the same.
  bool CanBeRead() const { return !is_ours_ || begin_ >= 0; }

  // For a later run that the user sees, and that may therefore read a terminal or a pipe on.
  void BeginAgain() const;

  // As long as it lives, a later run may be started. A program that does not notice the end of its input may read
  // without end, so the request gets a limit where it has none.
  class Rerun {
   public:
    Rerun(const RepeatedInput& input, ProcessRequest& request);
    Rerun(const Rerun&) = delete;
    Rerun& operator=(const Rerun&) = delete;
    ~Rerun();

   private:
    off_t rest_ = -1;  // where the first run stopped reading the file
    int ours_ = -1;    // our standard input, which is empty meanwhile
  };

 private:
  bool is_ours_;
  off_t begin_ = -1;
};

}  // namespace lockstep::jobs
