#pragma once

// The places where a recording is stopped at: lines, cells, functions, faults and findings. Conditions are queries'
// expressions (docs/QUERIES.md).

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "shared/query/place.h"
#include "shared/query/query.h"
#include "shared/replay/replay.h"

namespace lockstep::dap {

struct Breakpoint {
  int id = 0;
  replay::Line line;                          // of a line; or:
  std::optional<trace::FunctionId> function;  // entering a function
  std::optional<query::Piece> piece;          // an access to memory
  std::uint32_t launch = 0;                   // of a piece of shared or local memory: only in this launch
  bool reads = false, writes = false;         // of a piece
  std::optional<query::Expression> condition;
  std::uint64_t ignored_hits = 0;  // so many hits by all threads together come before the first stop
  std::string log;                 // a log point: a text with {expressions}; it does not stop
};

struct StopFilters {
  bool faults = true, findings = true;
};

enum class StopReason { kLine, kFunction, kData, kFault, kFinding };
struct FoundStop {
  replay::Position position = 0;
  replay::ThreadSlot thread = replay::ThreadSlot::kNone;
  StopReason reason{};
  std::vector<int> breakpoints;
  std::string text;  // the fault, or the finding's sentence
};

// The next stop of the current launch from the model's moment on, or before it. With `only`, of that thread alone. The
// model may be moved.
std::optional<FoundStop> FindStop(replay::Model& model, const std::vector<Breakpoint>& breakpoints,
                                  const StopFilters& filters, replay::Direction direction, replay::ThreadSlot only);

// Why the condition has a value at none of its visits, or of the first thousands: "`zzz` is no name that the thread
// sees here". Empty if it has one, or is not visited. The model may be moved.
std::string ProblemOfCondition(replay::Model& model, const Breakpoint& breakpoint);

// The lines of a file on which a recorded program does something.
class LinesWithCode {
 public:
  LinesWithCode(const replay::Model& model, trace::FileId file);
  // The first at or after this one; none after the last one.
  std::optional<replay::Line> From(std::uint32_t number) const;

 private:
  trace::FileId file_;
  std::set<std::uint32_t> numbers_;
};

// The lines that a log point prints, for each visit in the current launch that its condition lets through, in the order
// of time.
struct Logged {
  replay::Position position = 0;
  replay::ThreadSlot thread = replay::ThreadSlot::kNone;
  std::string text;
};
std::vector<Logged> LogOf(replay::Model& model, const Breakpoint& breakpoint, std::size_t most);

// "{i} of {n}" with the values of the expressions: of the row's moment.
std::string Interpolate(const std::string& text, const query::Row& row);

}  // namespace lockstep::dap
