; The kernels that wait for other threads, and therefore need fibers; a call that waits stores its place for reports.
; RUN: entries -lockstep-engine=threads
; RUN: wait-sites | --check-prefix=SITES

; CHECK: kernel `plain` runs on plain loops: no thread waits for another
; CHECK-NEXT: kernel `waits` runs on fibers: it waits at `__syncthreads` (a.cu:12)
; CHECK-NEXT: kernel `waits_below` runs on fibers: it waits at `__syncthreads` (a.cu:42)
; CHECK-NEXT: kernel `calls_anything` runs on fibers: it calls `foreign`, which is in another file

; SITES-LABEL: define void @plain(
; SITES-NEXT: store i32 1, ptr %a
; SITES-NEXT: ret void
define void @plain(ptr %a) !dbg !4 {
  store i32 1, ptr %a, !dbg !5
  ret void, !dbg !5
}

; SITES-LABEL: define void @waits(
; SITES-NEXT: %[[CURRENT:.*]] = call ptr @llvm.threadlocal.address.p0(ptr @__lockstep_current)
; SITES-NEXT: %[[THREAD:.*]] = load ptr, ptr %[[CURRENT]]
; SITES-NEXT: %[[SITE:.*]] = getelementptr inbounds i8, ptr %[[THREAD]], i64 {{[0-9]+}}
; SITES-NEXT: store ptr @lockstep.sites, ptr %[[SITE]]
; SITES-NEXT: call void @__lockstep_syncthreads()
define void @waits(ptr %a) !dbg !6 {
  call void @__lockstep_syncthreads(), !dbg !7
  ret void, !dbg !7
}

; SITES-LABEL: define void @waits_below(
; SITES-NEXT: call void @below(ptr %a)
define void @waits_below(ptr %a) !dbg !8 {
  call void @below(ptr %a), !dbg !9
  ret void, !dbg !9
}
define void @below(ptr %a) !dbg !12 {
  call void @__lockstep_syncthreads(), !dbg !13
  ret void, !dbg !13
}

define void @calls_anything(ptr %function) !dbg !10 {
  call void @foreign(), !dbg !11
  ret void, !dbg !11
}

declare void @__lockstep_syncthreads()
declare void @foreign()
@kernel = private constant [16 x i8] c"lockstep_kernel\00", section "llvm.metadata"
@wait = private constant [15 x i8] c"lockstep_waits\00", section "llvm.metadata"
@file = private constant [5 x i8] c"a.cu\00", section "llvm.metadata"
@llvm.global.annotations = appending global [5 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @plain, ptr @kernel, ptr @file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @waits, ptr @kernel, ptr @file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @waits_below, ptr @kernel, ptr @file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @calls_anything, ptr @kernel, ptr @file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @__lockstep_syncthreads, ptr @wait, ptr @file, i32 1, ptr null }], section "llvm.metadata"

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "plain", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 2, column: 3, scope: !4)
!6 = distinct !DISubprogram(name: "waits", file: !1, line: 11, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 12, column: 3, scope: !6)
!8 = distinct !DISubprogram(name: "waits_below", file: !1, line: 21, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!9 = !DILocation(line: 22, column: 3, scope: !8)
!10 = distinct !DISubprogram(name: "calls_anything", file: !1, line: 31, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!11 = !DILocation(line: 32, column: 3, scope: !10)
!12 = distinct !DISubprogram(name: "below", file: !1, line: 41, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!13 = !DILocation(line: 42, column: 3, scope: !12)
