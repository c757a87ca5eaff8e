#include "sim/compile/pass/facts/member_names.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"

namespace lockstep::pass {

llvm::StringRef PlainName(const llvm::StructType& type) {
  if (!type.hasName()) return "";
  llvm::StringRef name = type.getName();
  name.consume_front("struct.");
  name.consume_front("class.");
  name.consume_front("union.");
  if (const std::size_t space = name.rfind("::"); space != llvm::StringRef::npos) name = name.drop_front(space + 2);
  return name.take_until([](char c) { return c == '.'; });
}

std::string MemberName(const llvm::DataLayout& layout, DeclaredTypes& declared, llvm::StructType& type,
                       unsigned index) {
  const llvm::StringRef name = PlainName(type);
  const std::uint64_t offset = layout.getStructLayout(&type)->getElementOffsetInBits(index).getFixedValue();
  if (name.empty()) return "an array in a struct";
  for (const llvm::DICompositeType* composite : declared.Named(name.take_until([](char c) { return c == '<'; }))) {
    if (composite->getName() != name) continue;
    for (const llvm::DINode* element : composite->getElements()) {
      auto* member = llvm::dyn_cast<llvm::DIDerivedType>(element);
      if (member && member->getTag() == llvm::dwarf::DW_TAG_member && !member->isStaticMember() &&
          member->getOffsetInBits() == offset)
        return ("`" + member->getName() + "` of `" + name + "`").str();
    }
  }
  return ("an array in `" + name + "`").str();
}

}  // namespace lockstep::pass
