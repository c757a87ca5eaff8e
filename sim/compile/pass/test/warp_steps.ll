; Lanes that exchange values through volatile memory, as at the end of a reduction, wait for one another around the write.
; RUN: warp-steps

; CHECK-LABEL: define void @last_steps(
; CHECK: load volatile i32, ptr %other
; CHECK: call void @__lockstep_converge()
; CHECK-NEXT: store volatile i32 %sum, ptr %mine
; CHECK-NEXT: call void @__lockstep_converge()
; CHECK: ret void
define void @last_steps(ptr %data, i64 %lane) {
  %there = add i64 %lane, 1
  %mine = getelementptr i32, ptr %data, i64 %lane
  %other = getelementptr i32, ptr %data, i64 %there
  %one = load volatile i32, ptr %mine
  %two = load volatile i32, ptr %other
  %sum = add i32 %one, %two
  store volatile i32 %sum, ptr %mine
  %next = load volatile i32, ptr %other
  ret void
}

; A barrier between the accesses suffices.
; CHECK-LABEL: define void @with_a_barrier(
; CHECK-NOT: __lockstep_converge
; CHECK: ret void
define void @with_a_barrier(ptr %data, i64 %lane) {
  %there = add i64 %lane, 1
  %mine = getelementptr i32, ptr %data, i64 %lane
  %other = getelementptr i32, ptr %data, i64 %there
  store volatile i32 1, ptr %mine
  call void @__lockstep_syncwarp(i32 -1)
  %next = load volatile i32, ptr %other
  ret void
}

; No element of another lane is read.
; CHECK-LABEL: define void @own_element(
; CHECK-NOT: __lockstep_converge
; CHECK: ret void
define void @own_element(ptr %data, i64 %lane) {
  %mine = getelementptr i32, ptr %data, i64 %lane
  %one = load volatile i32, ptr %mine
  %more = add i32 %one, 1
  store volatile i32 %more, ptr %mine
  ret void
}

declare void @__lockstep_syncwarp(i32)
@wait = private constant [15 x i8] c"lockstep_waits\00", section "llvm.metadata"
@file = private constant [5 x i8] c"a.cu\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @__lockstep_syncwarp, ptr @wait, ptr @file, i32 1, ptr null }], section "llvm.metadata"
