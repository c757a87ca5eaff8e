// NVRTC's functions. Programs are handles: none that has been destroyed is used.

#include "sim/toolkit/nvrtc.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "shared/base/trimmed.h"
#include "sim/nvrtc/compilation.h"

using namespace lockstep;
using namespace lockstep::nvrtc;

struct _nvrtcProgram {
  std::mutex mutex;
  CompileRequest request;
  std::optional<Compilation> done;  // after nvrtcCompileProgram
};

namespace {

constexpr int kMajor = 13, kMinor = 0;
constexpr int kArchitectures[] = {50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90};
constexpr int kMost = 1 << 16;  // headers, or options

struct Programs {
  std::mutex mutex;
  std::unordered_map<nvrtcProgram, std::shared_ptr<_nvrtcProgram>> live;
};

// Never destroyed: programs destroy theirs in destructors of their own globals.
Programs& All() {
  static auto* programs = new Programs;
  return *programs;
}

std::shared_ptr<_nvrtcProgram> Find(nvrtcProgram handle) {
  const std::lock_guard lock(All().mutex);
  const auto found = All().live.find(handle);
  return found == All().live.end() ? nullptr : found->second;
}

// Runs `body(_nvrtcProgram&)` on a known program.
template <class Body>
nvrtcResult With(nvrtcProgram handle, const Body& body) {
  const std::shared_ptr<_nvrtcProgram> program = Find(handle);
  if (!program) return NVRTC_ERROR_INVALID_PROGRAM;
  const std::lock_guard lock(program->mutex);
  return body(*program);
}

nvrtcResult GiveSize(std::size_t* size, const std::string& text) {
  if (!size) return NVRTC_ERROR_INVALID_INPUT;
  *size = text.size() + 1;
  return NVRTC_SUCCESS;
}

nvrtcResult Give(char* to, const std::string& text) {
  if (!to) return NVRTC_ERROR_INVALID_INPUT;
  std::memcpy(to, text.c_str(), text.size() + 1);
  return NVRTC_SUCCESS;
}

// Runs `body(text)` on the module of a program that has been compiled.
template <class Body>
nvrtcResult WithModule(nvrtcProgram handle, const Body& body) {
  return With(handle, [&](_nvrtcProgram& program) {
    if (!program.done || program.done->module.empty()) return NVRTC_ERROR_INVALID_PROGRAM;
    return body(program.done->module);
  });
}

template <class Body>
nvrtcResult WithLog(nvrtcProgram handle, const Body& body) {
  return With(handle, [&](_nvrtcProgram& program) { return body(program.done ? program.done->log : std::string()); });
}

bool HaveTexts(int count, const char* const* texts) {
  return count >= 0 && count <= kMost &&
         (count == 0 || (texts && std::all_of(texts, texts + count, [](const char* text) { return text != nullptr; })));
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

const char* nvrtcGetErrorString(nvrtcResult result) {
  static constexpr const char* kNames[] = {"NVRTC_SUCCESS",
                                           "NVRTC_ERROR_OUT_OF_MEMORY",
                                           "NVRTC_ERROR_PROGRAM_CREATION_FAILURE",
                                           "NVRTC_ERROR_INVALID_INPUT",
                                           "NVRTC_ERROR_INVALID_PROGRAM",
                                           "NVRTC_ERROR_INVALID_OPTION",
                                           "NVRTC_ERROR_COMPILATION",
                                           "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE",
                                           "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
                                           "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
                                           "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
                                           "NVRTC_ERROR_INTERNAL_ERROR",
                                           "NVRTC_ERROR_TIME_FILE_WRITE_FAILED",
                                           "NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED",
                                           "NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED",
                                           "NVRTC_ERROR_PCH_CREATE",
                                           "NVRTC_ERROR_CANCELLED",
                                           "NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED"};
  const auto number = static_cast<std::size_t>(result);
  return number < std::size(kNames) ? kNames[number] : "NVRTC_ERROR unknown";
}

nvrtcResult nvrtcVersion(int* major, int* minor) {
  if (!major || !minor) return NVRTC_ERROR_INVALID_INPUT;
  *major = kMajor;
  *minor = kMinor;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetNumSupportedArchs(int* count) {
  if (!count) return NVRTC_ERROR_INVALID_INPUT;
  *count = std::size(kArchitectures);
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetSupportedArchs(int* architectures) {
  if (!architectures) return NVRTC_ERROR_INVALID_INPUT;
  std::ranges::copy(kArchitectures, architectures);
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram* prog, const char* src, const char* name, int header_count,
                               const char* const* headers, const char* const* include_names) {
  if (!prog || !src || !HaveTexts(header_count, headers) || !HaveTexts(header_count, include_names))
    return NVRTC_ERROR_INVALID_INPUT;
  auto program = std::make_shared<_nvrtcProgram>();
  program->request.text = src;
  program->request.name = name && *name ? name : "default_program";
  for (int i = 0; i < header_count; ++i) program->request.headers.push_back({include_names[i], headers[i]});
  const std::lock_guard lock(All().mutex);
  *prog = program.get();
  All().live[*prog] = std::move(program);
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram* prog) {
  if (!prog) return NVRTC_ERROR_INVALID_PROGRAM;
  const std::lock_guard lock(All().mutex);
  if (All().live.erase(*prog) == 0) return NVRTC_ERROR_INVALID_PROGRAM;
  *prog = nullptr;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCompileProgram(nvrtcProgram prog, int option_count, const char* const* options) {
  if (!HaveTexts(option_count, options)) return NVRTC_ERROR_INVALID_INPUT;
  return With(prog, [&](_nvrtcProgram& program) {
    program.request.options.assign(options, options + option_count);
    program.done = Compile(program.request);
    return program.done->result;
  });
}

nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram prog, std::size_t* size) {
  return WithLog(prog, [&](const std::string& log) { return GiveSize(size, log); });
}
nvrtcResult nvrtcGetProgramLog(nvrtcProgram prog, char* to) {
  return WithLog(prog, [&](const std::string& log) { return Give(to, log); });
}

nvrtcResult nvrtcGetPTXSize(nvrtcProgram prog, std::size_t* size) {
  return WithModule(prog, [&](const std::string& module) { return GiveSize(size, module); });
}
nvrtcResult nvrtcGetPTX(nvrtcProgram prog, char* to) {
  return WithModule(prog, [&](const std::string& module) { return Give(to, module); });
}
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram prog, std::size_t* size) { return nvrtcGetPTXSize(prog, size); }
nvrtcResult nvrtcGetCUBIN(nvrtcProgram prog, char* to) { return nvrtcGetPTX(prog, to); }

nvrtcResult nvrtcAddNameExpression(nvrtcProgram prog, const char* expression) {
  if (!expression) return NVRTC_ERROR_INVALID_INPUT;
  return With(prog, [&](_nvrtcProgram& program) {
    if (program.done) return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
    std::vector<std::string>& asked = program.request.expressions;
    if (const std::string name(Trimmed(expression)); std::ranges::count(asked, name) == 0) asked.push_back(name);
    return NVRTC_SUCCESS;
  });
}

nvrtcResult nvrtcGetLoweredName(nvrtcProgram prog, const char* expression, const char** name) {
  if (!expression || !name) return NVRTC_ERROR_INVALID_INPUT;
  return With(prog, [&](_nvrtcProgram& program) {
    if (!program.done || program.done->module.empty()) return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
    const auto found = program.done->names.find(std::string(Trimmed(expression)));
    if (found == program.done->names.end()) return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
    *name = found->second.c_str();
    return NVRTC_SUCCESS;
  });
}

nvrtcResult nvrtcGetLTOIRSize(nvrtcProgram, std::size_t*) { return NVRTC_ERROR_INVALID_PROGRAM; }
nvrtcResult nvrtcGetLTOIR(nvrtcProgram, char*) { return NVRTC_ERROR_INVALID_PROGRAM; }
nvrtcResult nvrtcGetOptiXIRSize(nvrtcProgram, std::size_t*) { return NVRTC_ERROR_INVALID_PROGRAM; }
nvrtcResult nvrtcGetOptiXIR(nvrtcProgram, char*) { return NVRTC_ERROR_INVALID_PROGRAM; }
}
#pragma GCC visibility pop
