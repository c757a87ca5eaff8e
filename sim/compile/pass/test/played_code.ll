; Host code that plays a kernel: the functions with marks of lockstep/play.h, and what they call, get the mode's hooks,
; each of which runs only while a thread is played.
; RUN: played-code -lockstep-host -lockstep-mode=check -lockstep-library=/library
; RUN: played-code -lockstep-host -lockstep-mode=record -lockstep-library=/library | --check-prefix=RECORD

; The unit's name of these tables is not the device half's.
; CHECK: c"unit.played\00"
; RECORD: c"unit.played\00"

; The mark, from the header, lies in the function of the program, and names it to the runtime.
; CHECK-LABEL: define void @kernel(
; CHECK-NOT: call void @mark
; CHECK: call void @__lockstep_play_thread(ptr null, ptr null, ptr null, ptr null, ptr @lockstep.functions)
; CHECK: %[[THREAD:.*]] = load ptr, ptr %
; CHECK-NEXT: %[[PLAYS:.*]] = icmp ne ptr %[[THREAD]], null
; CHECK-NEXT: br i1 %[[PLAYS]], label %[[HOOK:.*]], label %[[GO_ON:[0-9]+]], {{.*}}!prof
; CHECK: [[HOOK]]:
; CHECK-NEXT: call void @__lockstep_check_store({{.*}}, ptr %place, i64 {{[0-9]+}}, ptr {{.*}}, i64 7, i32 0)
; CHECK-NEXT: br label %[[GO_ON]]
; CHECK: store i32 7, ptr %place
; A function that waits is called at a line where people look for the wait.
; CHECK: call void @__lockstep_play_waits_at(ptr
; CHECK: call void @waits()
; RECORD-LABEL: define void @kernel(
; A variable that exists when the thread begins has a value.
; RECORD: call void @__lockstep_play_thread(
; RECORD: call void @__lockstep_play_variable(ptr {{.*}}@lockstep.variables{{.*}}, ptr %local, i64 4)
; RECORD: call void @__lockstep_store(
; RECORD: call void @waits()
define void @kernel(ptr %place) !dbg !4 {
  %local = alloca i32
    #dbg_declare(ptr %local, !15, !DIExpression(), !5)
  store i32 0, ptr %local, !dbg !5
  call void @mark(), !dbg !5
  store i32 7, ptr %place, !dbg !6
  call void @waits(), !dbg !6
  ret void, !dbg !6
}
define internal void @mark() !dbg !7 {
  call void @__lockstep_play_thread(ptr null, ptr null, ptr null, ptr null, ptr null), !dbg !8
  ret void, !dbg !8
}

; It names its place, and stays a function.
; CHECK-LABEL: define void @waits()
; CHECK: call void @__lockstep_play_wait(ptr null, ptr {{.*}}@lockstep.sites
; RECORD-LABEL: define void @waits()
; RECORD: call void @__lockstep_play_wait(ptr null, ptr {{.*}}@lockstep.sites
define void @waits() alwaysinline !dbg !9 {
  call void @__lockstep_play_wait(ptr null, ptr null), !dbg !10
  ret void, !dbg !10
}

; What no thread runs has no hooks.
; CHECK-LABEL: define void @unplayed(
; CHECK-NEXT: store i32 8, ptr %place
; RECORD-LABEL: define void @unplayed(
; RECORD-NEXT: store i32 8, ptr %place
define void @unplayed(ptr %place) !dbg !11 {
  store i32 8, ptr %place, !dbg !12
  ret void, !dbg !12
}
declare void @__lockstep_play_thread(ptr, ptr, ptr, ptr, ptr)
declare void @__lockstep_play_wait(ptr, ptr)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "kernel", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 2, column: 3, scope: !4)
!6 = !DILocation(line: 3, column: 3, scope: !4)
!7 = distinct !DISubprogram(name: "mark", file: !13, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 2, column: 3, scope: !7)
!9 = distinct !DISubprogram(name: "waits", file: !1, line: 5, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!10 = !DILocation(line: 6, column: 3, scope: !9)
!11 = distinct !DISubprogram(name: "unplayed", file: !1, line: 8, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!12 = !DILocation(line: 9, column: 3, scope: !11)
!13 = !DIFile(filename: "play.h", directory: "/library")
!14 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!15 = !DILocalVariable(name: "local", scope: !4, file: !1, line: 2, type: !14)
