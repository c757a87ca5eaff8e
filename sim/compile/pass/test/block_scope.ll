; An atomic of block scope is marked, wherever its address passes through; the call that says so is removed.
; RUN: block-scope

; CHECK-LABEL: define i32 @in_block(
; CHECK-NEXT: %old = atomicrmw add ptr %counter, i32 1 acq_rel, align 4, !lockstep.block_scope
; CHECK-NEXT: %member = getelementptr i8, ptr %counter, i64 4
; CHECK-NEXT: cmpxchg ptr %member, i32 0, i32 1 acq_rel acquire, align 4, !lockstep.block_scope
; A plain access of the same address has no scope, nor has another atomic.
; CHECK-NEXT: store i32 1, ptr %counter, align 4{{$}}
; CHECK-NEXT: atomicrmw add ptr %other, i32 1 acq_rel, align 4{{$}}
define i32 @in_block(ptr %counter, ptr %other) {
  %here = call ptr @__lockstep_in_block(ptr %counter)
  %old = atomicrmw add ptr %here, i32 1 acq_rel
  %member = getelementptr i8, ptr %here, i64 4
  %pair = cmpxchg ptr %member, i32 0, i32 1 acq_rel acquire
  store i32 1, ptr %here
  %device = atomicrmw add ptr %other, i32 1 acq_rel
  ret i32 %old
}
declare ptr @__lockstep_in_block(ptr)
