; Masks that are the bits of integers are combined as integers, and what comes of them is hidden; LLVM 19 would not end
; selecting instructions for AVX-512.
; RUN: mask-bits

; CHECK-LABEL: define void @of_two_masks(
; CHECK: %1 = or i32 %a, %b
; CHECK: %2 = call i32 asm "", "=r,0"(i32 %1)
; CHECK: %3 = bitcast i32 %2 to <32 x i1>
; CHECK: select <32 x i1> %3
; CHECK: %4 = xor i32 %a, -1
; CHECK: %5 = call i32 asm "", "=r,0"(i32 %4)
; CHECK: %6 = and i32 %5, %b
; CHECK: %7 = call i32 asm "", "=r,0"(i32 %6)
; CHECK: bitcast i32 %7 to <32 x i1>
; CHECK: %9 = call i32 asm "", "=r,0"(i32 %both)
; CHECK: bitcast i32 %9 to <32 x i1>
define void @of_two_masks(ptr %from, <32 x i8> %values, ptr %to) {
  %from.b = getelementptr i32, ptr %from, i64 1
  %a = load i32, ptr %from
  %b = load i32, ptr %from.b
  %lanes.a = bitcast i32 %a to <32 x i1>
  %lanes.b = bitcast i32 %b to <32 x i1>
  %any = or <32 x i1> %lanes.a, %lanes.b
  %some = select <32 x i1> %any, <32 x i8> %values, <32 x i8> zeroinitializer
  %not.a = xor <32 x i1> %lanes.a, splat (i1 true)
  %only.b = and <32 x i1> %not.a, %lanes.b
  %rest = select <32 x i1> %only.b, <32 x i8> zeroinitializer, <32 x i8> splat (i8 7)
  %sum = add <32 x i8> %some, %rest
  %both = and i32 %a, %b
  %lanes.both = bitcast i32 %both to <32 x i1>
  call void @llvm.masked.store.v32i8.p0(<32 x i8> %sum, ptr %to, i32 1, <32 x i1> %lanes.both)
  ret void
}

; A mask of compared lanes stays one, and so does a mask that stands alone.
; CHECK-LABEL: define void @of_lanes(
; CHECK-NOT: asm
define void @of_lanes(i32 %bits, <32 x i8> %values, ptr %to) {
  %lanes = bitcast i32 %bits to <32 x i1>
  %small = icmp ult <32 x i8> %values, splat (i8 9)
  %both = and <32 x i1> %lanes, %small
  call void @llvm.masked.store.v32i8.p0(<32 x i8> %values, ptr %to, i32 1, <32 x i1> %lanes)
  call void @llvm.masked.store.v32i8.p0(<32 x i8> %values, ptr %to, i32 1, <32 x i1> %both)
  ret void
}

declare void @llvm.masked.store.v32i8.p0(<32 x i8>, ptr, i32, <32 x i1>)
