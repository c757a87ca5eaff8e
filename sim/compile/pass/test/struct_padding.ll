; Check mode: padding counts as written with the member that it follows, and padding after an array or a struct with every
; other member. The debug information says which bytes of a type are padding that clang has made explicit.
; RUN: check-hooks -lockstep-mode=check

%struct.Particle = type { i8, double, float, i16 }
%struct.Point = type { float, float, float, [4 x i8] }
%struct.Text = type { float, float, float, [4 x i8] }
%struct.Value = type { i32, %union.anon }
%union.anon = type { double }
%struct.Header = type { [5 x i8], i32 }

; CHECK-LABEL: define void @numbers(
define void @numbers(ptr %a) !dbg !4 {
  ; CHECK: call void @__lockstep_check_store(
  ; CHECK: %[[BEGIN:.*]] = getelementptr i8, ptr %{{.*}}, i64 1
  ; CHECK-NEXT: call void @__lockstep_check_padding(ptr {{.*}}, ptr %[[BEGIN]], i64 7)
  %kind = getelementptr inbounds %struct.Particle, ptr %a, i64 0, i32 0
  store i8 1, ptr %kind, !dbg !5
  ; CHECK: call void @__lockstep_check_store(
  ; CHECK-NOT: __lockstep_check_padding
  %mass = getelementptr inbounds %struct.Particle, ptr %a, i64 0, i32 1
  store double 1.0, ptr %mass, !dbg !5
  ; CHECK: call void @__lockstep_check_store(
  ; CHECK: %[[END:.*]] = getelementptr i8, ptr %{{.*}}, i64 22
  ; CHECK-NEXT: call void @__lockstep_check_padding(ptr {{.*}}, ptr %[[END]], i64 2)
  %cell = getelementptr inbounds %struct.Particle, ptr %a, i64 0, i32 3
  store i16 1, ptr %cell, !dbg !5
  ret void, !dbg !5
}

; The four bytes at the end are padding of a Point, and a member of a Text.
; CHECK-LABEL: define void @explicit(
define void @explicit(ptr %point, ptr %text) !dbg !6 {
  ; CHECK: call void @__lockstep_check_padding({{.*}}, i64 4)
  ; CHECK-NEXT: store float
  %z = getelementptr inbounds %struct.Point, ptr %point, i64 0, i32 2
  store float 1.0, ptr %z, !dbg !7
  ; CHECK-NOT: __lockstep_check_padding
  %last = getelementptr inbounds %struct.Text, ptr %text, i64 0, i32 2
  store float 1.0, ptr %last, !dbg !7
  ; CHECK: ret void
  ret void, !dbg !7
}

; A member of a union fills it.
; CHECK-LABEL: define void @part_of_union(
define void @part_of_union(ptr %a) !dbg !8 {
  ; CHECK: %[[REST:.*]] = getelementptr i8, ptr %{{.*}}, i64 4
  ; CHECK-NEXT: call void @__lockstep_check_padding({{.*}}, ptr %[[REST]], i64 4)
  ; CHECK-NOT: __lockstep_check_padding
  %number = getelementptr inbounds %struct.Value, ptr %a, i64 0, i32 1
  store i32 1, ptr %number, !dbg !9
  %real = getelementptr inbounds %struct.Value, ptr %a, i64 0, i32 1
  store double 1.0, ptr %real, !dbg !9
  ; CHECK: ret void
  ret void, !dbg !9
}

; The address of an array's element does not show where the array ends; that of the next member does.
; CHECK-LABEL: define void @after_array(
define void @after_array(ptr %a) !dbg !10 {
  ; CHECK: %[[GAP:.*]] = getelementptr i8, ptr %{{.*}}, i64 5
  ; CHECK-NEXT: call void @__lockstep_check_padding({{.*}}, ptr %[[GAP]], i64 3)
  %size = getelementptr inbounds %struct.Header, ptr %a, i64 0, i32 1
  store i32 1, ptr %size, !dbg !11
  ret void, !dbg !11
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug, retainedTypes: !20)
!1 = !DIFile(filename: "test.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "numbers", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 2, scope: !4)
!6 = distinct !DISubprogram(name: "explicit", file: !1, line: 3, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 4, scope: !6)
!8 = distinct !DISubprogram(name: "part_of_union", file: !1, line: 5, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!9 = !DILocation(line: 6, scope: !8)
!10 = distinct !DISubprogram(name: "after_array", file: !1, line: 7, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!11 = !DILocation(line: 8, scope: !10)
!20 = !{!21, !22}
!21 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Point", file: !1, size: 128, elements: !{!23, !24, !25})
!22 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Text", file: !1, size: 128, elements: !{!23, !24, !25, !26})
!23 = !DIDerivedType(tag: DW_TAG_member, name: "x", file: !1, baseType: !27, size: 32)
!24 = !DIDerivedType(tag: DW_TAG_member, name: "y", file: !1, baseType: !27, size: 32, offset: 32)
!25 = !DIDerivedType(tag: DW_TAG_member, name: "z", file: !1, baseType: !27, size: 32, offset: 64)
!26 = !DIDerivedType(tag: DW_TAG_member, name: "letters", file: !1, baseType: !28, size: 32, offset: 96)
!27 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!28 = !DICompositeType(tag: DW_TAG_array_type, baseType: !29, size: 32, elements: !{!30})
!29 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!30 = !DISubrange(count: 4)
