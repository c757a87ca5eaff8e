#include "shared/metrics/line_counts.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "shared/base/file.h"
#include "shared/base/json_text.h"
#include "shared/base/unfinished_file.h"

namespace lockstep::metrics {
namespace {

using Json = nlohmann::json;

Json Write(const trace::Dim3& dim) { return Json::array({dim.x, dim.y, dim.z}); }
trace::Dim3 ReadDim(const Json& json) { return {json.at(0), json.at(1), json.at(2)}; }

Json Write(const Counts& c) {
  return Json::array({c.requests, c.lanes, c.possible, c.sectors, c.ideal_sectors, c.wavefronts, c.ideal_wavefronts,
                      c.most_wavefronts, c.divergent, c.same_address, c.most_same_address, c.hottest,
                      c.hottest_is_least, c.due_sectors});
}

Counts ReadCountsOf(const Json& json) {
  return {.requests = json.at(0),
          .lanes = json.at(1),
          .possible = json.at(2),
          .sectors = json.at(3),
          .ideal_sectors = json.at(4),
          .due_sectors = json.at(13),
          .wavefronts = json.at(5),
          .ideal_wavefronts = json.at(6),
          .most_wavefronts = json.at(7),
          .divergent = json.at(8),
          .same_address = json.at(9),
          .most_same_address = json.at(10),
          .hottest = json.at(11),
          .hottest_is_least = json.at(12)};
}

Json Write(const ArrayCounts& a) {
  return {a.name, static_cast<int>(a.memory), a.reads, a.writes, a.atomics, a.bytes_read, a.bytes_written};
}

ArrayCounts ReadArray(const Json& json) {
  return {.name = json.at(0),
          .memory = EnumOfJson(json.at(1), CountedMemory::kShared),
          .reads = json.at(2),
          .writes = json.at(3),
          .atomics = json.at(4),
          .bytes_read = json.at(5),
          .bytes_written = json.at(6)};
}

Json Write(const Work& w) {
  return {w.operations,      w.barriers,     w.most_barriers, w.shuffles,         w.votes,           w.busiest_thread,
          w.longest_stretch, w.async_copies, w.async_bytes,   w.reads_of_copiers, w.groups_at_reads, w.fetches};
}

Work ReadWork(const Json& json) {
  return {.operations = json.at(0),
          .barriers = json.at(1),
          .most_barriers = json.at(2),
          .shuffles = json.at(3),
          .votes = json.at(4),
          .busiest_thread = json.at(5),
          .longest_stretch = json.at(6),
          .async_copies = json.at(7),
          .async_bytes = json.at(8),
          .reads_of_copiers = json.at(9),
          .groups_at_reads = json.at(10),
          .fetches = json.at(11)};
}

Json Write(const HostCounts& h) {
  return {h.copies_to_device, h.bytes_to_device, h.copies_to_host, h.bytes_to_host, h.copies_on_device,
          h.bytes_on_device,  h.peak_bytes,      h.stored_bytes,   h.argument_bytes};
}

HostCounts ReadHost(const Json& json) {
  return {.copies_to_device = json.at(0),
          .bytes_to_device = json.at(1),
          .copies_to_host = json.at(2),
          .bytes_to_host = json.at(3),
          .copies_on_device = json.at(4),
          .bytes_on_device = json.at(5),
          .peak_bytes = json.at(6),
          .stored_bytes = json.at(7),
          .argument_bytes = json.at(8)};
}

Json Write(const KernelCounts& kernel) {
  Json json = {{"name", kernel.name},
               {"file", kernel.file},
               {"line", kernel.line},
               {"static_shared", kernel.static_shared},
               {"max_threads", kernel.max_threads},
               {"played", kernel.is_played},
               {"shapes", Json::array()},
               {"lines", Json::array()},
               {"arrays", Json::array()},
               {"work", Write(kernel.work)}};
  for (const ArrayCounts& array : kernel.arrays) json["arrays"].push_back(Write(array));
  for (const LaunchShape& shape : kernel.shapes)
    json["shapes"].push_back(
        {Write(shape.grid), Write(shape.block), shape.dynamic_shared, shape.launches, shape.first});
  for (const LineCounts& line : kernel.lines)
    json["lines"].push_back({line.file, line.line, line.function, static_cast<int>(line.kind),
                             static_cast<int>(line.memory), Write(line.counts)});
  return json;
}

KernelCounts ReadKernel(const Json& json) {
  KernelCounts kernel{.name = json.at("name"),
                      .file = json.at("file"),
                      .line = json.at("line"),
                      .static_shared = json.at("static_shared"),
                      .max_threads = json.at("max_threads"),
                      .is_played = json.at("played"),
                      .work = ReadWork(json.at("work"))};
  for (const Json& array : json.at("arrays")) kernel.arrays.push_back(ReadArray(array));
  for (const Json& shape : json.at("shapes"))
    kernel.shapes.push_back({ReadDim(shape.at(0)), ReadDim(shape.at(1)), shape.at(2), shape.at(3), shape.at(4)});
  for (const Json& line : json.at("lines"))
    kernel.lines.push_back({line.at(0), line.at(1), line.at(2), EnumOfJson(line.at(3), RequestKind::kLine),
                            EnumOfJson(line.at(4), CountedMemory::kLocal), ReadCountsOf(line.at(5))});
  return kernel;
}

}  // namespace

void Counts::Add(const Counts& more) {
  requests += more.requests;
  lanes += more.lanes;
  possible += more.possible;
  sectors += more.sectors;
  ideal_sectors += more.ideal_sectors;
  due_sectors += more.due_sectors;
  wavefronts += more.wavefronts;
  ideal_wavefronts += more.ideal_wavefronts;
  most_wavefronts = std::max(most_wavefronts, more.most_wavefronts);
  divergent += more.divergent;
  same_address += more.same_address;
  most_same_address = std::max(most_same_address, more.most_same_address);
  hottest = std::max(hottest, more.hottest);
  hottest_is_least |= more.hottest_is_least;
}

void ArrayCounts::Add(RequestKind kind, std::uint64_t bytes) {
  reads += kind == RequestKind::kLoad;
  writes += kind == RequestKind::kStore;
  atomics += kind == RequestKind::kAtomic;
  if (kind != RequestKind::kStore) bytes_read += bytes;
  if (kind != RequestKind::kLoad) bytes_written += bytes;
}

void ArrayCounts::Add(const ArrayCounts& more) {
  reads += more.reads;
  writes += more.writes;
  atomics += more.atomics;
  bytes_read += more.bytes_read;
  bytes_written += more.bytes_written;
}

void Work::Add(const Work& more) {
  operations += more.operations;
  barriers += more.barriers;
  most_barriers = std::max(most_barriers, more.most_barriers);
  shuffles += more.shuffles;
  votes += more.votes;
  busiest_thread = std::max(busiest_thread, more.busiest_thread);
  longest_stretch = std::max(longest_stretch, more.longest_stretch);
  async_copies += more.async_copies;
  async_bytes += more.async_bytes;
  reads_of_copiers += more.reads_of_copiers;
  groups_at_reads += more.groups_at_reads;
  fetches += more.fetches;
}

Expected<void> WriteCounts(const RunCounts& counts, const std::string& path) {
  Json json = {{"kernels", Json::array()}, {"host", Write(counts.host)}};
  for (const KernelCounts& kernel : counts.kernels) json["kernels"].push_back(Write(kernel));
  return WriteFile(path, json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

Expected<RunCounts> ReadCounts(const std::string& path) try {
  constexpr std::uint64_t kLargest = 256 << 20;  // bytes
  const Expected<std::string> text = ReadText(path, kLargest);
  if (!text) return std::unexpected(text.error());
  const Json json = ParseWholeNumbers(*text);
  RunCounts counts{.host = ReadHost(json.at("host"))};
  for (const Json& kernel : json.at("kernels")) counts.kernels.push_back(ReadKernel(kernel));
  return counts;
} catch (const std::exception& error) {
  return Fail(path + " is no file of counts: " + error.what());
}

}  // namespace lockstep::metrics
