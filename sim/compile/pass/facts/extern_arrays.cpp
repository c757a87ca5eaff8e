#include "sim/compile/pass/facts/extern_arrays.h"

#include <map>

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "sim/compile/pass/facts/debug_types.h"
#include "sim/compile/pass/facts/library_code.h"

namespace lockstep::pass {
namespace {

using namespace llvm::dwarf;

constexpr std::uint64_t kLargestSource = 4u << 20;  // bytes, as a recording takes

bool IsWordLetter(char c) { return llvm::isAlnum(c) || c == '_'; }

// The text after the parentheses that `text` begins with.
llvm::StringRef AfterParentheses(llvm::StringRef text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0) return text.substr(i + 1);
  }
  return "";
}

// The words of a declaration, including `::`, without comments, attributes and words that do not affect the type.
std::vector<llvm::StringRef> WordsOf(llvm::StringRef text) {
  static constexpr llvm::StringLiteral kNotTheType[] = {
      "extern", "__shared__", "static", "volatile", "const", "alignas", "__align__", "__attribute__", "__restrict__"};
  std::vector<llvm::StringRef> words;
  while (!(text = text.ltrim()).empty()) {
    if (text.starts_with("//")) {
      text = text.drop_until([](char c) { return c == '\n'; });
      continue;
    }
    if (text.consume_front("/*")) {
      text = text.substr(std::min(text.size(), text.find("*/") + 2));
      continue;
    }
    if (text.front() == '(') {  // an attribute's arguments
      text = AfterParentheses(text);
      continue;
    }
    const llvm::StringRef word = IsWordLetter(text.front()) ? text.take_while(IsWordLetter) : text.take_front(1);
    if (!llvm::is_contained(kNotTheType, word)) words.push_back(word);
    text = text.drop_front(word.size());
  }
  return words;
}

std::string Join(llvm::ArrayRef<llvm::StringRef> words) {
  std::string text;
  for (llvm::StringRef word : words) {
    if (!text.empty() && IsWordLetter(text.back()) && IsWordLetter(word.front())) text += ' ';
    text += word;
  }
  return text;
}

llvm::StringRef LastName(llvm::StringRef name) {
  const std::size_t colon = name.rfind("::");
  return colon == llvm::StringRef::npos ? name : name.drop_front(colon + 2);
}

// The type as declared in one of the program's own files. Clang stores checksums of files that it has read only; a file
// that only a `#line` directive names may be a device or someone else's.
std::string Spelled(const llvm::Module& module, llvm::StringRef name) {
  llvm::SmallPtrSet<const llvm::DIFile*, 8> seen;
  for (const llvm::Function& function : module) {
    const llvm::DISubprogram* subprogram = function.getSubprogram();
    const llvm::DIFile* file = subprogram ? subprogram->getFile() : nullptr;
    if (!file || !file->getChecksum() || !seen.insert(file).second || IsLibraryFile(file)) continue;
    const std::string path = AbsolutePath(file);
    std::uint64_t size = 0;
    if (!llvm::sys::fs::is_regular_file(path) || llvm::sys::fs::file_size(path, size) || size > kLargestSource)
      continue;
    const auto text = llvm::MemoryBuffer::getFile(path);
    if (!text) continue;
    if (std::string spelled = SpelledType((*text)->getBuffer(), name); !spelled.empty()) return spelled;
  }
  return "";
}

// A type of that name and size that the program uses elsewhere.
llvm::DIType* FindType(llvm::Module& module, llvm::StringRef name, std::uint64_t size) {
  if (name.empty()) return nullptr;
  llvm::DebugInfoFinder finder;
  finder.processModule(module);
  for (llvm::DIType* type : finder.types())
    if (LastName(type->getName()) == LastName(name) && SizeInBytes(type) == size &&
        (llvm::isa<llvm::DIBasicType>(type) || llvm::isa<llvm::DICompositeType>(type) ||
         type->getTag() == DW_TAG_typedef))
      return type;
  return nullptr;
}

bool SaysUnsigned(llvm::StringRef spelled) {
  return spelled.contains("unsigned") || LastName(spelled).starts_with("uint") || LastName(spelled) == "uchar" ||
         LastName(spelled) == "ushort" || LastName(spelled) == "ulong" || LastName(spelled) == "size_t" ||
         LastName(spelled) == "byte";
}

llvm::DIType* IntegerOf(llvm::LLVMContext& context, unsigned bits, llvm::StringRef spelled) {
  const auto basic = [&](llvm::StringRef name, unsigned encoding) {
    return llvm::DIBasicType::get(context, DW_TAG_base_type, name, bits, 0, encoding, llvm::DINode::FlagZero);
  };
  if (spelled == "bool") return basic("bool", DW_ATE_boolean);
  if (bits == 8 && (spelled.empty() || spelled == "char")) return basic("char", DW_ATE_signed_char);
  const bool is_unsigned = SaysUnsigned(spelled);
  static const std::map<unsigned, std::pair<const char*, const char*>> kNames = {{8, {"signed char", "unsigned char"}},
                                                                                 {16, {"short", "unsigned short"}},
                                                                                 {32, {"int", "unsigned int"}},
                                                                                 {64, {"long", "unsigned long"}}};
  const auto names = kNames.find(bits);
  if (names == kNames.end()) return nullptr;
  if (bits == 8)
    return basic(is_unsigned ? "unsigned char" : "signed char",
                 is_unsigned ? DW_ATE_unsigned_char : DW_ATE_signed_char);
  return basic(is_unsigned ? names->second.second : names->second.first, is_unsigned ? DW_ATE_unsigned : DW_ATE_signed);
}

// The type derived from the layout alone, refined by the spelling.
llvm::DIType* TypeOf(llvm::Module& module, llvm::Type* type, llvm::StringRef spelled) {
  llvm::LLVMContext& context = module.getContext();
  const auto floating = [&](llvm::StringRef name, unsigned bits) {
    return llvm::DIBasicType::get(context, DW_TAG_base_type, name, bits, 0, DW_ATE_float, llvm::DINode::FlagZero);
  };
  if (type->isFloatTy()) return floating("float", 32);
  if (type->isDoubleTy()) return floating("double", 64);
  if (type->isHalfTy()) return floating("_Float16", 16);
  if (type->isBFloatTy()) return floating("__bf16", 16);
  if (type->isIntegerTy()) return IntegerOf(context, module.getDataLayout().getTypeAllocSizeInBits(type), spelled);
  auto* record = llvm::dyn_cast<llvm::StructType>(type);
  if (!record || !record->hasName()) return nullptr;
  // "struct.ns::Particle.3" after the linking of two modules.
  llvm::StringRef name = record->getName().drop_front(record->getName().find('.') + 1);
  if (const auto [stem, number] = name.rsplit('.'); !number.empty() && llvm::all_of(number, llvm::isDigit)) name = stem;
  return FindType(module, name, module.getDataLayout().getTypeAllocSize(type));
}

}  // namespace

std::string NameInSource(const llvm::GlobalVariable& array) { return LastName(llvm::demangle(array.getName())).str(); }

std::string SpelledType(std::string_view source, std::string_view name) {
  const llvm::StringRef text(source.data(), source.size()), wanted(name.data(), name.size());
  for (std::size_t at = text.find(wanted); at != llvm::StringRef::npos; at = text.find(wanted, at + 1)) {
    const llvm::StringRef after = text.substr(at + wanted.size()).ltrim();
    if (!after.starts_with("[") || (at > 0 && IsWordLetter(text[at - 1]))) continue;
    const std::size_t begin = text.substr(0, at).find_last_of(";{}") + 1;  // npos + 1 is 0
    const llvm::StringRef declaration = text.slice(begin, at);
    if (!declaration.contains("extern") || !declaration.contains("__shared__")) continue;
    return Join(WordsOf(declaration));
  }
  return "";
}

llvm::DIType* TypeOfExternArray(const llvm::GlobalVariable& array) {
  llvm::Module& module = *const_cast<llvm::Module*>(array.getParent());
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* element = array.getValueType();
  llvm::SmallVector<llvm::Metadata*> extents;
  while (auto* nested = llvm::dyn_cast<llvm::ArrayType>(element)) {
    const auto count = static_cast<std::int64_t>(nested->getNumElements());
    extents.push_back(llvm::DISubrange::get(context, count ? count : -1));
    element = nested->getElementType();
  }
  if (extents.empty()) return nullptr;
  const std::string spelled = Spelled(module, NameInSource(array));
  llvm::DIType* type = FindType(module, spelled, module.getDataLayout().getTypeAllocSize(element));
  if (!type) type = TypeOf(module, element, spelled);
  if (!type) return nullptr;
  return llvm::DICompositeType::get(context, DW_TAG_array_type, "", nullptr, 0, nullptr, type, 0, 0, 0,
                                    llvm::DINode::FlagZero, llvm::MDTuple::get(context, extents), 0, nullptr);
}

}  // namespace lockstep::pass
