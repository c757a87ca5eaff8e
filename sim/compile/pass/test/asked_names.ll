; A variable `__lockstep_name_N`, through which NVRTC is asked for the linkage name of an expression, becomes a text in
; the code, which is kept; the variable is removed.
; RUN: asked-names

; CHECK-NOT: @__lockstep_name_0
; CHECK-NOT: @__lockstep_name_1
; CHECK: @__lockstep_name_2 = external constant ptr
; CHECK: @lockstep.asked_name = private constant [42 x i8] c"lockstep: __lockstep_name_0 is _Z3addIiEv\00"
; CHECK: @lockstep.asked_name.1 = private constant {{.*}}c"lockstep: __lockstep_name_1 is factors\00"
; CHECK: @llvm.used = appending global [3 x ptr] [ptr @other, ptr @lockstep.asked_name, ptr @lockstep.asked_name.1]
@__lockstep_name_0 = constant ptr @_Z3addIiEv
@__lockstep_name_1 = constant ptr addrspacecast (ptr addrspace(8) @factors to ptr)
; What is only declared asks for nothing.
@__lockstep_name_2 = external constant ptr
@factors = addrspace(8) global [2 x float] zeroinitializer
@other = global i32 0
@llvm.used = appending global [3 x ptr] [ptr @__lockstep_name_0, ptr @__lockstep_name_1, ptr @other], section "llvm.metadata"

define void @_Z3addIiEv() {
  ret void
}
define ptr @use() {
  %asked = load ptr, ptr @__lockstep_name_2
  ret ptr %asked
}
