; Record mode: hooks at entries and lines and before each memory access of the source, none for compiler-generated ones.
; An access of n bytes to other than locals is also told what its address must be a multiple of: 4 | 2 << 40 for an i32.
; RUN: record-hooks -lockstep-mode=record

; CHECK-LABEL: define void @accesses(
define void @accesses(ptr %a, ptr %b) !dbg !4 {
  ; CHECK-NEXT: call void @__lockstep_enter(ptr @lockstep.functions)
  ; CHECK-NEXT: call void @__lockstep_line(
  ; CHECK-NEXT: call void @__lockstep_load({{.*}}, ptr %a, i64 2199023255556, ptr null)
  ; CHECK-NEXT: %value = load i32
  %value = load i32, ptr %a, !dbg !5
  ; CHECK-NEXT: call void @__lockstep_line(
  ; CHECK-NEXT: call void @__lockstep_store(ptr @lockstep.sites, ptr %b, i64 2199023255556, ptr null)
  ; CHECK-NEXT: store i32
  store i32 %value, ptr %b, !dbg !6
  ; CHECK-NEXT: call void @__lockstep_atomic({{.*}}, ptr %a, i64 3298534883336, ptr null)
  ; CHECK-NEXT: atomicrmw
  %old = atomicrmw add ptr %a, i64 1 monotonic, !dbg !6
  ; CHECK-NEXT: call void @__lockstep_atomic({{.*}}, ptr %a, i64 2199023255556, ptr null)
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

; An index that is known only at run time may lead outside a local array. The hook about it comes first.
; CHECK-LABEL: define i32 @own(
; CHECK: %[[OUTSIDE:.*]] = icmp ugt i64 %{{.*}}, 12
; CHECK-NEXT: %[[TOLD:.*]] = zext i1 %[[OUTSIDE]] to i32
; CHECK-NEXT: call void @__lockstep_outside_local(i32 %[[TOLD]], {{.*}}, ptr %element, i64 68719476740, ptr %array, i64 16, ptr {{.+}})
; CHECK-NEXT: call void @__lockstep_store({{.*}}, ptr %element, i64 4, ptr null)
; CHECK: call void @__lockstep_outside_range({{.*}}, ptr %array, i64 %bytes, ptr %array, i64 68719476752, ptr {{.+}})
; CHECK-NEXT: call void @__lockstep_fill({{.*}}, ptr %array, i64 %bytes, ptr null)
; CHECK: call void @__lockstep_outside_local({{.*}}, ptr %element, i64 4, ptr %array, i64 16, ptr {{.+}})
; CHECK-NEXT: call void @__lockstep_load({{.*}}, ptr %element, i64 4, ptr null)
define i32 @own(i32 %i, i64 %bytes) !dbg !20 {
  %array = alloca [4 x i32]
    #dbg_declare(ptr %array, !22, !DIExpression(), !21)
  %element = getelementptr [4 x i32], ptr %array, i64 0, i32 %i
  store i32 1, ptr %element, !dbg !21
  call void @llvm.memset.p0.i64(ptr %array, i8 0, i64 %bytes, i1 false), !dbg !21
  %value = load i32, ptr %element, !dbg !21
  ret i32 %value, !dbg !21
}

; An array inside something larger.
; CHECK-LABEL: define void @member(
; CHECK: call void @__lockstep_outside_member(i32 %{{.*}}, {{.*}}, ptr %cell, i64 68719476740, ptr %cells, i64 16, ptr {{.+}})
; CHECK: call void @__lockstep_store({{.*}}, ptr %cell, i64 2199023255556, ptr null)
define void @member(ptr %grid, i64 %i) !dbg !23 {
  %cells = getelementptr { [4 x i32], i32 }, ptr %grid, i64 0, i32 0
  %cell = getelementptr [4 x i32], ptr %cells, i64 0, i64 %i
  store i32 1, ptr %cell, !dbg !24
  ret void, !dbg !24
}

; An array whose address leaves the function has unused space after it.
; CHECK-LABEL: define void @handed(
; CHECK: %array = alloca { [4 x i32], [64 x i8] }
; CHECK: call void @__lockstep_declare({{.*}}, ptr %array, i64 -9223372036854775{{[0-9]+}})
define void @handed() !dbg !25 {
  %array = alloca [4 x i32]
    #dbg_declare(ptr %array, !27, !DIExpression(), !26)
  call void @take(ptr %array), !dbg !26
  ret void, !dbg !26
}
declare void @take(ptr)

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
!20 = distinct !DISubprogram(name: "own", file: !1, line: 61, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!21 = !DILocation(line: 62, column: 3, scope: !20)
!22 = !DILocalVariable(name: "array", scope: !20, file: !1, line: 61, type: !28)
!23 = distinct !DISubprogram(name: "member", file: !1, line: 71, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!24 = !DILocation(line: 72, column: 3, scope: !23)
!25 = distinct !DISubprogram(name: "handed", file: !1, line: 81, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!26 = !DILocation(line: 82, column: 3, scope: !25)
!27 = !DILocalVariable(name: "array", scope: !25, file: !1, line: 81, type: !28)
!28 = !DICompositeType(tag: DW_TAG_array_type, baseType: !14, size: 128, elements: !29)
!29 = !{!30}
!30 = !DISubrange(count: 4)
