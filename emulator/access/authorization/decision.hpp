// Matter and Evaluation: what was decided of one need of a request. Immutable, so that everything
// that requests have in common is shared.
#pragma once

#include <list>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "emulator/access/authentication/principal.hpp"
#include "emulator/access/iam/context.hpp"
#include "emulator/access/iam/evaluation.hpp"

namespace stator::emulator::access::authorization {

// Condition keys that policies asked for, and their values; a key may have none. The keys are texts
// of those policies.
using AskedKeys = std::list<std::pair<std::string_view, iam::ContextValue>>;

// Who asks for which action on what, and everything that decides it but what the request says.
struct Matter {
    iam::Question question;
    std::shared_ptr<const authentication::Principal> principal;
    bool is_admin = false;
    iam::SharedPolicy resource_policy = nullptr;
    // The decision, when no policy asks for a condition key: no request can change it.
    std::optional<iam::Verdict> verdict = {};
};

using SharedMatter = std::shared_ptr<const Matter>;

struct Evaluation {
    SharedMatter matter;  // owns the statements of the verdict, and the keys of the context
    iam::Verdict verdict = {};
    AskedKeys context = {};
};

}  // namespace stator::emulator::access::authorization
