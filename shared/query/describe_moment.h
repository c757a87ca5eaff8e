#pragma once

// A moment in words, for a reader who does not see the window: where it is, the thread's line with numbers put in, its
// variables, its last access, and where the other threads of its block are.

#include <optional>
#include <string>
#include <vector>

#include "shared/replay/replay.h"

namespace lockstep::query {

// Threads of the block that are on the same line in the same phase.
struct ThreadGroup {
  std::uint32_t count = 0;
  std::string threads;  // "(0,0,0) to (31,0,0), (64,0,0)"
  std::string does;     // "wait at the barrier on line 12"
};

struct MomentText {
  std::uint32_t launch = 0;  // its number
  std::string kernel;        // "grey, 4x1x1 blocks of 256x1x1 threads"
  std::string host;          // the host's last event before it: "cudaMemcpy at main.cu:40 copied ..."; may be empty
  replay::Position step = 0, end = 0;
  std::string address;   // of the moment, without the file (shared/replay/moment_address.h)
  std::string sentence;  // "Thread (5,0,0) of block (1,0,0) wrote 44 to d_out[69]."
  std::string file;
  std::uint32_t line = 0;            // 0: none
  std::string source;                // the line, without its indentation
  std::string numbers, result;       // its expression with numbers, its value; empty if unknown
  std::vector<std::string> callers;  // innermost first: "scale, line 4"
  std::vector<replay::VariableRow> variables;
  std::string last_access;  // "read 5 from d_in[5] (line 4, step 120)"; empty if there was none
  std::vector<ThreadGroup> block;
};

// Of the place; moves the model to it.
MomentText DescribePlace(replay::Model& model, const replay::Cursor& place);

// As paragraphs, or as one JSON object.
std::string FormatMoment(const MomentText& moment);
std::string FormatMomentJson(const MomentText& moment);

}  // namespace lockstep::query
