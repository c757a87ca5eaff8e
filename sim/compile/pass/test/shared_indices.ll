; Addresses in shared memory have 32 bits, so that an unsigned index of 2^32 - n reaches n elements before the pointer.
; RUN: shared-indices
; RUN: shared-indices -lockstep-rdc | --check-prefix=RELOCATABLE

@tile = internal addrspace(9) global [64 x i32] undef, align 4

; CHECK-LABEL: define ptr @from_the_end(
; CHECK: %wide = sext i32 %index to i64
; CHECK-NEXT: getelementptr inbounds i32, ptr %{{.*}}, i64 %wide
define ptr @from_the_end(i32 %index) {
  %end = getelementptr inbounds i8, ptr addrspacecast (ptr addrspace(9) @tile to ptr), i64 256
  %wide = zext i32 %index to i64
  %address = getelementptr inbounds i32, ptr %end, i64 %wide
  ret ptr %address
}

; CHECK-LABEL: define i64 @used_otherwise(
; CHECK: %wide = zext i32 %index to i64
; CHECK: store i32 0, ptr %address
; CHECK: ret i64 %wide
define i64 @used_otherwise(i32 %index) {
  %wide = zext i32 %index to i64
  %address = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(9) @tile to ptr), i64 %wide
  store i32 0, ptr %address
  ret i64 %wide
}

; Also of pointers in local variables and loops.
; CHECK-LABEL: define i32 @through_a_variable(
; CHECK: sext i32 %index to i64
define i32 @through_a_variable(i32 %index) {
  %variable = alloca ptr, align 8
  store ptr addrspacecast (ptr addrspace(9) @tile to ptr), ptr %variable, align 8
  %pointer = load ptr, ptr %variable, align 8
  %wide = zext i32 %index to i64
  %address = getelementptr inbounds i32, ptr %pointer, i64 %wide
  %value = load i32, ptr %address, align 4
  ret i32 %value
}

; CHECK-LABEL: define i32 @in_a_loop(
; CHECK: sext i32 %index to i64
define i32 @in_a_loop(i32 %index, i32 %last) {
entry:
  br label %loop
loop:
  %pointer = phi ptr [ addrspacecast (ptr addrspace(9) @tile to ptr), %entry ], [ %next, %loop ]
  %wide = zext i32 %index to i64
  %address = getelementptr inbounds i32, ptr %pointer, i64 %wide
  %value = load i32, ptr %address, align 4
  %next = getelementptr inbounds i8, ptr %pointer, i64 4
  %again = icmp ne i32 %value, %last
  br i1 %again, label %loop, label %end
end:
  ret i32 %value
}

; Not what may point to other memory, where an index may have any value of 32 bits, and not where the sign is known.
; CHECK-LABEL: define ptr @elsewhere(
; CHECK: %wide = zext i32 %index to i64
define ptr @elsewhere(ptr %global, i1 %choice, i32 %index) {
  %pointer = select i1 %choice, ptr addrspacecast (ptr addrspace(9) @tile to ptr), ptr %global
  %wide = zext i32 %index to i64
  %address = getelementptr inbounds i32, ptr %pointer, i64 %wide
  ret ptr %address
}

; CHECK-LABEL: define i32 @escapes(
; CHECK: %wide = zext i32 %index to i64
define i32 @escapes(i32 %index) {
  %variable = alloca ptr, align 8
  store ptr addrspacecast (ptr addrspace(9) @tile to ptr), ptr %variable, align 8
  call void @change(ptr %variable)
  %pointer = load ptr, ptr %variable, align 8
  %wide = zext i32 %index to i64
  %address = getelementptr inbounds i32, ptr %pointer, i64 %wide
  %value = load i32, ptr %address, align 4
  ret i32 %value
}
declare void @change(ptr)

; CHECK-LABEL: define ptr @small(
; CHECK: %wide = zext i32 %less to i64
define ptr @small(i32 %index) {
  %less = and i32 %index, 31
  %wide = zext i32 %less to i64
  %address = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(9) @tile to ptr), i64 %wide
  ret ptr %address
}

; A parameter is what all callers pass; other units may call what they can name.
; CHECK-LABEL: define ptr @passed(
; CHECK: %wide = sext i32 %index to i64
; RELOCATABLE-LABEL: define ptr @passed(
; RELOCATABLE: %wide = zext i32 %index to i64
define ptr @passed(ptr %pointer, i32 %index) {
  %wide = zext i32 %index to i64
  %address = getelementptr inbounds i32, ptr %pointer, i64 %wide
  ret ptr %address
}
; RELOCATABLE-LABEL: define internal ptr @passed_here(
; RELOCATABLE: %wide = sext i32 %index to i64
define internal ptr @passed_here(ptr %pointer, i32 %index) {
  %wide = zext i32 %index to i64
  %address = getelementptr inbounds i32, ptr %pointer, i64 %wide
  ret ptr %address
}
define void @calls(i32 %index) {
  %one = call ptr @passed(ptr addrspacecast (ptr addrspace(9) @tile to ptr), i32 %index)
  %two = call ptr @passed_here(ptr addrspacecast (ptr addrspace(9) @tile to ptr), i32 %index)
  ret void
}

; CHECK-LABEL: define ptr @passed_by_unknown(
; CHECK: %wide = zext i32 %index to i64
define ptr @passed_by_unknown(ptr %pointer, i32 %index) {
  %wide = zext i32 %index to i64
  %address = getelementptr inbounds i32, ptr %pointer, i64 %wide
  ret ptr %address
}
@address = global ptr @passed_by_unknown
define void @calls_one(i32 %index) {
  %one = call ptr @passed_by_unknown(ptr addrspacecast (ptr addrspace(9) @tile to ptr), i32 %index)
  ret void
}
