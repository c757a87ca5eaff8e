#include <memory>
#include <string>
#include <vector>

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "sim/compile/pass/language/hidden_constants.h"

namespace lockstep::pass {
namespace {

class ConstantHider : public clang::RecursiveASTVisitor<ConstantHider> {
 public:
  explicit ConstantHider(clang::ASTContext& context) : context_(context) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }

  bool VisitBinaryOperator(clang::BinaryOperator* operation) {
    if (operation->isInstantiationDependent() || !operation->getType()->isIntegerType()) return true;
    if (operation->isShiftOp() || operation->isShiftAssignOp()) HideShift(*operation);
    if (IsDivision(operation->getOpcode())) HideDivision(*operation);
    return true;
  }

  bool VisitCastExpr(clang::CastExpr* cast) {
    if (cast->isInstantiationDependent() || cast->getCastKind() != clang::CK_FloatingToIntegral) return true;
    clang::Expr* operand = cast->getSubExpr();
    clang::Expr::EvalResult number;
    if (!operand->EvaluateAsRValue(number, context_) || !number.Val.isFloat()) return true;
    const bool is_signed = cast->getType()->isSignedIntegerOrEnumerationType();
    llvm::APSInt whole(static_cast<unsigned>(context_.getIntWidth(cast->getType())), !is_signed);
    bool exact;
    if (number.Val.getFloat().convertToInteger(whole, llvm::APFloat::rmTowardZero, &exact) & llvm::APFloat::opInvalidOp)
      cast->setSubExpr(Hide(operand, kHiddenReal, context_.DoubleTy, clang::CK_FloatingCast));
    return true;
  }

 private:
  static bool IsDivision(clang::BinaryOperatorKind kind) {
    return kind == clang::BO_Div || kind == clang::BO_Rem || kind == clang::BO_DivAssign || kind == clang::BO_RemAssign;
  }

  bool Evaluate(const clang::Expr* expression, llvm::APSInt& value) const {
    clang::Expr::EvalResult result;
    if (!expression->EvaluateAsInt(result, context_, clang::Expr::SE_AllowSideEffects)) return false;
    value = result.Val.getInt();
    return true;
  }

  void HideShift(clang::BinaryOperator& shift) {
    llvm::APSInt count;
    if (!Evaluate(shift.getRHS(), count)) return;
    // The shifted operand's own width; the width of a compound assignment's computation is at least that.
    const std::uint64_t width = context_.getIntWidth(shift.getLHS()->getType());
    if (!count.isNegative() && count.ult(width)) return;
    shift.setRHS(Call(kHiddenWhole, Cast(shift.getRHS(), context_.UnsignedLongLongTy, clang::CK_IntegralCast)));
  }

  void HideDivision(clang::BinaryOperator& division) {
    llvm::APSInt divisor;
    if (!division.getRHS()->getType()->isIntegerType() || !Evaluate(division.getRHS(), divisor)) return;
    if (!divisor.isZero() && !(divisor.isSigned() && divisor.isAllOnes())) return;
    division.setRHS(Hide(division.getRHS(), kHiddenWhole, context_.UnsignedLongLongTy, clang::CK_IntegralCast));
  }

  // `expression` through a call that takes and returns `wide`.
  clang::Expr* Hide(clang::Expr* expression, const char* name, clang::QualType wide, clang::CastKind cast) {
    return Cast(Call(name, Cast(expression, wide, cast)), expression->getType(), cast);
  }

  clang::Expr* Cast(clang::Expr* from, clang::QualType to, clang::CastKind kind) {
    if (!from || context_.hasSameUnqualifiedType(from->getType(), to)) return from;
    return clang::ImplicitCastExpr::Create(context_, to, kind, from, nullptr, clang::VK_PRValue,
                                           clang::FPOptionsOverride());
  }

  clang::Expr* Call(const char* name, clang::Expr* argument) {
    for (clang::NamedDecl* found : context_.getTranslationUnitDecl()->lookup(&context_.Idents.get(name))) {
      auto* function = llvm::dyn_cast<clang::FunctionDecl>(found);
      if (!function) continue;
      const clang::SourceLocation at = argument->getExprLoc();
      auto* name_of = clang::DeclRefExpr::Create(context_, clang::NestedNameSpecifierLoc(), clang::SourceLocation(),
                                                 function, false, at, function->getType(), clang::VK_LValue);
      auto* callee = clang::ImplicitCastExpr::Create(context_, context_.getPointerType(function->getType()),
                                                     clang::CK_FunctionToPointerDecay, name_of, nullptr,
                                                     clang::VK_PRValue, clang::FPOptionsOverride());
      return clang::CallExpr::Create(context_, callee, {argument}, function->getReturnType(), clang::VK_PRValue, at,
                                     clang::FPOptionsOverride());
    }
    return argument;
  }

  clang::ASTContext& context_;
};

// Receives each declaration before the front end generates IR for it.
class HidingConsumer : public clang::ASTConsumer {
 public:
  explicit HidingConsumer(clang::ASTContext& context) : context_(context) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef declarations) override {
    for (clang::Decl* declaration : declarations)
      if (!context_.getSourceManager().isInSystemHeader(declaration->getLocation()))
        ConstantHider(context_).TraverseDecl(declaration);
    return true;
  }
  void HandleInlineFunctionDefinition(clang::FunctionDecl* function) override {
    HandleTopLevelDecl(clang::DeclGroupRef(function));
  }

 private:
  clang::ASTContext& context_;
};

class HideConstants : public clang::PluginASTAction {
 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef) override {
    if (!compiler.getLangOpts().CUDAIsDevice) return std::make_unique<clang::ASTConsumer>();
    return std::make_unique<HidingConsumer>(compiler.getASTContext());
  }
  bool ParseArgs(const clang::CompilerInstance&, const std::vector<std::string>&) override { return true; }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

const clang::FrontendPluginRegistry::Add<HideConstants> hides_constants(
    "lockstep-hidden-constants", "keeps constant expressions that C++ leaves undefined");

}  // namespace
}  // namespace lockstep::pass
