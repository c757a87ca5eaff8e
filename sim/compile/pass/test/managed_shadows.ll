; The host half of a __managed__ variable: its own is removed, and its code uses the device half's (managed_variables.ll).
; RUN: managed-shadows -lockstep-host -lockstep-unit=u1
; RUN: managed-shadows -lockstep-host -lockstep-unit=u1 -lockstep-rdc | --check-prefix=SHARED

; CHECK-NOT: @counter
; CHECK: @other = global i32 undef
; CHECK: @__device__counter.u1 = external hidden global i32, align 64
; CHECK: @__device__mine.u1 = external hidden global i32
; SHARED: @__device__counter = external hidden global i32, align 64
; SHARED: @__device__mine.u1 = external hidden global i32
@counter = global i32 undef, align 64
@mine = internal global i32 undef
@other = global i32 undef

; CHECK-LABEL: define i32 @reads(
; CHECK-NEXT: %counter = load i32, ptr @__device__counter.u1
; CHECK-NEXT: %other = load i32, ptr @other
define i32 @reads() {
  %counter = load i32, ptr @counter
  %other = load i32, ptr @other
  ret i32 %counter
}

@text = private constant [17 x i8] c"lockstep_managed\00", section "llvm.metadata"
@llvm.global.annotations = appending global [2 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @counter, ptr @text, ptr null, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @mine, ptr @text, ptr null, i32 1, ptr null }], section "llvm.metadata"
