__global__ void Extract(int* out, float x) {
  int bits = 0;
  asm volatile("wgmma.fence.sync.aligned;");  // refused: inline PTX: `wgmma.fence.sync.aligned` is not supported
  asm volatile("bfe.u16 %0, %1, 3, 4;" : "=r"(bits) : "r"(*out));  // refused: `bfe` does not take `.u16`
  asm("frobnicate.b32 %0, %1;" : "=r"(bits) : "r"(bits));  // refused: `frobnicate` is not an instruction of PTX
  asm("add.s32 %0, %1;" : "=r"(bits) : "r"(bits));  // refused: `add.s32` takes 3 operands, not 2
  asm("add.s32 %0, %1, %2;" : "=r"(bits) : "r"(bits), "f"(x));  // refused: `%2` is `.f32`, where `.s32` is needed
  asm("add.s32 %0, %1, 1.5;" : "=r"(bits) : "r"(bits));  // refused: a floating-point number, where `.s32` is needed
  asm("mov.u32 %0, %nothing;" : "=r"(bits));  // refused: `%nothing` is not declared
  asm("cvt.s32.f32 %0, %1;" : "=r"(bits) : "f"(x));  // refused: needs one of `.rni`
  asm("setp.lt.f32 p, %0, %0;" : : "f"(x));  // refused: `p` is not declared
  asm("add.s32 %0, %1, %1" "; }" : "=r"(bits) : "r"(bits));  // refused: a `}` without its `{`
  asm("vadd.s32.s32.s32 %0, %1.b4, %1;" : "=r"(bits) : "r"(bits));  // refused: `.b4` is no choice of this operand's parts
  asm("vmad.s32.s32.s32 %0, -%1, %1, -%1;" : "=r"(bits) : "r"(bits));  // refused: negates either the product or the addend
  asm("{.reg .pred q; setp.lo.f32 q, %0, %0;}" : : "f"(x));  // refused: does not take `.f32` here
  asm("add.s32 %0, %1, %1" : "=r"(bits) : "r"(bits));  // refused: expected `;`
  asm("add.s32 %0, %1, (1 << 4;" : "=r"(bits) : "r"(bits));  // refused: expected `)` before `;`
  asm("add.s32 _, %0, %0;" : : "r"(bits));  // refused: this instruction needs a register for its result
  asm("st.const.u32 [%0], 1;" : : "l"(out));  // refused: `st` does not take `.const` here
  asm("ld.relaxed.global.u32 %0, [%1];" : "=r"(bits) : "l"(out));  // refused: lacks one of `.cta`
  asm volatile("bar.arrive 16, 64;");  // refused: a block has the barriers 0 to 15
  asm volatile("bar.sync 1, 33;");  // refused: the number of threads at a barrier is a multiple of 32
  asm("add.u32 %0, %%tid.x, 1;" : "=r"(bits));  // refused: the special register `%tid.x` can be read by `mov` and `cvt` only
  asm volatile("{.shared .u32 v = 5; st.shared.u32 [v], 1;}");  // refused: a variable in `.shared` has no initial value
  asm volatile("{.shared .u32 v; st.global.u32 [v], 1;}");  // refused: `v` is in `.shared`
  asm volatile("{.param .b32 v; st.param.b32 [v], 1;}");  // refused: the directive `.param` is not supported
  asm volatile("red.acquire.gpu.global.add.u32 [%0], 1;" : : "l"(out));  // refused: does not take `.acquire`
  asm volatile("red.shared.add.v2.f32 [%0], {%1, %1};" : : "r"(bits), "f"(x));  // refused: `red` does not take `.v2` here
  asm volatile("atom.global.min.noftz.f16x2 %0, [%1], %0;" : "+r"(bits) : "l"(out));  // refused: lacks one of `.v2`, `.v4`
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4, 8;" : : "r"(bits), "l"(out));  // refused: at most as many bytes from the source
  asm volatile("ld.global.u32 %0, [%1], %1;" : "=r"(bits) : "l"(out));  // refused: takes 2 operands, not 3
  asm("ld.shared.L1::no_allocate.u32 %0, [%0];" : "+r"(bits));  // refused: `.L1::no_allocate` is for global memory only
  asm("add.ftz.bf16x2 %0, %0, %0;" : "+r"(bits));  // refused: `add` does not take `.bf16x2` here
  asm("mad.f32 %0, %1, %1, %1;" : "=f"(x) : "f"(x));  // refused: `mad.f32` lacks
  asm("cvt.f32.s32 %0, %1;" : "=f"(x) : "r"(bits));  // refused: `cvt.f32.s32` needs one of `.rn`, `.rz`, `.rm`, `.rp`
  asm("cvt.rz.s64.s32 %0, %1;" : "=l"(out) : "r"(bits));  // refused: `.rz` is for conversions that round
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 24;" : : "l"(out), "r"(bits));  // refused: a bulk copy's size is a multiple of 16
  asm volatile("discard.global.L2 [%0], 64;" : : "l"(out));  // refused: the size is that of a line of the cache: 128 bytes
  asm volatile("cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [%0, {%1}], [%1];" : : "l"(out), "r"(bits));  // refused: `cp` does not take `.tensor` here
  *out = bits;
}
__global__ void Compare(int* out) {
  asm("{\n\t.reg .pred p;\n\t"
      "setp.ne.s32 p, %1, 0;\n\t"
      "@q selp.s32 %0, 7, 9, p;\n\t"  // refused: `q` is not declared
      "}" : "=r"(*out) : "r"(*out));
  asm("{\n\t.reg .pred p;\n\t"
      "@p bra NOWHERE;\n\t"  // refused: there is no label `NOWHERE`
      "}");
}
// told: ^ +45 \| +"@q selp.s32
int main() { Extract<<<1, 1>>>(nullptr, 0); }
