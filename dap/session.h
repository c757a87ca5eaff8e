#pragma once

// A debugging session of an editor: requests of the Debug Adapter Protocol in, responses and events out. What is
// debugged is a recording, so the session can go backwards and never waits for a program.
// https://microsoft.github.io/debug-adapter-protocol/specification

#include <memory>

#include "dap/editor.h"

namespace lockstep::dap {

class State;  // state.h

class Session {
 public:
  explicit Session(Editor editor);
  ~Session();

  // Answers a message. Whatever it holds, the answer is a response; what is no request is ignored.
  void Take(const Json& message);
  // After `disconnect` or `terminate`: nothing more is answered.
  bool is_over() const;

 private:
  std::unique_ptr<State> state_;
};

}  // namespace lockstep::dap
