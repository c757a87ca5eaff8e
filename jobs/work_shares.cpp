#include "jobs/work_shares.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "jobs/moments.h"
#include "shared/trace/lookup.h"
#include "shared/trace/words.h"

namespace lockstep::jobs {
namespace {

struct Written {
  std::uint64_t writer, cell;
  friend auto operator<=>(const Written&, const Written&) = default;
};

// The bytes that threads wrote in this launch, added to what is in `written`, which stays sorted; how many threads they
// are.
std::size_t AddLaunch(const trace::WriterMap& map, std::uint64_t cell_size, std::vector<Written>& written) {
  std::vector<Written> now;
  for (std::size_t at = 0; at < map.writer.size(); ++at)
    if (map.writer[at] != 0) now.push_back({map.writer[at] - 1, at * map.cell / cell_size});
  std::ranges::sort(now);
  now.erase(std::ranges::unique(now).begin(), now.end());
  std::size_t writers = 0;
  for (std::size_t i = 0; i < now.size(); ++i) writers += i == 0 || now[i].writer != now[i - 1].writer;
  std::vector<Written> all;
  std::ranges::set_union(written, now, std::back_inserter(all));
  written = std::move(all);
  return writers;
}

std::uint64_t CellsOf(const std::vector<Written>& written) {
  std::vector<std::uint64_t> cells;
  for (const Written& one : written) cells.push_back(one.cell);
  std::ranges::sort(cells);
  return static_cast<std::uint64_t>(std::ranges::unique(cells).begin() - cells.begin());
}

}  // namespace

std::string WorkShares::BusiestThread() const {
  for (const trace::RecordedLaunch* launch : launches) {
    const std::uint64_t threads = launch->block.Count();
    if (busiest / threads < launch->grid.Count())
      return Describe(Moment{.block = trace::FromLinearIndex(busiest / threads, launch->grid),
                             .thread = trace::FromLinearIndex(busiest % threads, launch->block)});
  }
  return "one thread";
}

std::uint64_t WorkShares::SmallestBlock() const {
  std::uint64_t smallest = launches.empty() ? 0 : launches[0]->block.Count();
  for (const trace::RecordedLaunch* launch : launches) smallest = std::min(smallest, launch->block.Count());
  return smallest;
}

std::uint64_t WorkShares::ThreadsInBlocksOf(std::uint64_t block) const {
  std::uint64_t most_threads = 0;
  for (const trace::RecordedLaunch* launch : launches)
    if (launch->block.Count() >= block)
      most_threads = std::max(most_threads, launch->grid.Count() * launch->block.Count());
  return most_threads;
}

WorkShares SharesOf(const RecordedArray& array) {
  WorkShares shares;
  std::vector<Written> written;
  for (const trace::RecordedLaunch& launch : array.recording->launches)
    for (const trace::WriterMap& map : launch.writers) {
      if (map.object != array.Id()) continue;
      const std::size_t writers = AddLaunch(map, array.CellSize(), written);
      shares.writers += writers;
      if (writers != 0) shares.launches.push_back(&launch);
    }
  shares.cells = CellsOf(written);
  for (std::size_t begin = 0, end = 0; begin < written.size(); begin = end) {
    while (end < written.size() && written[end].writer == written[begin].writer) ++end;
    if (end - begin > shares.most)
      std::tie(shares.most, shares.busiest) = std::tuple(end - begin, written[begin].writer);
  }
  return shares;
}

std::uint64_t FairShare(const WorkShares& mine, const WorkShares& right) {
  const std::uint64_t threads =
      mine.ThreadsInBlocksOf(std::min<std::uint64_t>(trace::kWarpSize, right.SmallestBlock()));
  const std::uint64_t theirs = right.ThreadsInBlocksOf(0);
  const std::uint64_t times = threads == 0 ? 1 : std::max<std::uint64_t>(1, (theirs + threads - 1) / threads);
  return 2 * times * right.most;
}

}  // namespace lockstep::jobs
