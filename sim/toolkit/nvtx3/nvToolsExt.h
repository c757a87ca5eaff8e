#pragma once

// NVTX, version 3: a program marks ranges and events for a profiler. There is no profiler, so the marks have no effect.

// NVIDIA's header includes these to find the profiler, and programs rely on them.
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))
#define NVTX_NO_PUSH_POP_TRACKING ((int)-2)

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st* nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st* nvtxStringHandle_t;
typedef struct nvtxResourceHandle_st* nvtxResourceHandle_t;
typedef struct nvtxSyncUser_st* nvtxSyncUser_t;

typedef enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 } nvtxColorType_t;
typedef enum nvtxMessageType_t {
  NVTX_MESSAGE_UNKNOWN = 0, NVTX_MESSAGE_TYPE_ASCII = 1, NVTX_MESSAGE_TYPE_UNICODE = 2, NVTX_MESSAGE_TYPE_REGISTERED = 3
} nvtxMessageType_t;
typedef enum nvtxPayloadType_t {
  NVTX_PAYLOAD_UNKNOWN = 0, NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1, NVTX_PAYLOAD_TYPE_INT64 = 2,
  NVTX_PAYLOAD_TYPE_DOUBLE = 3, NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4, NVTX_PAYLOAD_TYPE_INT32 = 5,
  NVTX_PAYLOAD_TYPE_FLOAT = 6
} nvtxPayloadType_t;

typedef union nvtxMessageValue_t {
  const char* ascii;
  const wchar_t* unicode;
  nvtxStringHandle_t registered;
} nvtxMessageValue_t;

typedef struct nvtxEventAttributes_v2 {
  uint16_t version, size;
  uint32_t category;
  int32_t colorType;
  uint32_t color;
  int32_t payloadType, reserved0;
  union payload_t {
    uint64_t ullValue;
    int64_t llValue;
    double dValue;
    uint32_t uiValue;
    int32_t iValue;
    float fValue;
  } payload;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxEventAttributes_v2;
typedef nvtxEventAttributes_v2 nvtxEventAttributes_t;

// A range is pushed and popped at depth 0; handles are never dereferenced.
#define __LOCKSTEP_MARK__ static inline
__LOCKSTEP_MARK__ void nvtxInitialize(const void* reserved) { (void)reserved; }

__LOCKSTEP_MARK__ void nvtxMarkEx(const nvtxEventAttributes_t* attributes) { (void)attributes; }
__LOCKSTEP_MARK__ void nvtxMarkA(const char* message) { (void)message; }
__LOCKSTEP_MARK__ void nvtxMarkW(const wchar_t* message) { (void)message; }
__LOCKSTEP_MARK__ int nvtxRangePushEx(const nvtxEventAttributes_t* attributes) { return (void)attributes, 0; }
__LOCKSTEP_MARK__ int nvtxRangePushA(const char* message) { return (void)message, 0; }
__LOCKSTEP_MARK__ int nvtxRangePushW(const wchar_t* message) { return (void)message, 0; }
__LOCKSTEP_MARK__ int nvtxRangePop(void) { return 0; }
__LOCKSTEP_MARK__ nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t* attributes) {
  return (void)attributes, (nvtxRangeId_t)0;
}
__LOCKSTEP_MARK__ nvtxRangeId_t nvtxRangeStartA(const char* message) { return (void)message, (nvtxRangeId_t)0; }
__LOCKSTEP_MARK__ nvtxRangeId_t nvtxRangeStartW(const wchar_t* message) { return (void)message, (nvtxRangeId_t)0; }
__LOCKSTEP_MARK__ void nvtxRangeEnd(nvtxRangeId_t id) { (void)id; }
__LOCKSTEP_MARK__ void nvtxNameCategoryA(uint32_t category, const char* name) { (void)category, (void)name; }
__LOCKSTEP_MARK__ void nvtxNameCategoryW(uint32_t category, const wchar_t* name) { (void)category, (void)name; }
__LOCKSTEP_MARK__ void nvtxNameOsThreadA(uint32_t thread, const char* name) { (void)thread, (void)name; }
__LOCKSTEP_MARK__ void nvtxNameOsThreadW(uint32_t thread, const wchar_t* name) { (void)thread, (void)name; }

// --- domains
__LOCKSTEP_MARK__ nvtxDomainHandle_t nvtxDomainCreateA(const char* name) { return (void)name, (nvtxDomainHandle_t)0; }
__LOCKSTEP_MARK__ nvtxDomainHandle_t nvtxDomainCreateW(const wchar_t* name) {
  return (void)name, (nvtxDomainHandle_t)0;
}
__LOCKSTEP_MARK__ void nvtxDomainDestroy(nvtxDomainHandle_t domain) { (void)domain; }
__LOCKSTEP_MARK__ nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t domain, const char* string) {
  return (void)domain, (void)string, (nvtxStringHandle_t)0;
}
__LOCKSTEP_MARK__ nvtxStringHandle_t nvtxDomainRegisterStringW(nvtxDomainHandle_t domain, const wchar_t* string) {
  return (void)domain, (void)string, (nvtxStringHandle_t)0;
}
__LOCKSTEP_MARK__ void nvtxDomainNameCategoryA(nvtxDomainHandle_t domain, uint32_t category, const char* name) {
  (void)domain, (void)category, (void)name;
}
__LOCKSTEP_MARK__ void nvtxDomainNameCategoryW(nvtxDomainHandle_t domain, uint32_t category, const wchar_t* name) {
  (void)domain, (void)category, (void)name;
}
__LOCKSTEP_MARK__ void nvtxDomainMarkEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* attributes) {
  (void)domain, (void)attributes;
}
__LOCKSTEP_MARK__ int nvtxDomainRangePushEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* attributes) {
  return (void)domain, (void)attributes, 0;
}
__LOCKSTEP_MARK__ int nvtxDomainRangePop(nvtxDomainHandle_t domain) { return (void)domain, 0; }
__LOCKSTEP_MARK__ nvtxRangeId_t nvtxDomainRangeStartEx(nvtxDomainHandle_t domain,
                                                       const nvtxEventAttributes_t* attributes) {
  return (void)domain, (void)attributes, (nvtxRangeId_t)0;
}
__LOCKSTEP_MARK__ void nvtxDomainRangeEnd(nvtxDomainHandle_t domain, nvtxRangeId_t id) { (void)domain, (void)id; }
#undef __LOCKSTEP_MARK__

#if defined(UNICODE)
#define nvtxMark nvtxMarkW
#define nvtxRangePush nvtxRangePushW
#define nvtxRangeStart nvtxRangeStartW
#define nvtxNameCategory nvtxNameCategoryW
#define nvtxNameOsThread nvtxNameOsThreadW
#define nvtxDomainCreate nvtxDomainCreateW
#define nvtxDomainRegisterString nvtxDomainRegisterStringW
#define nvtxDomainNameCategory nvtxDomainNameCategoryW
#else
#define nvtxMark nvtxMarkA
#define nvtxRangePush nvtxRangePushA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxDomainRegisterString nvtxDomainRegisterStringA
#define nvtxDomainNameCategory nvtxDomainNameCategoryA
#endif
