; Check mode: a kernel that only computes and accesses memory gets a copy in which a mark stands where hooks report, so
; that one call can check an access of all lanes of a warp.
; RUN: lane-copies -lockstep-mode=check
; RUN: lane-copies,entries -lockstep-mode=check -lockstep-engine=warps-always | --check-prefix=ENTRY

; The kernel itself stays as it is; it gets its hooks later.
; CHECK-LABEL: define internal void @adds.body(
; CHECK-NOT: __lockstep_check
; CHECK: }
; A copy of a thread that waits for others, asks for memory, or does anything else is none.
; CHECK-NOT: @waits.lanes
; CHECK-LABEL: define internal void @adds.lanes(
; CHECK: call void @__lockstep_check_lane_load(ptr @lockstep.sites, ptr %place, i64 {{[0-9]+}}, ptr {{.*}})
; CHECK-NEXT: %value = load i32, ptr %place
; CHECK: call void @__lockstep_check_lane_store(ptr {{.*}}@lockstep.sites{{.*}}, ptr %place, i64 {{[0-9]+}}, ptr {{.*}})
; CHECK-NEXT: store i32 %sum, ptr %place
; At the end of each round of a loop.
; CHECK: %more = icmp
; CHECK-NEXT: call void @__lockstep_check_lane_round()
; CHECK-NEXT: br i1 %more
; CHECK-NOT: @waits.lanes
; With the entries, the trial of a whole block calls the copy's lanes, and the copy itself is gone.
; ENTRY-NOT: @adds.lanes(
; ENTRY: define internal void @adds.warps(
define void @adds() #0 !dbg !4 {
entry:
  %x = call i32 @__lockstep_thread_x()
  %place = getelementptr i32, ptr @numbers, i32 %x
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %value = load i32, ptr %place, !dbg !5
  %sum = add i32 %value, %i
  store i32 %sum, ptr %place, !dbg !5
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 4
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @waits() #0 !dbg !6 {
  call void @__lockstep_syncthreads(), !dbg !7
  ret void
}
declare void @__lockstep_syncthreads()
declare i32 @__lockstep_thread_x()
@numbers = global [64 x i32] zeroinitializer
attributes #0 = { "target-features"="+avx2" }
@file = private constant [5 x i8] c"a.cu\00", section "llvm.metadata"
@text.kernel = private constant [16 x i8] c"lockstep_kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [2 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @adds, ptr @text.kernel, ptr @file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @waits, ptr @text.kernel, ptr @file, i32 1, ptr null }], section "llvm.metadata"

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "adds", file: !1, line: 1, type: !3, scopeLine: 1, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 2, column: 3, scope: !4)
!6 = distinct !DISubprogram(name: "waits", file: !1, line: 3, type: !3, scopeLine: 3, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 4, column: 3, scope: !6)
