// Evaluation: what was decided of one need of a request, and by which statements. Immutable, so
// that all decisions that cannot differ share one.
#pragma once

#include <list>
#include <memory>
#include <string>
#include <utility>

#include "emulator/auth/principal.hpp"
#include "emulator/iam/context.hpp"
#include "emulator/iam/evaluation.hpp"

namespace stator::emulator::authorization {

// Condition keys that policies asked for, and their values; a key may have none.
using AskedKeys = std::list<std::pair<std::string, iam::ContextValue>>;

struct Evaluation {
    iam::Question question;
    iam::Verdict verdict;
    iam::Trace trace;
    AskedKeys context;
    // They own the statements.
    std::shared_ptr<const auth::Principal> principal = nullptr;
    iam::SharedPolicy resource_policy = nullptr;
};

using SharedEvaluation = std::shared_ptr<const Evaluation>;

}  // namespace stator::emulator::authorization
