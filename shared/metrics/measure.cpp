#include "shared/metrics/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>

#include "shared/metrics/occupancy.h"

namespace lockstep::metrics {
namespace {

// Sums over the kernels, arrays and memories that a metric covers.
struct Sums {
  std::uint64_t launches = 0, blocks = 0, threads = 0;
  ArrayCounts used;
  Counts lines;  // of accesses to global and shared memory
  Counts local;  // ... to local memory
  Work work;
  std::uint64_t divergent = 0, global_requests = 0, global_bytes = 0;
  std::uint32_t blocks_at_once = 0, warps_at_once = 0;  // the fewest of all launches
  std::uint64_t shared_bytes = 0;                       // of a block; the most of all launches
};

double Per(std::uint64_t number, std::uint64_t whole) {
  return whole ? static_cast<double>(number) / static_cast<double>(whole) : 0;
}

struct Row {
  std::string_view name, clause;
  bool needs_lines, of_memory, of_arrays, of_device, of_played;
  double (*value)(const Sums& sum, const HostCounts& host);
  bool (*is_count)(const Sums& sum, const HostCounts& host);
};

constexpr Row kRows[] = {
#define LOCKSTEP_METRIC(name, needs_lines, of_memory, of_arrays, of_device, of_played, clause, value) \
  {#name,                                                                                             \
   clause,                                                                                            \
   needs_lines,                                                                                       \
   of_memory,                                                                                         \
   of_arrays,                                                                                         \
   of_device,                                                                                         \
   of_played,                                                                                         \
   [](const Sums& sum, const HostCounts& host) -> double {                                            \
     (void)sum, (void)host;                                                                           \
     return static_cast<double>(value);                                                               \
   },                                                                                                 \
   [](const Sums& sum, const HostCounts& host) {                                                      \
     (void)sum, (void)host;                                                                           \
     return std::is_integral_v<decltype(value)>;                                                      \
   }},
#include "shared/metrics/metrics.def"
#undef LOCKSTEP_METRIC
};

const Row* FindRow(std::string_view name) {
  const Row* const row = std::ranges::find(kRows, name, &Row::name);
  return row == std::end(kRows) ? nullptr : row;
}

void AddLine(const LineCounts& line, const Metric& metric, Sums& sum) {
  if (line.kind == RequestKind::kBranch) sum.divergent += line.counts.divergent;
  if (line.kind > RequestKind::kAtomic || (metric.memory && line.memory != *metric.memory)) return;
  if (line.memory == CountedMemory::kLocal) return sum.local.Add(line.counts);
  sum.lines.Add(line.counts);
  if (line.memory == CountedMemory::kGlobal) sum.global_requests += line.counts.requests;
}

// `asked` is a name as add, which stands for all instances of a template, or as add<16>.
bool Means(std::string_view asked, std::string_view kernel) {
  if (!asked.contains('<')) return PlainName(kernel) == asked;
  constexpr std::string_view kReturned = "void ";
  if (kernel.starts_with(kReturned)) kernel.remove_prefix(kReturned.size());
  return kernel.starts_with(asked) && (kernel.size() == asked.size() || kernel[asked.size()] == '(');
}

const session::Device* DeviceOf(const Metric& metric) {
  return session::FindDevice(metric.device.empty() ? session::kDefaultDevice : std::string_view(metric.device));
}

void AddShape(const KernelCounts& kernel, const LaunchShape& shape, const session::Device& device, Sums& sum) {
  const Occupancy held = OccupancyOf(device, NeedsOf(kernel, shape, std::nullopt));
  sum.blocks_at_once = sum.launches ? std::min(sum.blocks_at_once, held.blocks) : held.blocks;
  sum.warps_at_once = sum.launches ? std::min(sum.warps_at_once, held.warps) : held.warps;
  sum.shared_bytes = std::max(sum.shared_bytes, kernel.static_shared + shape.dynamic_shared);
}

void AddKernel(const KernelCounts& kernel, const Metric& metric, const session::Device& device, Sums& sum) {
  for (const LaunchShape& shape : kernel.shapes) {
    AddShape(kernel, shape, device, sum);
    sum.launches += shape.launches;
    sum.blocks += shape.launches * shape.grid.Count();
    sum.threads += shape.launches * shape.grid.Count() * shape.block.Count();
  }
  for (const LineCounts& line : kernel.lines) AddLine(line, metric, sum);
  for (const ArrayCounts& array : kernel.arrays) {
    if (array.memory == CountedMemory::kGlobal) sum.global_bytes += array.bytes_read + array.bytes_written;
    if (!metric.array.empty() && array.name != metric.array) continue;
    if (!metric.memory || array.memory == *metric.memory) sum.used.Add(array);
  }
  sum.work.Add(kernel.work);
}

}  // namespace

std::vector<std::string_view> MetricNames() {
  std::vector<std::string_view> names;
  for (const Row& row : kRows) names.push_back(row.name);
  return names;
}

std::string ClauseOn(std::string_view metric, std::string_view number) {
  const Row* const row = FindRow(metric);
  std::string text;
  for (std::string_view rest = row ? row->clause : ""; !rest.empty();) {
    const std::size_t mark = std::min(rest.find_first_of("{["), rest.size());
    text += rest.substr(0, mark);
    rest.remove_prefix(mark);
    if (rest.starts_with('{')) text += number;
    if (rest.starts_with('[')) {
      const std::size_t bar = rest.find('|'), end = rest.find(']');
      text += number == "1" ? rest.substr(1, bar - 1) : rest.substr(bar + 1, end - bar - 1);
    }
    if (!rest.empty()) rest.remove_prefix(rest.find_first_of("}]") + 1);
  }
  return text;
}

bool IsCount(const Metric& metric) {
  const Row* const row = FindRow(metric.name);
  return row && row->is_count({}, {});
}

bool NeedsLines(const Metric& metric) {
  const Row* const row = FindRow(metric.name);
  return row && row->needs_lines;
}

Expected<void> Judge(const Metric& metric) {
  const Row* const row = FindRow(metric.name);
  if (!row) return Fail(fmt::format("unknown metric `{}`; known are {}", metric.name, fmt::join(MetricNames(), ", ")));
  if (!metric.array.empty() && !row->of_arrays) return Fail(fmt::format("`{}` is not counted by array", metric.name));
  if (metric.memory && !row->of_memory) return Fail(fmt::format("`{}` is not counted by memory", metric.name));
  if (!metric.device.empty() && !row->of_device)
    return Fail(fmt::format("`{}` does not depend on the device", metric.name));
  if (!DeviceOf(metric))
    return Fail(fmt::format("unknown device `{}`; known are {}", metric.device, session::DeviceNames()));
  return {};
}

Expected<double> Measure(const RunCounts& counts, const Metric& metric) {
  const Row* const row = FindRow(metric.name);
  if (!row) return Fail(fmt::format("unknown metric `{}`", metric.name));
  const session::Device* const device = DeviceOf(metric);
  if (!device) return Fail(fmt::format("unknown device `{}`", metric.device));
  Sums sum;
  bool has_run = metric.kernel.empty();
  for (const KernelCounts& kernel : counts.kernels) {
    if (!metric.kernel.empty() && !Means(metric.kernel, kernel.name)) continue;
    if (kernel.is_played && !row->of_played)
      return Fail(fmt::format("the host plays `{}`, and threads of the host have no `{}`", PlainName(kernel.name),
                              metric.name));
    AddKernel(kernel, metric, *device, sum);
    has_run = true;
  }
  if (!has_run) return Fail(fmt::format("no kernel `{}` has run", metric.kernel));
  return row->value(sum, counts.host);
}

std::string PlainName(std::string_view kernel) {
  kernel = kernel.substr(0, kernel.find_first_of("(<"));
  const std::size_t blank = kernel.rfind(' ');
  return std::string(blank == std::string_view::npos ? kernel : kernel.substr(blank + 1));
}

}  // namespace lockstep::metrics
