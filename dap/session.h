#pragma once

// A debugging session of an editor: requests of the Debug Adapter Protocol in, responses and events out. What is
// debugged is a recording, so the session can go backwards and never waits for a program.
// https://microsoft.github.io/debug-adapter-protocol/specification

#include <functional>
#include <memory>

#include "dap/message.h"

namespace lockstep::dap {

// The editor's side.
struct Editor {
  std::function<void(const Json&)> send;
  // Asked for while a program is built and recorded: true if the editor has given up meanwhile.
  std::function<bool()> has_left;
};

class Session {
 public:
  explicit Session(Editor editor);
  ~Session();

  // Answers a message. Whatever it holds, the answer is a response; what is no request is ignored.
  void Take(const Json& message);
  // After `disconnect` or `terminate`: nothing more is answered.
  bool is_over() const;

  class State;  // state.h

 private:
  std::unique_ptr<State> state_;
};

}  // namespace lockstep::dap
