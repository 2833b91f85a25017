// Matter and Evaluation: the decision about one need of a request. Immutable, so that requests can
// share everything that they have in common.
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

// The condition keys that policies requested, with their values; a key may have no value. The keys
// are views into the texts of those policies.
using AskedKeys = std::list<std::pair<std::string_view, iam::ContextValue>>;

// One action of one principal on one resource, with everything that the decision depends on except
// the condition keys of the request.
struct Matter {
    iam::Question question;
    std::shared_ptr<const authentication::Principal> principal;
    bool is_admin = false;
    iam::SharedPolicy resource_policy = nullptr;
    // The decision, if no policy requested a condition key. Then it is the same for every request.
    std::optional<iam::Verdict> verdict = {};
};

using SharedMatter = std::shared_ptr<const Matter>;

struct Evaluation {
    SharedMatter matter;  // owns the statements of the verdict and the keys of the context
    iam::Verdict verdict = {};
    AskedKeys context = {};
};

}  // namespace stator::emulator::access::authorization
