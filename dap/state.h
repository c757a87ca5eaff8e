#pragma once

// The state of a session, and the answers to requests as functions of it. Internal to dap.

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "dap/breakpoints.h"
#include "dap/editor.h"
#include "dap/variables.h"

namespace lockstep::dap {

// A thing that a variablesReference stands for.
struct Node {
  enum class Kind { kPlace, kLocals, kArrays, kShared, kBuiltIns, kLanes, kLanesOf };
  Kind kind{};
  replay::ThreadSlot thread = replay::ThreadSlot::kNone;
  std::size_t frame = 0;  // in the thread's call stack, 0: the kernel
  ValuePlace place;       // of kPlace
  std::string name;       // of kLanesOf: the variable
};

struct FrameRef {
  replay::ThreadSlot thread = replay::ThreadSlot::kNone;
  std::size_t frame = 0;
};

struct DataId {
  query::Piece piece;
  std::uint32_t launch = 0;
};

class State {
 public:
  explicit State(Editor side) : editor(std::move(side)) {}

  Editor editor;
  std::unique_ptr<replay::Model> model;
  replay::Cursor cursor;  // launch, step, block, thread
  bool is_over = false, is_configured = false, has_said_initialized = false;
  bool lines_from_1 = true, has_progress = false;
  std::string stride = "thread";  // or warp, block

  std::map<std::string, std::vector<Breakpoint>> line_breakpoints;  // by the source's path
  std::vector<Breakpoint> function_breakpoints, data_breakpoints;
  StopFilters filters;
  int last_breakpoint = 0;
  std::string fault;  // what exceptionInfo tells of the last stop; empty: it was none

  // Of the current stop; an id is an index + 1.
  std::vector<Node> nodes;
  std::vector<FrameRef> frames;
  std::vector<replay::Position> targets;
  std::vector<replay::ThreadSlot> target_threads;

  // Source files that were compared with the recording's, and when they had been written.
  struct ComparedFile {
    std::filesystem::file_time_type written;
    bool is_same = false;
  };
  mutable std::map<trace::FileId, ComparedFile> compared_files;

  int sequence = 0;
  void Send(Json message);
  void SendEvent(const std::string& name, Json body = Json::object());
  // Sent after the response of the request that is being answered.
  void SendLater(const std::string& name, Json body = Json::object());
  std::vector<std::pair<std::string, Json>> later;
  void Output(const std::string& category, const std::string& text);

  replay::ThreadSlot Chosen() const { return model->SlotOf(cursor.block, cursor.thread); }
  void Choose(replay::ThreadSlot thread);
  // After any move: references are void, and the editor is told.
  void Stop(const std::string& reason, const std::string& text = {}, const std::vector<int>& breakpoints = {});
  std::vector<Breakpoint> AllBreakpoints() const;

  int AddNode(Node node);
  const Node* NodeOf(std::int64_t reference) const;
  const FrameRef* FrameOf(std::int64_t id) const;
  Json SourceOf(trace::FileId file) const;
  // True if the file still has the text that was recorded. Every stack frame asks, so it is read once for each change.
  bool IsOnDisk(trace::FileId file) const;
  std::int64_t LineForEditor(std::uint32_t line) const {
    return static_cast<std::int64_t>(line) - (lines_from_1 ? 0 : 1);
  }
  std::uint32_t LineFromEditor(std::int64_t line) const;
  trace::FileId FileAt(const std::string& path) const;
};

using Answer = Expected<Json>;  // the response's body
using Handler = Answer (*)(State&, const Json& arguments);

// The requests about the recording, by command; each needs an open model.
const std::map<std::string, Handler>& MovingRequests();      // requests_moving.cpp
const std::map<std::string, Handler>& LookingRequests();     // requests_looking.cpp
const std::map<std::string, Handler>& BreakpointRequests();  // requests_breakpoints.cpp

}  // namespace lockstep::dap
