; Around a call of CUDA whose result the host code does not use, a flag of the thread is set.
; RUN: ignored-results -lockstep-host

; CHECK: @__lockstep_ignores_result = external thread_local(initialexec) global i8

; CHECK-LABEL: define i32 @calls(
; CHECK-NEXT: %[[FLAG:.*]] = call ptr @llvm.threadlocal.address.p0(ptr @__lockstep_ignores_result)
; CHECK-NEXT: store i8 1, ptr %[[FLAG]]
; CHECK-NEXT: %ignored = call i32 @cudaFree(ptr %place)
; CHECK-NEXT: %[[AGAIN:.*]] = call ptr @llvm.threadlocal.address.p0(ptr @__lockstep_ignores_result)
; CHECK-NEXT: store i8 0, ptr %[[AGAIN]]
; A template that forwards to one of the API, and a function of the driver.
; CHECK: store i8 1
; CHECK-NEXT: call i32 @_Z10cudaMallocIfE9cudaErrorPPT_m(
; CHECK: store i8 1
; CHECK-NEXT: call i32 @cuInit(
; CHECK: store i8 0
; What is used, what is no function of CUDA, and what returns no error.
; CHECK-NEXT: %other = call i32 @custom(i32 0)
; CHECK-NEXT: %name = call ptr @cudaGetErrorName(i32 0)
; CHECK-NEXT: %used = call i32 @cudaFree(ptr %place)
; CHECK-NEXT: ret i32 %used
define i32 @calls(ptr %place) {
  %ignored = call i32 @cudaFree(ptr %place)
  %made = call i32 @_Z10cudaMallocIfE9cudaErrorPPT_m(ptr %place, i64 4)
  %begun = call i32 @cuInit(i32 0)
  %other = call i32 @custom(i32 0)
  %name = call ptr @cudaGetErrorName(i32 0)
  %used = call i32 @cudaFree(ptr %place)
  ret i32 %used
}

; The flag is cleared where the call returns.
; CHECK-LABEL: define void @may_throw(
; CHECK: store i8 1
; CHECK-NEXT: invoke i32 @cudaFree(
; CHECK: returned:
; CHECK: store i8 0
define void @may_throw(ptr %place) personality ptr @__gxx_personality_v0 {
  %ignored = invoke i32 @cudaFree(ptr %place) to label %returned unwind label %thrown
returned:
  ret void
thrown:
  %what = landingpad { ptr, i32 } cleanup
  ret void
}

declare i32 @cudaFree(ptr)
declare i32 @_Z10cudaMallocIfE9cudaErrorPPT_m(ptr, i64)
declare i32 @cuInit(i32)
declare i32 @custom(i32)
declare ptr @cudaGetErrorName(i32)
declare i32 @__gxx_personality_v0(...)
