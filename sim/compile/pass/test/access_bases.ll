; Record mode: a hook is given what the address was computed from, if that is a parameter of the kernel or a variable.
; RUN: record-hooks -lockstep-mode=record

@table = global [8 x i32] zeroinitializer

; A parameter is kept in a variable, whose value is followed: here, it has been moved.
; CHECK-LABEL: define void @parameter(
define void @parameter(ptr readonly "lockstep-of-launch" %storage, i64 %i) !dbg !4 {
  ; CHECK: [[A:%[0-9]+]] = load ptr, ptr {{.*}}
  %kept = alloca ptr
  call void @llvm.memcpy.p0.p0.i64(ptr %kept, ptr %storage, i64 8, i1 false)
  %a = load ptr, ptr %kept, !dbg !5
  %moved = getelementptr i32, ptr %a, i64 %i
  store ptr %moved, ptr %kept, !dbg !5
  %at = load ptr, ptr %kept, !dbg !5
  ; CHECK: call void @__lockstep_store({{.*}}, ptr %at, i64 2199023255556, ptr [[A]])
  store i32 7, ptr %at, !dbg !5
  ; CHECK: call void @__lockstep_load({{.*}}, ptr %at, i64 2199023255556, ptr [[A]])
  %value = load i32, ptr %at, !dbg !5
  ; CHECK: call void @__lockstep_atomic({{.*}}, ptr %at, i64 2199023255556, ptr [[A]])
  %old = atomicrmw add ptr %at, i32 1 monotonic, !dbg !5
  ; CHECK: call void @__lockstep_fill({{.*}}, ptr @table, i64 8, ptr @table)
  call void @llvm.memset.p0.i64(ptr @table, i8 0, i64 8, i1 false), !dbg !5
  ; CHECK: call void @__lockstep_copy({{.*}}, ptr @table, ptr %at, i64 24, ptr @table, ptr [[A]])
  call void @llvm.memcpy.p0.p0.i64(ptr @table, ptr %at, i64 24, i1 false), !dbg !5
  ret void, !dbg !5
}

; Which of two pointers is meant is not known.
; CHECK-LABEL: define void @either(
define void @either(ptr readonly "lockstep-of-launch" %storage, i1 %which) !dbg !6 {
  %kept = alloca [2 x ptr]
  %to = alloca ptr
  call void @llvm.memcpy.p0.p0.i64(ptr %kept, ptr %storage, i64 16, i1 false)
  %a = load ptr, ptr %kept, !dbg !7
  store ptr %a, ptr %to, !dbg !7
  br i1 %which, label %second, label %last, !dbg !7
second:
  %place = getelementptr ptr, ptr %kept, i64 1
  %b = load ptr, ptr %place, !dbg !7
  store ptr %b, ptr %to, !dbg !7
  br label %last, !dbg !7
last:
  %at = load ptr, ptr %to, !dbg !7
  ; CHECK: call void @__lockstep_store({{.*}}, ptr %to.0, i64 2199023255556, ptr null)
  store i32 7, ptr %at, !dbg !7
  ret void, !dbg !7
}

; A struct that a function gets by value may change there, so that only what it has read itself counts.
; CHECK-LABEL: define void @view(
define void @view(ptr byval({ ptr, ptr }) %view) !dbg !8 {
  ; CHECK-NEXT: %copy = alloca
  %copy = alloca { ptr, ptr }
  %a = load ptr, ptr %view, !dbg !9
  ; CHECK: call void @__lockstep_store({{.*}}, ptr %a, i64 2199023255556, ptr %a)
  store i32 7, ptr %a, !dbg !9
  call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr %view, i64 16, i1 false)
  store ptr null, ptr %view
  %b = load ptr, ptr %copy, !dbg !9
  ; CHECK: call void @__lockstep_store({{.*}}, ptr %b, i64 2199023255556, ptr null)
  store i32 7, ptr %b, !dbg !9
  ret void, !dbg !9
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "parameter", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 2, column: 3, scope: !4)
!6 = distinct !DISubprogram(name: "either", file: !1, line: 11, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 12, column: 3, scope: !6)
!8 = distinct !DISubprogram(name: "view", file: !1, line: 21, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!9 = !DILocation(line: 22, column: 3, scope: !8)
