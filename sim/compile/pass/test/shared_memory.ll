; Shared variables become places in the block's arena: aligned to at least 16 bytes, with 64 unused bytes after each.
; RUN: thread-state
; RUN: finished-tables | --check-prefix=TABLE
; RUN: device-variables | --check-prefix=PLAIN
; RUN: shared-variables-dropped | --check-prefix=DROPPED

; TABLE: @lockstep.shared = {{.*}}[%LockstepShared { i64 0, i64 3, i32 0, i32 0 }, %LockstepShared { i64 128, i64 8, i32 1, i32 0 }, %LockstepShared { i64 208, i64 64, i32 2, i32 0 }, %LockstepShared { i64 0, i64 0, i32 3, i32 1 }]
; TABLE: @lockstep.globals = {{.*}}ptr @counter, i64 4, i32 4, i32 4 }, {{.*}}ptr @factors, i64 8, i32 5, i32 5 }]
; TABLE: @lockstep.unit = {{.*}}, i32 384, i32 0, i64 0, ptr @lockstep.operands, i64 0 }
; The tables were the last that named them.
; DROPPED-NOT: addrspace(9)
; DROPPED: define ptr @address_of_tile(
@bytes = internal addrspace(9) global [3 x i8] undef
@aligned = internal addrspace(9) global i64 undef, align 128
@tile = internal addrspace(9) global [16 x float] undef, align 4
@dynamic = external addrspace(9) global [0 x float], align 4

; Constant and device variables become plain globals that the optimiser does not treat as constants: the host may write both.
; PLAIN-DAG: @counter = internal global i32 3
; PLAIN-DAG: @factors = internal global [2 x float] zeroinitializer
@counter = internal addrspace(7) externally_initialized global i32 3
@factors = internal addrspace(8) externally_initialized constant [2 x float] zeroinitializer

; The arena of the running thread's block + the unit's part + the variable's offset.
; CHECK-LABEL: define ptr @address_of_tile(
; CHECK: %[[THREAD:.*]] = load ptr, ptr %{{.*}}
; CHECK: %[[BASE:.*]] = load i64, ptr @lockstep.shared_base
; CHECK: %[[UNIT:.*]] = getelementptr inbounds i8, ptr %{{.*}}, i64 %[[BASE]]
; CHECK: %[[TILE:.*]] = getelementptr inbounds i8, ptr %[[UNIT]], i64 208
; CHECK: ret ptr %[[TILE]]
define ptr @address_of_tile() {
  ret ptr addrspacecast (ptr addrspace(9) @tile to ptr)
}

; CHECK-LABEL: define void @uses_two(
; CHECK-NOT: @bytes
; CHECK-NOT: @dynamic
; CHECK: ret void
define void @uses_two() {
  store i8 1, ptr addrspace(9) @bytes
  store float 1.0, ptr addrspacecast (ptr addrspace(9) @dynamic to ptr)
  ret void
}

; CHECK-LABEL: define void @uses_none(
; CHECK-NEXT: ret void
; PLAIN-LABEL: define void @uses_none(
define void @uses_none() {
  ret void
}

; PLAIN-LABEL: define i32 @reads_the_counter(
; PLAIN-NEXT: %value = load i32, ptr @counter
define i32 @reads_the_counter() {
  %value = load i32, ptr addrspacecast (ptr addrspace(7) @counter to ptr)
  ret i32 %value
}
