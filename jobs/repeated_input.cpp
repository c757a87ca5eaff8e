#include "jobs/repeated_input.h"

#include <fcntl.h>
#include <unistd.h>

namespace lockstep::jobs {

RepeatedInput::RepeatedInput(const Program& program) : is_ours_(!program.in_background) {
  if (is_ours_) begin_ = lseek(STDIN_FILENO, 0, SEEK_CUR);
}

void RepeatedInput::BeginAgain() const {
  if (begin_ >= 0) lseek(STDIN_FILENO, begin_, SEEK_SET);
}

RepeatedInput::Rerun::Rerun(const RepeatedInput& input, ProcessRequest& request) {
  constexpr std::chrono::seconds kLimit{60};
  if (!input.is_ours_) return;
  if (input.CanBeRead()) {
    rest_ = lseek(STDIN_FILENO, 0, SEEK_CUR);
    input.BeginAgain();
    return;
  }
  const int empty = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (empty < 0) return;
  ours_ = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (ours_ >= 0) dup2(empty, STDIN_FILENO);
  close(empty);
  if (!request.limit) request.limit = kLimit;
}

RepeatedInput::Rerun::~Rerun() {
  if (rest_ >= 0) lseek(STDIN_FILENO, rest_, SEEK_SET);
  if (ours_ < 0) return;
  dup2(ours_, STDIN_FILENO);
  close(ours_);
}

}  // namespace lockstep::jobs
