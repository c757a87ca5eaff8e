#pragma once

// Answers of a bounded size, for people and programs that read all of what they get.

#include <cstdint>
#include <string_view>

#include "shared/query/origin.h"
#include "shared/query/table.h"

namespace lockstep::query {

struct Bounds {
  std::uint64_t rows = 0;   // of a table; 0: all
  std::uint64_t depth = 0;  // of a tree: the links below the first one; 0: all
  std::string_view more;    // how to get what is left out: "--limit 0 shows all"
};

// Leaves out the rows after the first ones; a note says how many, and how to get them.
void Cut(Table& table, const Bounds& bounds);
// Leaves out the links below; each link that loses some gets one that counts them.
void Cut(Link& link, const Bounds& bounds);

}  // namespace lockstep::query
