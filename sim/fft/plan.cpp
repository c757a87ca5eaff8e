// cuFFT's functions: plans, and the transforms that they do in their streams.

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <complex>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "sim/fft/layout.h"
#include "sim/fft/transform.h"
#include "sim/hooks/submit.h"
#include "sim/toolkit/cufftXt.h"

using namespace lockstep;
using namespace lockstep::fft;

namespace {

#define LOCKSTEP_FFT_CALLER __builtin_return_address(0)

using Sizes = std::vector<std::int64_t>;

struct Side {
  Sizes embed;  // empty: dense
  std::int64_t stride = 1, distance = 0;
};

struct Plan {
  Sizes sizes;  // empty: created, and not made yet
  cufftType type = CUFFT_C2C;
  bool is_half_precision = false;  // numbers of 16 bits, of a type that is called float's otherwise
  std::int64_t batch = 1;
  Side in, out;
  cudaStream_t stream = nullptr;
};

struct Plans {
  std::mutex mutex;
  std::unordered_map<cufftHandle, Plan> live;
  cufftHandle next = 1;
};

// Never destroyed: programs destroy plans in destructors of their own globals.
Plans& All() {
  static auto* plans = new Plans;
  return *plans;
}

std::optional<Plan> Find(cufftHandle handle) {
  Plans& all = All();
  const std::lock_guard lock(all.mutex);
  const auto found = all.live.find(handle);
  return found == all.live.end() ? std::nullopt : std::optional(found->second);
}

// A function's name and where the program called it.
struct Site {
  const char* function;
  const void* caller;

  cufftResult Refuse(cufftResult status, const std::string& why) const {
    __lockstep_refuse_library_call(function, why.c_str(), caller);
    return status;
  }
};

bool IsDouble(cufftType type) { return type == CUFFT_Z2Z || type == CUFFT_D2Z || type == CUFFT_Z2D; }
bool IsRealIn(cufftType type) { return type == CUFFT_R2C || type == CUFFT_D2Z; }
bool IsRealOut(cufftType type) { return type == CUFFT_C2R || type == CUFFT_Z2D; }
bool IsType(cufftType type) { return type == CUFFT_C2C || type == CUFFT_R2C || type == CUFFT_C2R || IsDouble(type); }

// The fault in the layout of a side. Of the side of complex numbers of a transform of real ones, half is stored.
cufftResult JudgeLayout(const Plan& plan, const Side& side, bool is_half, const char* name, const Site& site) {
  if (side.embed.empty()) return CUFFT_SUCCESS;
  if (side.stride < 1) return site.Refuse(CUFFT_INVALID_VALUE, fmt::format("a stride is {}", side.stride));
  for (std::size_t d = 1; d < plan.sizes.size(); ++d) {
    const std::int64_t least = is_half && d + 1 == plan.sizes.size() ? plan.sizes[d] / 2 + 1 : plan.sizes[d];
    if (side.embed[d] < least)
      return site.Refuse(CUFFT_INVALID_VALUE, fmt::format("`{}[{}]` is {}, and the rows there have {} elements", name,
                                                          d, side.embed[d], least));
  }
  return CUFFT_SUCCESS;
}

// The fault in a plan.
cufftResult Judge(const Plan& plan, const Site& site) {
  if (plan.sizes.empty() || plan.sizes.size() > 3)
    return site.Refuse(CUFFT_INVALID_VALUE,
                       fmt::format("a transform has 1 to 3 dimensions, not {}", plan.sizes.size()));
  if (!IsType(plan.type)) return site.Refuse(CUFFT_INVALID_VALUE, fmt::format("there is no type {}", int{plan.type}));
  for (const std::int64_t size : plan.sizes)
    if (size < 1) return site.Refuse(CUFFT_INVALID_SIZE, fmt::format("a size of the transform is {}", size));
  if (plan.batch < 1) return site.Refuse(CUFFT_INVALID_SIZE, fmt::format("`batch` is {}", plan.batch));
  for (const std::int64_t size : plan.sizes)
    if (plan.is_half_precision && !std::has_single_bit(static_cast<std::uint64_t>(size)))
      return site.Refuse(
          CUFFT_INVALID_SIZE,
          fmt::format("a size of the transform is {}: in half precision, cuFFT has powers of two", size));
  if (const cufftResult wrong = JudgeLayout(plan, plan.in, IsRealOut(plan.type), "inembed", site)) return wrong;
  return JudgeLayout(plan, plan.out, IsRealIn(plan.type), "onembed", site);
}

cufftResult Make(cufftHandle handle, Plan made, std::size_t* work_size, const Site& site) {
  if (const cufftResult wrong = Judge(made, site)) return wrong;
  if (work_size) *work_size = 0;
  Plans& all = All();
  const std::lock_guard lock(all.mutex);
  const auto found = all.live.find(handle);
  if (found == all.live.end()) return site.Refuse(CUFFT_INVALID_PLAN, "`plan` is none that `cufftCreate` made");
  if (!found->second.sizes.empty()) return site.Refuse(CUFFT_INVALID_PLAN, "`plan` is made already");
  made.stream = found->second.stream;
  found->second = std::move(made);
  return CUFFT_SUCCESS;
}

// A handle and its plan, at once.
cufftResult MakeNew(cufftHandle* handle, Plan made, const Site& site) {
  if (!handle) return site.Refuse(CUFFT_INVALID_VALUE, "`plan` is null");
  if (const cufftResult wrong = Judge(made, site)) return wrong;
  Plans& all = All();
  const std::lock_guard lock(all.mutex);
  *handle = all.next++;
  all.live.emplace(*handle, std::move(made));
  return CUFFT_SUCCESS;
}

cufftResult Estimate(const Plan& plan, std::size_t* work_size, const Site& site) {
  if (!work_size) return site.Refuse(CUFFT_INVALID_VALUE, "`workSize` is null");
  *work_size = 0;
  return Judge(plan, site);
}

template <class Int>
Plan Many(int rank, const Int* n, const Int* inembed, Int istride, Int idist, const Int* onembed, Int ostride,
          Int odist, cufftType type, Int batch) {
  Plan plan;
  plan.type = type;
  plan.batch = batch;
  if (rank < 1 || rank > 3 || !n) return plan;
  plan.sizes.assign(n, n + rank);
  // Only both together describe a layout.
  if (!inembed || !onembed) return plan;
  plan.in = {Sizes(inembed, inembed + rank), istride, idist};
  plan.out = {Sizes(onembed, onembed + rank), ostride, odist};
  return plan;
}
Plan Simple(Sizes sizes, cufftType type, std::int64_t batch = 1) {
  Plan plan;
  plan.sizes = std::move(sizes);
  plan.type = type;
  plan.batch = batch;
  return plan;
}

// --- the work

Layout LayoutOf(const Plan& plan, const Side& side, bool is_real, bool is_half, bool in_place) {
  const std::int64_t number = plan.is_half_precision ? 2 : IsDouble(plan.type) ? 8 : 4;
  const std::int64_t element = number * (is_real ? 1 : 2), n = plan.sizes.back();
  Sizes sizes = plan.sizes;
  if (is_half) sizes.back() = n / 2 + 1;
  if (!side.embed.empty()) return Embedded(sizes, side.embed, side.stride, side.distance, plan.batch, element);
  // In place, a real row has the room of its transform.
  const std::int64_t row = is_real && in_place ? 2 * (n / 2 + 1) : sizes.back();
  return Dense(sizes, row, plan.batch, element);
}

// One array of the batch, as numbers of the computation's type. Of half precision, `Stored` differs from it.
template <class Stored, class Real>
void Fetch(const Layout& layout, std::int64_t index, const void* from, Real* dense, std::int64_t numbers) {
  if constexpr (std::is_same_v<Stored, Real>) return Gather(layout, index, from, dense);
  std::vector<Stored> stored(static_cast<std::size_t>(numbers));
  Gather(layout, index, from, stored.data());
  std::ranges::transform(stored, dense, [](Stored number) { return static_cast<Real>(number); });
}
template <class Stored, class Real>
void Put(const Layout& layout, std::int64_t index, const Real* dense, void* to, std::int64_t numbers) {
  if constexpr (std::is_same_v<Stored, Real>) return Scatter(layout, index, dense, to);
  std::vector<Stored> stored(static_cast<std::size_t>(numbers));
  std::transform(dense, dense + numbers, stored.begin(), [](Real number) { return static_cast<Stored>(number); });
  Scatter(layout, index, stored.data(), to);
}

template <class Real, class Stored = Real>
void Work(const Plan& plan, const Layout& in, const Layout& out, const void* from, void* to, Direction direction) {
  const bool is_complex = !IsRealIn(plan.type) && !IsRealOut(plan.type);
  std::vector<std::complex<Real>> data(static_cast<std::size_t>(IsRealIn(plan.type) ? out.count() : in.count()));
  std::vector<Real> real(is_complex ? 0 : static_cast<std::size_t>(IsRealIn(plan.type) ? in.count() : out.count()));
  for (std::int64_t i = 0; i < plan.batch; ++i) {
    const bool is_real_in = IsRealIn(plan.type), is_real_out = IsRealOut(plan.type);
    Real* const numbers = reinterpret_cast<Real*>(data.data());
    Fetch<Stored>(in, i, from, is_real_in ? real.data() : numbers, in.count() * (is_real_in ? 1 : 2));
    if (is_complex)
      Transform(data.data(), plan.sizes, direction);
    else
      TransformReal(real.data(), data.data(), plan.sizes, direction);
    Put<Stored>(out, i, is_real_out ? real.data() : numbers, to, out.count() * (is_real_out ? 1 : 2));
  }
}

// Without a `type`, that of the plan.
cufftResult Execute(cufftHandle handle, std::optional<cufftType> wanted, void* from, void* to, Direction direction,
                    const Site& site) {
  const std::optional<Plan> plan = Find(handle);
  if (!plan) return site.Refuse(CUFFT_INVALID_PLAN, "`plan` is none that was made, or has been destroyed");
  if (plan->sizes.empty()) return site.Refuse(CUFFT_INVALID_PLAN, "`plan` is created, but no size was given to it");
  if (wanted && (plan->type != *wanted || plan->is_half_precision))
    return site.Refuse(CUFFT_INVALID_PLAN, "`plan` is for a transform of another type");
  const cufftType type = plan->type;
  if (!from || !to) return site.Refuse(CUFFT_INVALID_VALUE, from ? "`odata` is null" : "`idata` is null");
  const Layout in = LayoutOf(*plan, plan->in, IsRealIn(type), IsRealOut(type), from == to);
  const Layout out = LayoutOf(*plan, plan->out, IsRealOut(type), IsRealIn(type), from == to);
  std::vector<LockstepOperand> operands = OperandsOf(in, "idata", from, false);
  const std::vector<LockstepOperand> written = OperandsOf(out, "odata", to, true);
  operands.insert(operands.end(), written.begin(), written.end());
  const auto work = [=, plan = *plan] {
    if (plan.is_half_precision)
      Work<float, _Float16>(plan, in, out, from, to, direction);
    else if (IsDouble(type))
      Work<double>(plan, in, out, from, to, direction);
    else
      Work<float>(plan, in, out, from, to, direction);
  };
  return hooks::SubmitLibraryCall(plan->stream, site.function, operands, work, site.caller) == cudaSuccess
             ? CUFFT_SUCCESS
             : CUFFT_EXEC_FAILED;
}

cufftResult ExecuteComplex(cufftHandle handle, std::optional<cufftType> type, void* from, void* to, int direction,
                           const Site& site) {
  if (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE)
    return site.Refuse(CUFFT_INVALID_VALUE, fmt::format("`direction` is {}", direction));
  return Execute(handle, type, from, to, direction == CUFFT_FORWARD ? Direction::kForward : Direction::kInverse, site);
}

// The types of the numbers of a transform, which cufftXtMakePlanMany is given.
struct NamedTypes {
  cudaDataType in, out, execution;
};

// Gives the plan its type, or says what is wrong.
cufftResult TakeTypes(Plan& plan, const NamedTypes& types, const Site& site) {
  struct Row {
    cudaDataType in, out;
    cufftType type;
  };
  constexpr Row kRows[] = {
      {CUDA_C_16F, CUDA_C_16F, CUFFT_C2C}, {CUDA_R_16F, CUDA_C_16F, CUFFT_R2C}, {CUDA_C_16F, CUDA_R_16F, CUFFT_C2R},
      {CUDA_C_32F, CUDA_C_32F, CUFFT_C2C}, {CUDA_R_32F, CUDA_C_32F, CUFFT_R2C}, {CUDA_C_32F, CUDA_R_32F, CUFFT_C2R},
      {CUDA_C_64F, CUDA_C_64F, CUFFT_Z2Z}, {CUDA_R_64F, CUDA_C_64F, CUFFT_D2Z}, {CUDA_C_64F, CUDA_R_64F, CUFFT_Z2D}};
  for (const Row& row : kRows)
    if (row.in == types.in && row.out == types.out) {
      const bool is_half = types.in == CUDA_C_16F || types.in == CUDA_R_16F;
      const cudaDataType least = is_half ? CUDA_C_16F : IsDouble(row.type) ? CUDA_C_64F : CUDA_C_32F;
      if (types.execution != least && !(is_half && types.execution == CUDA_C_32F)) break;
      plan.type = row.type;
      plan.is_half_precision = is_half;
      return CUFFT_SUCCESS;
    }
  return site.Refuse(CUFFT_NOT_SUPPORTED, fmt::format("no transform is of the types {} to {}, computed in {}",
                                                      int{types.in}, int{types.out}, int{types.execution}));
}

}  // namespace

#define LOCKSTEP_FFT_SITE \
  Site { __func__, LOCKSTEP_FFT_CALLER }

extern "C" {
#pragma GCC visibility push(default)

cufftResult cufftPlan1d(cufftHandle* plan, int nx, cufftType type, int batch) {
  return MakeNew(plan, Simple({nx}, type, batch), LOCKSTEP_FFT_SITE);
}
cufftResult cufftPlan2d(cufftHandle* plan, int nx, int ny, cufftType type) {
  return MakeNew(plan, Simple({nx, ny}, type), LOCKSTEP_FFT_SITE);
}
cufftResult cufftPlan3d(cufftHandle* plan, int nx, int ny, int nz, cufftType type) {
  return MakeNew(plan, Simple({nx, ny, nz}, type), LOCKSTEP_FFT_SITE);
}
cufftResult cufftPlanMany(cufftHandle* plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed,
                          int ostride, int odist, cufftType type, int batch) {
  return MakeNew(plan, Many(rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch), LOCKSTEP_FFT_SITE);
}

cufftResult cufftCreate(cufftHandle* plan) {
  if (!plan) return LOCKSTEP_FFT_SITE.Refuse(CUFFT_INVALID_VALUE, "`plan` is null");
  Plans& all = All();
  const std::lock_guard lock(all.mutex);
  *plan = all.next++;
  all.live.emplace(*plan, Plan{});
  return CUFFT_SUCCESS;
}
cufftResult cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch, size_t* size) {
  return Make(plan, Simple({nx}, type, batch), size, LOCKSTEP_FFT_SITE);
}
cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type, size_t* size) {
  return Make(plan, Simple({nx, ny}, type), size, LOCKSTEP_FFT_SITE);
}
cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type, size_t* size) {
  return Make(plan, Simple({nx, ny, nz}, type), size, LOCKSTEP_FFT_SITE);
}
cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed,
                              int ostride, int odist, cufftType type, int batch, size_t* size) {
  return Make(plan, Many(rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch), size,
              LOCKSTEP_FFT_SITE);
}
cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long int* n, long long int* inembed,
                                long long int istride, long long int idist, long long int* onembed,
                                long long int ostride, long long int odist, cufftType type, long long int batch,
                                size_t* size) {
  return Make(plan, Many(rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch), size,
              LOCKSTEP_FFT_SITE);
}

cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long int* n, long long int* inembed,
                                long long int istride, long long int idist, cudaDataType inputtype,
                                long long int* onembed, long long int ostride, long long int odist,
                                cudaDataType outputtype, long long int batch, size_t* size,
                                cudaDataType executiontype) {
  const Site site = LOCKSTEP_FFT_SITE;
  Plan made = Many(rank, n, inembed, istride, idist, onembed, ostride, odist, CUFFT_C2C, batch);
  if (const cufftResult wrong = TakeTypes(made, {inputtype, outputtype, executiontype}, site)) return wrong;
  return Make(plan, std::move(made), size, site);
}
cufftResult cufftXtGetSizeMany(cufftHandle, int rank, long long int* n, long long int* inembed, long long int istride,
                               long long int idist, cudaDataType inputtype, long long int* onembed,
                               long long int ostride, long long int odist, cudaDataType outputtype, long long int batch,
                               size_t* size, cudaDataType executiontype) {
  const Site site = LOCKSTEP_FFT_SITE;
  Plan made = Many(rank, n, inembed, istride, idist, onembed, ostride, odist, CUFFT_C2C, batch);
  if (const cufftResult wrong = TakeTypes(made, {inputtype, outputtype, executiontype}, site)) return wrong;
  return Estimate(made, size, site);
}
cufftResult cufftGetSizeMany64(cufftHandle, int rank, long long int* n, long long int* inembed, long long int istride,
                               long long int idist, long long int* onembed, long long int ostride, long long int odist,
                               cufftType type, long long int batch, size_t* size) {
  return Estimate(Many(rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch), size,
                  LOCKSTEP_FFT_SITE);
}

cufftResult cufftEstimate1d(int nx, cufftType type, int batch, size_t* size) {
  return Estimate(Simple({nx}, type, batch), size, LOCKSTEP_FFT_SITE);
}
cufftResult cufftEstimate2d(int nx, int ny, cufftType type, size_t* size) {
  return Estimate(Simple({nx, ny}, type), size, LOCKSTEP_FFT_SITE);
}
cufftResult cufftEstimate3d(int nx, int ny, int nz, cufftType type, size_t* size) {
  return Estimate(Simple({nx, ny, nz}, type), size, LOCKSTEP_FFT_SITE);
}
cufftResult cufftEstimateMany(int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride,
                              int odist, cufftType type, int batch, size_t* size) {
  return Estimate(Many(rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch), size,
                  LOCKSTEP_FFT_SITE);
}
cufftResult cufftGetSize(cufftHandle plan, size_t* size) {
  if (!Find(plan)) return LOCKSTEP_FFT_SITE.Refuse(CUFFT_INVALID_PLAN, "`plan` is none that was made");
  if (!size) return CUFFT_INVALID_VALUE;
  *size = 0;
  return CUFFT_SUCCESS;
}
cufftResult cufftGetSize1d(cufftHandle, int nx, cufftType type, int batch, size_t* size) {
  return Estimate(Simple({nx}, type, batch), size, LOCKSTEP_FFT_SITE);
}
cufftResult cufftGetSize2d(cufftHandle, int nx, int ny, cufftType type, size_t* size) {
  return Estimate(Simple({nx, ny}, type), size, LOCKSTEP_FFT_SITE);
}
cufftResult cufftGetSize3d(cufftHandle, int nx, int ny, int nz, cufftType type, size_t* size) {
  return Estimate(Simple({nx, ny, nz}, type), size, LOCKSTEP_FFT_SITE);
}
cufftResult cufftGetSizeMany(cufftHandle, int rank, int* n, int* inembed, int istride, int idist, int* onembed,
                             int ostride, int odist, cufftType type, int batch, size_t* size) {
  return Estimate(Many(rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch), size,
                  LOCKSTEP_FFT_SITE);
}
cufftResult cufftSetWorkArea(cufftHandle plan, void*) {
  return Find(plan) ? CUFFT_SUCCESS : LOCKSTEP_FFT_SITE.Refuse(CUFFT_INVALID_PLAN, "`plan` is none that was made");
}
cufftResult cufftSetAutoAllocation(cufftHandle plan, int) {
  return Find(plan) ? CUFFT_SUCCESS : LOCKSTEP_FFT_SITE.Refuse(CUFFT_INVALID_PLAN, "`plan` is none that was made");
}

cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream) {
  Plans& all = All();
  const std::lock_guard lock(all.mutex);
  const auto found = all.live.find(plan);
  if (found == all.live.end()) return LOCKSTEP_FFT_SITE.Refuse(CUFFT_INVALID_PLAN, "`plan` is none that was made");
  found->second.stream = stream;
  return CUFFT_SUCCESS;
}
cufftResult cufftDestroy(cufftHandle plan) {
  Plans& all = All();
  const std::lock_guard lock(all.mutex);
  if (all.live.erase(plan)) return CUFFT_SUCCESS;
  return LOCKSTEP_FFT_SITE.Refuse(CUFFT_INVALID_PLAN, "`plan` is none that was made, or has been destroyed");
}
cufftResult cufftGetVersion(int* version) {
  if (!version) return CUFFT_INVALID_VALUE;
  *version = CUFFT_VERSION;
  return CUFFT_SUCCESS;
}
cufftResult cufftGetProperty(libraryPropertyType type, int* value) {
  constexpr int kValues[] = {CUFFT_VER_MAJOR, CUFFT_VER_MINOR, CUFFT_VER_PATCH};
  if (unsigned(type) > PATCH_LEVEL || !value) return CUFFT_INVALID_VALUE;
  *value = kValues[type];
  return CUFFT_SUCCESS;
}

// The direction of a real transform is that of its types.
cufftResult cufftXtExec(cufftHandle plan, void* input, void* output, int direction) {
  const Site site = LOCKSTEP_FFT_SITE;
  const std::optional<Plan> found = Find(plan);
  if (found && IsRealIn(found->type)) direction = CUFFT_FORWARD;
  if (found && IsRealOut(found->type)) direction = CUFFT_INVERSE;
  return ExecuteComplex(plan, std::nullopt, input, output, direction, site);
}
cufftResult cufftExecC2C(cufftHandle plan, cufftComplex* idata, cufftComplex* odata, int direction) {
  return ExecuteComplex(plan, CUFFT_C2C, idata, odata, direction, LOCKSTEP_FFT_SITE);
}
cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex* idata, cufftDoubleComplex* odata, int direction) {
  return ExecuteComplex(plan, CUFFT_Z2Z, idata, odata, direction, LOCKSTEP_FFT_SITE);
}
cufftResult cufftExecR2C(cufftHandle plan, cufftReal* idata, cufftComplex* odata) {
  return Execute(plan, CUFFT_R2C, idata, odata, Direction::kForward, LOCKSTEP_FFT_SITE);
}
cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal* idata, cufftDoubleComplex* odata) {
  return Execute(plan, CUFFT_D2Z, idata, odata, Direction::kForward, LOCKSTEP_FFT_SITE);
}
cufftResult cufftExecC2R(cufftHandle plan, cufftComplex* idata, cufftReal* odata) {
  return Execute(plan, CUFFT_C2R, idata, odata, Direction::kInverse, LOCKSTEP_FFT_SITE);
}
cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex* idata, cufftDoubleReal* odata) {
  return Execute(plan, CUFFT_Z2D, idata, odata, Direction::kInverse, LOCKSTEP_FFT_SITE);
}
}
