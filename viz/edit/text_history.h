#pragma once

// The changes of a text in groups, each undone and done again as a whole. The oldest are forgotten beyond a bound.

#include <deque>
#include <optional>
#include <vector>

#include "viz/edit/text_buffer.h"

namespace lockstep::viz {

// Selected text lies between its two ends; typing happens at `head`.
struct TextSelection {
  TextPlace anchor, head;
  TextRange range() const { return anchor < head ? TextRange{anchor, head} : TextRange{head, anchor}; }
  bool empty() const { return anchor == head; }
  bool operator==(const TextSelection&) const = default;
};

class TextHistory {
 public:
  // Changes of the same kind that follow one another join one group, but kSingle changes join none.
  enum class Kind { kTyping, kErasing, kSingle };

  void Add(Kind kind, TextChange change, TextSelection before, TextSelection after);
  // The next change begins a new group.
  void EndGroup() { open_ = false; }
  // Changes until EndAll() form one group.
  void BeginAll();
  void EndAll();

  // The selection to show then; none if there is nothing to undo.
  std::optional<TextSelection> Undo(TextBuffer& buffer);
  std::optional<TextSelection> Redo(TextBuffer& buffer);

 private:
  struct Group {
    Kind kind;
    std::vector<TextChange> changes;
    TextSelection before, after;
  };
  void Forget();

  std::deque<Group> groups_;
  std::size_t done_ = 0;   // groups that are not undone
  std::size_t bytes_ = 0;  // of their texts
  bool open_ = false, all_ = false;
};

}  // namespace lockstep::viz
