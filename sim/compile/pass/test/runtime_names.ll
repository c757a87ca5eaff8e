; Device code that calls the C and C++ libraries calls the runtime instead.
; RUN: runtime-names

@format = private constant [3 x i8] c"%d\00"

; CHECK-LABEL: define void @prints(
; CHECK-NEXT: call i32 (ptr, ...) @__lockstep_printf(ptr @format, i32 %number)
define void @prints(i32 %number) {
  %written = call i32 (ptr, ...) @printf(ptr @format, i32 %number)
  ret void
}

; Only as many arguments as the runtime's function has are passed; it never throws.
; CHECK-LABEL: define void @allocates(
; CHECK-NEXT: %[[PLACE:.*]] = call ptr @__lockstep_malloc(i64 4)
; CHECK-NEXT: br label %made
; CHECK: call void @__lockstep_free(ptr %[[PLACE]])
define void @allocates() personality ptr @__gxx_personality_v0 {
  %place = invoke ptr @_Znwm(i64 4) to label %made unwind label %thrown
made:
  call void @_ZdlPvm(ptr %place, i64 4)
  ret void
thrown:
  %what = landingpad { ptr, i32 } cleanup
  ret void
}

; CHECK-LABEL: define void @fails(
; CHECK-NEXT: call void @__lockstep_assert_fail(ptr null, ptr null, i32 7, ptr null)
; CHECK-NEXT: call void @__lockstep_assert_fail(ptr null, ptr null, i32 8, ptr null)
; CHECK-NEXT: call void @__lockstep_trap()
; CHECK-NEXT: call void @__lockstep_trap()
; CHECK-NEXT: ret void
define void @fails() {
  call void @__assert_fail(ptr null, ptr null, i32 7, ptr null)
  call void @__assertfail(ptr null, ptr null, i32 8, ptr null, i64 1)
  call void @abort()
  call void @llvm.trap()
  ret void
}

; Its address too.
; CHECK-LABEL: define ptr @passes_on(
; CHECK-NEXT: ret ptr @__lockstep_malloc
define ptr @passes_on() {
  ret ptr @malloc
}

; A function that the program defines is its own.
; CHECK-LABEL: define void @free(
; CHECK-LABEL: define void @frees(
; CHECK-NEXT: call void @free(ptr %place)
define void @free(ptr %place) {
  ret void
}
define void @frees(ptr %place) {
  call void @free(ptr %place)
  ret void
}

declare i32 @printf(ptr, ...)
declare ptr @malloc(i64)
declare ptr @_Znwm(i64)
declare void @_ZdlPvm(ptr, i64)
declare void @__assert_fail(ptr, ptr, i32, ptr)
declare void @__assertfail(ptr, ptr, i32, ptr, i64)
declare void @abort()
declare void @llvm.trap()
declare i32 @__gxx_personality_v0(...)
