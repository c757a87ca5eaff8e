#include "sim/api/api_test.h"

extern "C" {
void** __cudaRegisterFatBinary(void* wrapper);
void __cudaRegisterFunction(void** handle, const char* stub, char*, const char* name, int, void*, void*, void*, void*,
                            int*);
void __cudaRegisterVar(void** handle, char* shadow, char*, const char* name, int, std::size_t size, int, int);
void __cudaRegisterFatBinaryEnd(void** handle);
}

namespace lockstep::api {

char add_stub, use_shared_stub, unknown_stub, counter_shadow;
int device_counter[4];

namespace {

void AddThread(LockstepThread* thread, void* const* args) {
  int* a = *static_cast<int* const*>(args[0]);
  const int b = *static_cast<const int*>(args[1]);
  a[thread->block->index[0] * thread->block->block_dim[0] + thread->linear] += b;
}

void UseSharedThread(LockstepThread*, void* const*) {}

const LockstepParameter add_parameters[] = {{"a", 8, 0xffffffff, 0xffffffff}, {"b", 4, 0xffffffff, 0xffffffff}};
const LockstepFunction functions[] = {{"Add", "test.cu", 1, 0}, {"UseShared", "test.cu", 2, 0}};
const LockstepKernel kernels[] = {
    {.name = "_Z3AddPii",
     .pretty_name = "Add",
     .thread_entry = AddThread,
     .parameters = add_parameters,
     .parameter_count = 2,
     .max_threads = 256,
     .function = 0},
    {.name = "_Z9UseSharedv",
     .pretty_name = "UseShared",
     .thread_entry = UseSharedThread,
     .static_shared = 16 << 10,
     .function = 1},
};
const LockstepGlobal globals[] = {{"counter", device_counter, sizeof device_counter, 0xffffffff, 4}};
LockstepUnit unit{.abi = LOCKSTEP_ABI,
                  .mode = LOCKSTEP_RUN,
                  .id = "test-unit",
                  .source = "test.cu",
                  .functions = functions,
                  .globals = globals,
                  .kernels = kernels,
                  .function_count = 2,
                  .global_count = 1,
                  .kernel_count = 2,
                  .shared_size = 16 << 10};

}  // namespace

void RegisterTestUnit() {
  static const bool once = [] {
    __lockstep_register_unit(&unit);
    static const char data[] = "LOCKSTEP\0test-unit";
    static struct {
      int magic, version;
      const char* data;
      void* unused;
    } wrapper{0, 0, data, nullptr};
    static void** const handle = __cudaRegisterFatBinary(&wrapper);  // until the process ends, as in a program
    __cudaRegisterFunction(handle, &add_stub, nullptr, "_Z3AddPii", -1, nullptr, nullptr, nullptr, nullptr, nullptr);
    __cudaRegisterFunction(handle, &use_shared_stub, nullptr, "_Z9UseSharedv", -1, nullptr, nullptr, nullptr, nullptr,
                           nullptr);
    __cudaRegisterVar(handle, &counter_shadow, nullptr, "counter", 0, sizeof device_counter, 0, 0);
    __cudaRegisterFatBinaryEnd(handle);
    return true;
  }();
  (void)once;
}

}  // namespace lockstep::api
