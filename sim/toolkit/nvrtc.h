#pragma once

// Programs and libraries test these macros to find out what has been included.
#define __NVRTC_H__

// NVRTC: compilation of CUDA C++ while a program runs (sim/nvrtc). What it returns as PTX or cubin is a module for this
// CPU, which cuModuleLoadData opens.

#include <stddef.h>

typedef enum {
  NVRTC_SUCCESS = 0, NVRTC_ERROR_OUT_OF_MEMORY = 1, NVRTC_ERROR_PROGRAM_CREATION_FAILURE = 2,
  NVRTC_ERROR_INVALID_INPUT = 3, NVRTC_ERROR_INVALID_PROGRAM = 4, NVRTC_ERROR_INVALID_OPTION = 5,
  NVRTC_ERROR_COMPILATION = 6, NVRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7,
  NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8, NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
  NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10, NVRTC_ERROR_INTERNAL_ERROR = 11, NVRTC_ERROR_TIME_FILE_WRITE_FAILED = 12,
  NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED = 13, NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED = 14, NVRTC_ERROR_PCH_CREATE = 15,
  NVRTC_ERROR_CANCELLED = 16, NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED = 17
} nvrtcResult;

typedef struct _nvrtcProgram* nvrtcProgram;

#if defined(__cplusplus)
extern "C" {
#endif

const char* nvrtcGetErrorString(nvrtcResult result);
nvrtcResult nvrtcVersion(int* major, int* minor);
// Compute capabilities times 10.
nvrtcResult nvrtcGetNumSupportedArchs(int* numArchs);
nvrtcResult nvrtcGetSupportedArchs(int* supportedArchs);

nvrtcResult nvrtcCreateProgram(nvrtcProgram* prog, const char* src, const char* name, int numHeaders,
                               const char* const* headers, const char* const* includeNames);
nvrtcResult nvrtcDestroyProgram(nvrtcProgram* prog);
nvrtcResult nvrtcCompileProgram(nvrtcProgram prog, int numOptions, const char* const* options);
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram prog, size_t* logSizeRet);
nvrtcResult nvrtcGetProgramLog(nvrtcProgram prog, char* log);

// Sizes include the zero byte at the end of a text.
nvrtcResult nvrtcGetPTXSize(nvrtcProgram prog, size_t* ptxSizeRet);
nvrtcResult nvrtcGetPTX(nvrtcProgram prog, char* ptx);
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram prog, size_t* cubinSizeRet);
nvrtcResult nvrtcGetCUBIN(nvrtcProgram prog, char* cubin);

// "kernel<int>" or "&space::variable"; the linkage name is known after the compilation.
nvrtcResult nvrtcAddNameExpression(nvrtcProgram prog, const char* name_expression);
nvrtcResult nvrtcGetLoweredName(nvrtcProgram prog, const char* name_expression, const char** lowered_name);

// Intermediate code for other tools is not made here: NVRTC_ERROR_INVALID_PROGRAM, as for a program without it.
nvrtcResult nvrtcGetLTOIRSize(nvrtcProgram prog, size_t* LTOIRSizeRet);
nvrtcResult nvrtcGetLTOIR(nvrtcProgram prog, char* LTOIR);
nvrtcResult nvrtcGetOptiXIRSize(nvrtcProgram prog, size_t* optixirSizeRet);
nvrtcResult nvrtcGetOptiXIR(nvrtcProgram prog, char* optixir);

#if defined(__cplusplus)
}
#endif

#if NVRTC_GET_TYPE_NAME
#include <string>

// The name of a type as C++ writes it, for name expressions; for programs that define NVRTC_GET_TYPE_NAME as 1.
template <typename T>
nvrtcResult nvrtcGetTypeName(std::string* result) {
  const std::string function = __PRETTY_FUNCTION__;
  const auto begin = function.find("T = ") + 4;
  *result = function.substr(begin, function.find_last_of(']') - begin);
  return NVRTC_SUCCESS;
}
#endif
