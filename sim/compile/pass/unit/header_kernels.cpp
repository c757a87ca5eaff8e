// In: a device half with precompiled headers, and the names of kernels that are known (-lockstep-known=FILE).
// Out: clang does not instantiate those of them that depend on the headers alone.
//
// An instance of a template depends on more than the template: on its arguments, on specialisations, and on functions
// that are found in the namespaces of the arguments. So its arguments have to be types of the headers, in a namespace
// with a name, and the program must neither specialise a template of the headers nor open one of their namespaces.

#include "sim/compile/pass/unit/header_kernels.h"

#include <fstream>
#include <memory>
#include <string>

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Mangle.h"
#include "clang/AST/Stmt.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "llvm/Support/CommandLine.h"

namespace lockstep::pass {
namespace {

llvm::cl::opt<std::string> known_option("lockstep-known", llvm::cl::desc("the names of kernels that need no code"));

// True if the meaning of a declaration is a matter of the precompiled headers alone.
class HeaderMatter {
 public:
  bool Has(const clang::FunctionDecl& instance) {
    const clang::FunctionDecl* pattern = instance.getTemplateInstantiationPattern();
    const clang::TemplateArgumentList* arguments = instance.getTemplateSpecializationArgs();
    return pattern && pattern->isFromASTFile() && arguments && Has(arguments->asArray()) &&
           Has(*instance.getDeclContext());
  }

 private:
  bool Has(llvm::ArrayRef<clang::TemplateArgument> arguments) {
    return llvm::all_of(arguments, [&](const clang::TemplateArgument& one) { return Has(one); });
  }

  bool Has(const clang::TemplateArgument& argument) {
    switch (argument.getKind()) {
      case clang::TemplateArgument::Type: return Has(argument.getAsType());
      case clang::TemplateArgument::Integral: return Has(argument.getIntegralType());
      case clang::TemplateArgument::NullPtr: return Has(argument.getNullPtrType());
      case clang::TemplateArgument::Pack: return Has(argument.pack_elements());
      case clang::TemplateArgument::Template: {
        const clang::TemplateDecl* name = argument.getAsTemplate().getAsTemplateDecl();
        return name && name->isFromASTFile() && Has(*name->getDeclContext());
      }
      default: return false;
    }
  }

  bool Has(clang::QualType qualified) {
    const clang::Type* type = qualified.getCanonicalType().getTypePtr();
    if (llvm::isa<clang::BuiltinType>(type)) return true;
    if (const auto* pointer = llvm::dyn_cast<clang::PointerType>(type)) return Has(pointer->getPointeeType());
    if (const auto* reference = llvm::dyn_cast<clang::ReferenceType>(type)) return Has(reference->getPointeeType());
    if (const auto* array = llvm::dyn_cast<clang::ArrayType>(type)) return Has(array->getElementType());
    if (const auto* function = llvm::dyn_cast<clang::FunctionProtoType>(type))
      return Has(function->getReturnType()) &&
             llvm::all_of(function->param_types(), [&](clang::QualType one) { return Has(one); });
    const clang::TagDecl* tag = type->getAsTagDecl();
    return tag && Has(*tag);
  }

  bool Has(const clang::TagDecl& type) {
    const auto [known, is_new] = types_.insert({&type, false});
    if (!is_new) return known->second;
    return types_[&type] = Find(type);
  }

  bool Find(const clang::TagDecl& type) {
    const clang::Decl* pattern = &type;
    if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(&type)) {
      if (record->isLambda()) return false;
      const auto* instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
      if (instance && !Has(instance->getTemplateArgs().asArray())) return false;
      if (instance)
        pattern = instance->getSpecializedTemplate();
      else if (const clang::CXXRecordDecl* member = record->getTemplateInstantiationPattern())
        pattern = member;
    } else if (const auto* choice = llvm::dyn_cast<clang::EnumDecl>(&type)) {
      if (const clang::EnumDecl* member = choice->getTemplateInstantiationPattern()) pattern = member;
    }
    return pattern->isFromASTFile() && Has(*type.getDeclContext());
  }

  // A namespace with a name, or a type in one. Functions for types of the global namespace may be anywhere.
  bool Has(const clang::DeclContext& place) {
    if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(&place)) return !space->isInAnonymousNamespace();
    if (const auto* type = llvm::dyn_cast<clang::TagDecl>(&place)) return Has(*type);
    return llvm::isa<clang::LinkageSpecDecl>(place) && !place.getParent()->isTranslationUnit() &&
           Has(*place.getParent());
  }

  llvm::DenseMap<const clang::TagDecl*, bool> types_;
};

template <class Template>
bool SpecialisesHeaders(const clang::Decl& declaration) {
  const auto* special = llvm::dyn_cast<Template>(&declaration);
  return special && special->getSpecializedTemplate()->isFromASTFile() &&
         special->getSpecializationKind() != clang::TSK_ImplicitInstantiation;
}

template <class Member>
bool IsExplicit(const clang::Decl& declaration) {
  const auto* member = llvm::dyn_cast<Member>(&declaration);
  return member && member->getTemplateSpecializationKind() == clang::TSK_ExplicitSpecialization;
}

// A declaration of the program after which templates of the headers may mean something else.
bool ChangesHeaders(const clang::Decl& declaration) {
  if (declaration.isFromASTFile()) return false;
  if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(&declaration))
    return !space->isAnonymousNamespace() && space->getFirstDecl()->isFromASTFile();
  if (const auto* linkage = llvm::dyn_cast<clang::LinkageSpecDecl>(&declaration))
    return llvm::any_of(linkage->decls(), [](const clang::Decl* one) { return ChangesHeaders(*one); });
  return SpecialisesHeaders<clang::ClassTemplateSpecializationDecl>(declaration) ||
         SpecialisesHeaders<clang::VarTemplateSpecializationDecl>(declaration) ||
         IsExplicit<clang::FunctionDecl>(declaration) || IsExplicit<clang::VarDecl>(declaration) ||
         IsExplicit<clang::CXXRecordDecl>(declaration);
}

class LeaveOut : public clang::ASTConsumer {
 public:
  explicit LeaveOut(clang::CompilerInstance& compiler) : compiler_(compiler) {
    header_kernels.refusal = known_option + ".refused";
    std::ifstream names(known_option);
    for (std::string name; std::getline(names, name);) known_.insert(name);
  }

  // Also called for each function that is made from a template.
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (const clang::Decl* declaration : group) changes_headers_ |= ChangesHeaders(*declaration);
    return true;
  }

  // Called when the function is named for the first time, before clang instantiates its body.
  void HandleCXXImplicitFunctionInstantiation(clang::FunctionDecl* function) override {
    if (!function->hasAttr<clang::CUDAGlobalAttr>() || function->isDefined() || !matter_.Has(*function)) return;
    const std::string name = NameOf(*function);
    if (changes_headers_ || !known_.contains(name)) {
      header_kernels.made.insert(name);
      return;
    }
    const clang::SourceLocation at = function->getLocation();
    function->setBody(clang::CompoundStmt::Create(compiler_.getASTContext(), {}, clang::FPOptionsOverride(), at, at));
    header_kernels.left_out.insert(name);
  }

  void HandleTranslationUnit(clang::ASTContext&) override {
    if (!changes_headers_) return;
    header_kernels.made.clear();
    if (header_kernels.left_out.empty()) return;
    RefuseToLeaveOut();
    clang::DiagnosticsEngine& messages = compiler_.getDiagnostics();
    messages.Report(messages.getCustomDiagID(clang::DiagnosticsEngine::Error,
                                             "lockstep left out kernels that the program changes"));
  }

 private:
  std::string NameOf(const clang::FunctionDecl& function) {
    if (!mangler_) mangler_.reset(compiler_.getASTContext().createMangleContext());
    std::string name;
    llvm::raw_string_ostream text(name);
    mangler_->mangleName(clang::GlobalDecl(&function), text);
    return name;
  }

  clang::CompilerInstance& compiler_;
  llvm::StringSet<> known_;
  HeaderMatter matter_;
  std::unique_ptr<clang::MangleContext> mangler_;
  bool changes_headers_ = false;
};

class LeaveOutAction : public clang::PluginASTAction {
 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef) override {
    if (known_option.empty()) return std::make_unique<clang::ASTConsumer>();
    return std::make_unique<LeaveOut>(compiler);
  }
  bool ParseArgs(const clang::CompilerInstance&, const std::vector<std::string>&) override { return true; }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

const clang::FrontendPluginRegistry::Add<LeaveOutAction> leaves_out("lockstep-header-kernels",
                                                                    "leaves known kernels out");

}  // namespace
}  // namespace lockstep::pass
