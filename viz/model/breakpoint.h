#pragma once

// A place or a moment at which running stops, or where a text is logged: a query (shared/query/hits.h).

#include <optional>
#include <string>
#include <vector>

#include "shared/query/hits.h"

namespace lockstep::viz {

struct Breakpoint {
  int id = 0;  // from 1; never used again
  query::Query query;
  trace::FileId file = trace::FileId::kNone;  // of a query for a line
  bool is_on = true;

  const std::string& text() const { return query.text; }
  bool IsAt(replay::Line line) const { return query.line == line.number && file == line.file; }
  friend bool IsSame(const Breakpoint& a, const Breakpoint& b) { return a.text() == b.text() && a.file == b.file; }
};

class Breakpoints {
 public:
  // `file`: of a query for a line, the one that is in view. Returns the id: that of the same breakpoint if there is
  // one.
  query::Parsed<int> Add(std::string_view text, trace::FileId file);
  // Another query in its place; it keeps its id and its file.
  query::Parsed<void> Change(int id, std::string_view text);
  void Remove(int id);
  void Switch(int id);  // on, off
  // Removes all breakpoints of the line; if there is none, adds one.
  void Toggle(replay::Line line);

  const std::vector<Breakpoint>& all() const { return all_; }
  bool empty() const { return all_.empty(); }
  const Breakpoint* Find(int id) const;
  // The line's breakpoint to show at it: one that stops, else one that logs.
  const Breakpoint* At(replay::Line line) const;

 private:
  static constexpr std::size_t kMost = 200;
  std::vector<Breakpoint> all_;
  int last_ = 0;
};

}  // namespace lockstep::viz
