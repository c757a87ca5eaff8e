#pragma once

// Answers as text for a terminal, as JSON, as lines of JSON, as CSV (RFC 4180).

#include <string>
#include <vector>

#include "shared/query/origin.h"
#include "shared/query/table.h"
#include "shared/query/whynot.h"

namespace lockstep::query {

enum class Format : std::uint8_t { kText, kJson, kJsonLines, kCsv };

std::string FormatTable(const Table& table, Format format);

// CSV has no trees: a link is a row with its depth.
std::string FormatOrigin(const Link& link, Format format);

// The words of a link besides its value and its line; empty for most.
std::string NoteOf(const Link& link);

std::string FormatReasons(const std::vector<Reason>& reasons, Format format);

}  // namespace lockstep::query
