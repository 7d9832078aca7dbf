// Functions with vector parameters (GNU C, and structs of floating-point numbers as clang passes them). Such
// a parameter becomes one parameter per element. The elements are joined to a vector at the start of the
// function, and taken apart at the calls; vector_operations.cpp removes these vectors.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <vector>

#include "base/check.h"
#include "frontend/llvm/ir/module_checks.h"
#include "frontend/llvm/rewrite/prepare.h"

namespace pendulum::frontend {

namespace {

const llvm::FixedVectorType* vector_type(const llvm::Type* type) {
  return llvm::dyn_cast<llvm::FixedVectorType>(type);
}

bool has_vector_parameter(const llvm::FunctionType& type) {
  return std::any_of(type.param_begin(), type.param_end(),
                     [](const llvm::Type* parameter) { return vector_type(parameter) != nullptr; });
}

/// The number of parameters by which a parameter of this type is replaced.
unsigned num_parameters(const llvm::Type* type) {
  const llvm::FixedVectorType* vector = vector_type(type);
  return vector == nullptr ? 1 : vector->getNumElements();
}

llvm::FunctionType* with_elements(const llvm::FunctionType& type) {
  PENDULUM_CHECK(has_vector_parameter(type),
                 "only the type of functions with vector parameters should change");
  std::vector<llvm::Type*> parameters;
  for (llvm::Type* parameter : type.params()) {
    const llvm::FixedVectorType* vector = vector_type(parameter);
    parameters.insert(parameters.end(), num_parameters(parameter),
                      vector == nullptr ? parameter : vector->getElementType());
  }
  return llvm::FunctionType::get(type.getReturnType(), parameters, type.isVarArg());
}

/// The attributes of a function or call; the elements of vectors have none.
llvm::AttributeList with_elements(const llvm::AttributeList& attributes, const llvm::FunctionType& type) {
  std::vector<llvm::AttributeSet> parameters;
  for (unsigned i = 0; i < type.getNumParams(); ++i)
    parameters.insert(
        parameters.end(), num_parameters(type.getParamType(i)),
        vector_type(type.getParamType(i)) == nullptr ? attributes.getParamAttrs(i) : llvm::AttributeSet());
  return llvm::AttributeList::get(type.getContext(), attributes.getFnAttrs(), attributes.getRetAttrs(),
                                  parameters);
}

/// Joins the parameters from `first` on to the value of a vector parameter.
llvm::Value* joined(llvm::IRBuilder<>& builder, llvm::Type* type, llvm::Function& function, unsigned first) {
  llvm::Value* vector = llvm::PoisonValue::get(type);
  for (unsigned i = 0; i < num_parameters(type); ++i)
    vector = builder.CreateInsertElement(vector, function.getArg(first + i), i);
  return vector;
}

void split_parameters(llvm::Function& function) {
  const llvm::FunctionType& type = *function.getFunctionType();
  llvm::Function* changed =
      llvm::Function::Create(with_elements(type), function.getLinkage(), "", *function.getParent());
  changed->takeName(&function);
  changed->setAttributes(with_elements(function.getAttributes(), type));
  changed->setSubprogram(function.getSubprogram());
  changed->splice(changed->begin(), &function);
  unsigned next = 0;
  for (llvm::Argument& argument : function.args()) {
    const unsigned first = next;
    next += num_parameters(argument.getType());
    if (vector_type(argument.getType()) == nullptr) {
      changed->getArg(first)->takeName(&argument);
      argument.replaceAllUsesWith(changed->getArg(first));
    } else if (!changed->isDeclaration()) {
      llvm::IRBuilder<> builder(&*changed->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
      argument.replaceAllUsesWith(joined(builder, argument.getType(), *changed, first));
    }
  }
  PENDULUM_CHECK(next == changed->arg_size(), "each element of a vector should have a parameter");
  function.replaceAllUsesWith(changed);
  function.eraseFromParent();
}

void split_arguments(llvm::CallInst& call) {
  const llvm::FunctionType& type = *call.getFunctionType();
  llvm::IRBuilder<> builder(&call);
  std::vector<llvm::Value*> arguments;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    llvm::Value* argument = call.getArgOperand(i);
    const bool is_split = i < type.getNumParams() && vector_type(argument->getType()) != nullptr;
    if (!is_split) arguments.push_back(argument);
    for (unsigned k = 0; is_split && k < num_parameters(argument->getType()); ++k)
      arguments.push_back(builder.CreateExtractElement(argument, k));
  }
  llvm::CallInst* changed = builder.CreateCall(with_elements(type), call.getCalledOperand(), arguments);
  changed->setAttributes(with_elements(call.getAttributes(), type));
  call.replaceAllUsesWith(changed);
  call.eraseFromParent();
}

}  // namespace

void pass_vectors_by_element(llvm::Module& module) {
  std::vector<llvm::Function*> functions;
  std::vector<llvm::CallInst*> calls;
  for (llvm::Function& function : module) {
    if (!function.isIntrinsic() && has_vector_parameter(*function.getFunctionType()))
      functions.push_back(&function);
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
          call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call) && !call->isInlineAsm() &&
          has_vector_parameter(*call->getFunctionType()))
        calls.push_back(call);
  }
  for (llvm::CallInst* call : calls) split_arguments(*call);
  for (llvm::Function* function : functions) split_parameters(*function);
  PENDULUM_DCHECK(violated_rules(module).empty(),
                  "the module should be valid after passing vectors by element: {}", violated_rules(module));
}

}  // namespace pendulum::frontend
