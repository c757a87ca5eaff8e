; Record mode: hooks at entries and lines and before each memory access of the source, none for compiler-generated ones.
; RUN: record-hooks -lockstep-mode=record

; CHECK-LABEL: define void @accesses(
define void @accesses(ptr %a, ptr %b) !dbg !4 {
  ; CHECK-NEXT: call void @__lockstep_enter(ptr @lockstep.functions)
  ; CHECK-NEXT: call void @__lockstep_line(
  ; CHECK-NEXT: call void @__lockstep_load({{.*}}, ptr %a, i64 4, ptr null)
  ; CHECK-NEXT: %value = load i32
  %value = load i32, ptr %a, !dbg !5
  ; CHECK-NEXT: call void @__lockstep_line(
  ; CHECK-NEXT: call void @__lockstep_store(ptr @lockstep.sites, ptr %b, i64 4, ptr null)
  ; CHECK-NEXT: store i32
  store i32 %value, ptr %b, !dbg !6
  ; CHECK-NEXT: call void @__lockstep_atomic({{.*}}, ptr %a, i64 8, ptr null)
  ; CHECK-NEXT: atomicrmw
  %old = atomicrmw add ptr %a, i64 1 monotonic, !dbg !6
  ; CHECK-NEXT: call void @__lockstep_atomic({{.*}}, ptr %a, i64 4, ptr null)
  ; CHECK-NEXT: cmpxchg
  %swapped = cmpxchg ptr %a, i32 0, i32 1 monotonic monotonic, !dbg !6
  ; CHECK-NEXT: call void @__lockstep_copy({{.*}}, ptr %b, ptr %a, i64 24, ptr null, ptr null)
  ; CHECK-NEXT: call void @llvm.memcpy
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 24, i1 false), !dbg !6
  ; CHECK-NEXT: call void @__lockstep_fill({{.*}}, ptr %b, i64 16, ptr null)
  ; CHECK-NEXT: call void @llvm.memset
  call void @llvm.memset.p0.i64(ptr %b, i8 0, i64 16, i1 false), !dbg !6
  ret void, !dbg !6
}

; A variable of the source: stores count, except the spill of a parameter; reads by name do not.
; CHECK-LABEL: define i32 @named_local(
; CHECK-NOT: call void @__lockstep_{{load|store}}
; CHECK: store i32 %parameter, ptr %local
; CHECK-NEXT: call void @__lockstep_store({{.*}}, ptr %local, i64 4, ptr null)
; CHECK-NEXT: store i32 7, ptr %local
; CHECK-NOT: call void @__lockstep_{{load|store}}
; CHECK: ret i32
define i32 @named_local(i32 %parameter) !dbg !7 {
  %local = alloca i32
    #dbg_declare(ptr %local, !8, !DIExpression(), !9)
  store i32 %parameter, ptr %local, !dbg !9
  store i32 7, ptr %local, !dbg !9
  %value = load i32, ptr %local, !dbg !9
  ret i32 %value, !dbg !9
}

; What a lane brings to its warp has a site of its own, which the thread is at when it meets the others.
; CHECK-LABEL: define void @shuffles(
; CHECK: store ptr {{.*}}@lockstep.sites{{.*}}, ptr
; CHECK-NEXT: %heard = call i64 @__lockstep_shuffle(
; CHECK: call void @__lockstep_store(
; CHECK-NEXT: store i64 %heard, ptr %a
define void @shuffles(ptr %a, i64 %mine) !dbg !18 {
  %heard = call i64 @__lockstep_shuffle(i32 -1, i64 %mine, i32 1, i32 0), !dbg !19
  store i64 %heard, ptr %a, !dbg !19
  ret void, !dbg !19
}
declare i64 @__lockstep_shuffle(i32, i64, i32, i32)

; A local that changes before its value is used is read by a hook; which of two values is returned, and how a function is
; called, are sites of their own.
; CHECK-LABEL: define i32 @changed(
; CHECK: call void @__lockstep_load({{.*}}, ptr %local, i64 4, ptr null)
; CHECK-NEXT: %old = load i32, ptr %local
; CHECK: store i32 8, ptr %local
; CHECK: call void @__lockstep_call(
; CHECK-NEXT: call i32 @named_local(i32 1)
; CHECK: store i32 %old, ptr %a
define i32 @changed(ptr %a) !dbg !15 {
  %local = alloca i32
    #dbg_declare(ptr %local, !16, !DIExpression(), !17)
  store i32 7, ptr %local, !dbg !17
  %old = load i32, ptr %local, !dbg !17
  store i32 8, ptr %local, !dbg !17
  %result = call i32 @named_local(i32 1), !dbg !17
  store i32 %old, ptr %a, !dbg !17
  ret i32 0, !dbg !17
}

; A compiler-generated slot, and code without a place in the source.
; CHECK-LABEL: define i32 @nameless(
; CHECK-NOT: call void @__lockstep_{{load|store}}
; CHECK: ret i32
define i32 @nameless(ptr %a) !dbg !10 {
  %slot = alloca i32
  store i32 7, ptr %slot, !dbg !11
  %value = load i32, ptr %slot, !dbg !11
  store i32 7, ptr %a
  ret i32 %value, !dbg !11
}

; A struct that is passed by value, and the storage of a launch's arguments.
; CHECK-LABEL: define i32 @arguments(
; CHECK-NOT: call void @__lockstep_{{load|store}}
; CHECK: ret i32
define i32 @arguments(ptr byval(i32) %by_value, ptr "lockstep-of-launch" %of_launch) !dbg !12 {
  %one = load i32, ptr %by_value, !dbg !13
  %two = load i32, ptr %of_launch, !dbg !13
  %sum = add i32 %one, %two
  ret i32 %sum, !dbg !13
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 2, column: 3, scope: !4)
!6 = !DILocation(line: 3, column: 3, scope: !4)
!7 = distinct !DISubprogram(name: "named_local", file: !1, line: 11, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!8 = !DILocalVariable(name: "local", scope: !7, file: !1, line: 12, type: !14)
!9 = !DILocation(line: 12, column: 3, scope: !7)
!10 = distinct !DISubprogram(name: "nameless", file: !1, line: 21, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!11 = !DILocation(line: 22, column: 3, scope: !10)
!12 = distinct !DISubprogram(name: "arguments", file: !1, line: 31, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!13 = !DILocation(line: 32, column: 3, scope: !12)
!14 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!15 = distinct !DISubprogram(name: "changed", file: !1, line: 41, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!16 = !DILocalVariable(name: "local", scope: !15, file: !1, line: 42, type: !14)
!17 = !DILocation(line: 42, column: 3, scope: !15)
!18 = distinct !DISubprogram(name: "shuffles", file: !1, line: 51, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!19 = !DILocation(line: 52, column: 3, scope: !18)
