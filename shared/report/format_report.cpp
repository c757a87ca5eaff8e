#include "shared/report/format_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "shared/base/printable.h"
#include "shared/report/source_name.h"
#include "shared/trace/format_launch.h"
#include "shared/trace/modelled.h"

namespace lockstep::report {
namespace {

constexpr std::string_view kBold = "\x1b[1m", kRed = "\x1b[31m", kYellow = "\x1b[33m", kCyan = "\x1b[36m",
                           kDim = "\x1b[2m", kGreen = "\x1b[32m", kPlain = "\x1b[0m";

std::string Colored(std::string text, std::string_view color, const FormatOptions& options) {
  return options.color && !text.empty() ? fmt::format("{}{}{}", color, text, kPlain) : text;
}

std::string_view ColorOf(Severity severity) {
  switch (severity) {
    case Severity::kError: return kRed;
    case Severity::kWarning: return kYellow;
    case Severity::kAdvice: return kCyan;
  }
  return kPlain;
}

// 12288 as "12,288".
std::string Grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) digits.insert(at, ",");
  return digits;
}

std::string Counted(std::uint64_t number, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", Grouped(number), number == 1 ? one : many);
}

std::string Bytes(std::uint64_t size) { return Counted(size, "byte", "bytes"); }

std::string FormatAction(const FindingSide& side) {
  switch (side.action) {
    case Action::kRead: return "read " + Bytes(side.size);
    case Action::kWrite: return "wrote " + Bytes(side.size);
    case Action::kAtomic: return "updated " + Bytes(side.size) + " with an atomic";
    case Action::kWait: return side.more_threads ? "wait" : "waits";
    case Action::kLeave: return side.more_threads ? "have left the kernel" : "has left the kernel";
    case Action::kAllocate: return "allocated it";
    case Action::kFree: return "freed it";
    case Action::kLaunch: return "launched the kernel";
    case Action::kCall: return "";
  }
  return "?";
}

// "grey.cu:7", or "line 7" if the file is `here`.
std::string FormatLine(const SourcePlace& place, const std::string& here, const FormatOptions& options) {
  if (place.file.empty() || place.line == 0) return "";
  if (place.file == here) return fmt::format("line {}", place.line);
  return fmt::format("{}:{}", SourceName(place.file, options.base), place.line);
}

bool IsLeak(const Finding& finding) { return finding.kind == FindingKind::kLeak && !finding.follows; }

// A program that frees nothing has one defect, not one for each of its arrays.
std::vector<const Finding*> LeaksOf(const Report& report) {
  std::vector<const Finding*> leaks;
  for (const Finding& finding : report.findings)
    if (IsLeak(finding)) leaks.push_back(&finding);
  return leaks;
}

std::string FormatSummary(const Report& report, const FormatOptions& options) {
  std::uint64_t counts[3] = {};
  std::uint64_t following = 0;
  for (const Finding& finding : report.findings)
    if (!IsLeak(finding)) ++(finding.follows ? following : counts[static_cast<int>(SeverityOf(finding.kind))]);
  if (!LeaksOf(report).empty()) ++counts[static_cast<int>(SeverityOf(FindingKind::kLeak))];
  std::string text;
  const auto add = [&](Severity severity, std::string_view one, std::string_view many) {
    const std::uint64_t count = counts[static_cast<int>(severity)];
    if (count == 0) return;
    text += text.empty() ? "" : ", ";
    text += Colored(Counted(count, one, many), ColorOf(severity), options);
  };
  add(Severity::kError, "error", "errors");
  add(Severity::kWarning, "warning", "warnings");
  add(Severity::kAdvice, "piece of advice", "pieces of advice");
  if (text.empty()) text = report.checked.launches == 0 ? "nothing to report" : Colored("no findings", kGreen, options);
  if (following != 0)
    text += fmt::format(", and {} that probably follow{} from {}", Grouped(following), following == 1 ? "s" : "",
                        text.starts_with("1 ") ? "it" : "them");
  if (report.suppressed != 0) text += fmt::format(", {} suppressed", Grouped(report.suppressed));
  if (report.left_out != 0) text += fmt::format(", {} more not shown (--max)", Grouped(report.left_out));
  return text;
}

}  // namespace

std::string FormatSide(const FindingSide& side, const std::string& here, const FormatOptions& options) {
  std::string text =
      side.by_host ? "the host"
                   : fmt::format("thread {} of block {}", trace::FormatDim(side.thread), trace::FormatDim(side.block));
  if (side.more_threads != 0) text += fmt::format(" (and {} more)", Grouped(side.more_threads));
  if (const std::string action = FormatAction(side); !action.empty()) text += " " + action;
  if (!side.note.empty()) text += " " + side.note;
  if (const std::string line = FormatLine(side.place, here, options); !line.empty()) text += " at " + line;
  return text;
}

std::string FormatObject(const FindingObject& object, const std::string& here, const FormatOptions& options) {
  std::string text = object.name.empty() ? "" : fmt::format("`{}`: ", object.name);
  text += fmt::format("{} of {}", Bytes(object.size), object.what);
  if (!object.type.empty()) text += fmt::format(" (`{}`)", object.type);
  if (const std::string line = FormatLine(object.allocated_at, here, options); !line.empty())
    text += fmt::format(", {} at {}", object.is_allocated ? "allocated" : "declared", line);
  if (!object.offset) return text;
  const std::int64_t offset = *object.offset;
  if (offset < 0)
    return text + fmt::format("; the access begins {} before its start", Bytes(0 - static_cast<std::uint64_t>(offset)));
  const auto at = static_cast<std::uint64_t>(offset);
  if (at < object.size) return text + fmt::format("; the access begins at byte {}", Grouped(at));
  if (at == object.size) return text + "; the access begins one past its end";
  return text + fmt::format("; the access begins {} past its end", Bytes(at - object.size));
}

std::string FormatFinding(const Finding& finding, const FormatOptions& options) {
  const std::string& here = finding.place.file;
  std::string head;
  if (!here.empty()) {
    head = Printable(SourceName(here, options.base));
    if (finding.place.line != 0) head += fmt::format(":{}", finding.place.line);
    head = Colored(head, kBold, options) + ": ";
  }
  const std::string key = fmt::format("[{}]", Key(finding.kind));
  std::string text = fmt::format("{}{}  {}\n", head, Printable(finding.fact),
                                 Colored(key, ColorOf(SeverityOf(finding.kind)), options));
  const auto add = [&](std::string_view label, const std::string& line) {
    if (line.empty()) return;
    text += fmt::format("  {}{}\n", Colored(std::string(label), kDim, options), Printable(line));
  };
  for (const FindingSide& side : finding.sides) add("", FormatSide(side, here, options));
  if (finding.object) add("", FormatObject(*finding.object, here, options));
  if (!finding.kernel.empty()) add("in ", fmt::format("`{}`, launch {}", finding.kernel, finding.launch));
  add("origin: ", finding.origin);
  add("hint: ", finding.hint);
  if (finding.count > 1) add("", fmt::format("this happened {} times; above is the first", Grouped(finding.count)));
  return text;
}

namespace {

// The findings that follow from finding `cause`, one line each.
std::string FormatFollowing(const Report& report, std::size_t cause, const FormatOptions& options) {
  std::string text;
  for (const Finding& finding : report.findings) {
    if (finding.follows != cause) continue;
    if (text.empty()) text = Colored("  probably of the same cause:\n", kDim, options);
    std::string lines = FormatLine(finding.place, report.findings[cause].place.file, options);
    for (const FindingSide& side : finding.sides) {
      const std::string line = FormatLine(side.place, report.findings[cause].place.file, options);
      if (line.empty() || side.place.line == finding.place.line) continue;
      lines += lines.ends_with(line) ? "" : " and " + line;
    }
    text += fmt::format("    {}: {}  [{}]{}\n", Printable(lines), Printable(finding.fact), Key(finding.kind),
                        finding.count > 1 ? fmt::format(", {} times", Grouped(finding.count)) : "");
  }
  return text;
}

}  // namespace

namespace {

// All leaks as one paragraph, under the place of the first.
std::string FormatLeaks(const std::vector<const Finding*>& leaks, const FormatOptions& options) {
  constexpr std::size_t kShown = 10;
  const Finding& first = *leaks.front();
  if (leaks.size() == 1) return FormatFinding(first, options);
  std::uint64_t arrays = 0, unshown = 0;
  for (const Finding* leak : leaks) arrays += leak->count;
  Finding all{.kind = first.kind, .fact = fmt::format("{} arrays are never freed", Grouped(arrays))};
  all.place = first.place;
  std::string text = FormatFinding(all, options);
  for (std::size_t i = 0; i < leaks.size(); ++i) {
    const Finding& leak = *leaks[i];
    if (i >= kShown) unshown += leak.count;
    if (i >= kShown || !leak.object) continue;
    text += fmt::format("  {}{}\n", Printable(FormatObject(*leak.object, first.place.file, options)),
                        leak.count > 1 ? fmt::format(", {} times", Grouped(leak.count)) : "");
  }
  if (unshown != 0) text += fmt::format("  and {} more\n", Grouped(unshown));
  return text + fmt::format("  {}{}\n", Colored("hint: ", kDim, options), Printable(first.hint));
}

}  // namespace

std::string FormatChecked(const Report& report) {
  const Checked& checked = report.checked;
  const std::string calls = Counted(checked.library_calls, "call of a library", "calls of libraries");
  if (checked.launches == 0 && checked.library_calls) return "checked " + calls;
  if (checked.launches == 0)
    return report.findings.empty() ? "no kernel ran, so nothing was checked"
                                   : "checked what the host asks of the device; no kernel ran";
  const std::string launches = Counted(checked.launches, "launch", "launches"),
                    threads = Counted(checked.threads, "thread", "threads");
  std::string text = checked.accesses_vary ? fmt::format("checked {} and {}", launches, threads)
                                           : fmt::format("checked {}, {} and {}", launches, threads,
                                                         Counted(checked.accesses, "access", "accesses"));
  if (checked.library_calls) text += " and " + calls;
  if (!checked.order.empty()) text += fmt::format(" in thread order {}", checked.order);
  const auto add = [&](std::string_view what, const std::vector<std::string>& kernels) {
    for (std::size_t i = 0; i < kernels.size(); ++i)
      text += fmt::format("{}`{}`", i == 0 ? fmt::format("; {}: ", what) : ", ", kernels[i]);
  };
  add("never run", checked.kernels_never_run);
  add("not checked, because not built with `--lockstep-mode=check`", checked.kernels_unchecked);
  return Printable(text);
}

std::string FormatReport(const Report& report, const FormatOptions& options) {
  const std::vector<const Finding*> leaks = LeaksOf(report);
  std::string text;
  for (std::size_t i = 0; i < report.findings.size(); ++i) {
    const Finding& finding = report.findings[i];
    if (IsLeak(finding) && &finding == leaks.front())
      text += FormatLeaks(leaks, options) + "\n";
    else if (!finding.follows && !IsLeak(finding))
      text += FormatFinding(finding, options) + FormatFollowing(report, i, options) + "\n";
  }
  text += fmt::format("{}: {}\n", FormatSummary(report, options), FormatChecked(report));
  if (report.checked.launches == 0 && report.checked.library_calls == 0) return text;
  return text + fmt::format("{}\n", trace::FormatFidelity(report.checked.modelled));
}

}  // namespace lockstep::report
