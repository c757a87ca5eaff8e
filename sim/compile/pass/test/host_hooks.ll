; Check mode: host code asks the runtime before it accesses what may be memory of the CUDA API, and reports its own memory.
; RUN: host-hooks -lockstep-host -lockstep-mode=check

@shadow = internal global [4 x i32] undef
@__device__managed.u = external global i32
@own = global i32 1

; An access through a pointer costs two loads and a comparison unless the memory is the API's.
; CHECK-LABEL: define i32 @reads(
; CHECK: %[[PLACE:.*]] = ptrtoint ptr %pointer to i64
; CHECK: load i64, ptr @__lockstep_device_base
; CHECK: load i64, ptr @__lockstep_device_capacity
; CHECK: br i1 %{{.*}}, label %[[ASK:.*]], label %[[GO_ON:[0-9]+]], {{.*}}!prof
; CHECK: [[ASK]]:
; CHECK-NEXT: call void @__lockstep_check_host(ptr %pointer, i64 4, i32 0)
; CHECK-NEXT: br label %[[GO_ON]]
; A volatile access may be a wait (2), a store writes (1).
; CHECK: call void @__lockstep_check_host(ptr %pointer, i64 4, i32 3)
; CHECK: store volatile i32 %value, ptr %pointer
define i32 @reads(ptr %pointer) !dbg !4 {
  %value = load i32, ptr %pointer, !dbg !5
  store volatile i32 %value, ptr %pointer, !dbg !5
  ret i32 %value
}

; A device variable's stand-in is always wrong, a __managed__ variable always asks, and the program's own never.
; CHECK-LABEL: define void @names(
; CHECK-NEXT: %local = alloca i32
; CHECK-NEXT: call void @__lockstep_check_host_shadow(ptr @{{[0-9]+}}, i64 4, i32 1)
; CHECK-NEXT: store i32 1, ptr @shadow
; CHECK-NEXT: call void @__lockstep_check_host(ptr @__device__managed.u, i64 4, i32 1)
; CHECK-NEXT: store i32 2, ptr @__device__managed.u
; CHECK-NEXT: store i32 3, ptr @own
; CHECK-NEXT: store i32 4, ptr %local
; CHECK-NEXT: ret void
define void @names() !dbg !6 {
  %local = alloca i32
  store i32 1, ptr @shadow, !dbg !7
  store i32 2, ptr @__device__managed.u, !dbg !7
  store i32 3, ptr @own, !dbg !7
  store i32 4, ptr %local, !dbg !7
  ret void
}

; What the host allocates, in libraries too (0: not the program's line), and the variables that a copy is about.
; CHECK-LABEL: define void @library(
; CHECK: %place = call ptr @calloc(i64 3, i64 4)
; CHECK-NEXT: call void @__lockstep_check_host_allocated(ptr %place, i64 12, i32 0)
; CHECK-NEXT: call void @__lockstep_check_host_variable(ptr @own, i64 4)
; CHECK-NEXT: %wrong = call i32 @cudaMemcpy(
; CHECK-NEXT: call void @__lockstep_check_host_call_ends()
; CHECK-NEXT: call void @__lockstep_check_host_freed(ptr %place)
; CHECK-NEXT: call void @free(ptr %place)
; A library's accesses are its own affair.
; CHECK-NEXT: store i32 1, ptr %pointer
define void @library(ptr %pointer) {
  %place = call ptr @calloc(i64 3, i64 4)
  %wrong = call i32 @cudaMemcpy(ptr @own, ptr %place, i64 4, i32 1)
  call void @free(ptr %place)
  store i32 1, ptr %pointer
  ret void
}
declare ptr @calloc(i64, i64)
declare void @free(ptr)
declare i32 @cudaMemcpy(ptr, ptr, i64, i32)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "reads", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 2, column: 3, scope: !4)
!6 = distinct !DISubprogram(name: "names", file: !1, line: 3, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 4, column: 3, scope: !6)
