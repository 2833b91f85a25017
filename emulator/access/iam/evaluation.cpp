#include "emulator/access/iam/evaluation.hpp"

#include <algorithm>
#include <optional>
#include <span>

namespace stator::emulator::access::iam {
namespace {

// How closely a policy names the caller. The later, the more its allow decides.
enum class Named : unsigned char {
    No,
    Account,  // its account; the principal's policies decide
    Role,     // its role, or everybody; a boundary and a session's policy narrow it
    Itself,   // decides without the other policies
};

std::string_view account_of(std::string_view arn) {
    const auto parts = arn_parts(arn);
    return parts ? (*parts)[4] : std::string_view();
}

Named named_by(std::string_view name, const Caller& caller) {
    if (name == "*") return Named::Role;
    if (name == caller.arn && caller.kind != Caller::Kind::Root) return Named::Itself;
    if (!caller.role_arn.empty() && name == caller.role_arn) return Named::Role;
    const bool is_root = name.ends_with(":root") && account_of(name) == caller.account;
    return is_root ? Named::Account : Named::No;
}

Named named_by(const PrincipalElement& principal, const Caller& caller) {
    Named closest = principal.is_everybody ? Named::Role : Named::No;
    for (const std::string& name : principal.names) {
        closest = std::max(closest, named_by(name, caller));
    }
    if (!principal.is_negated) return closest;
    return closest == Named::No ? Named::Role : Named::No;
}

// The evaluation of one question.
class Evaluator {
public:
    Evaluator(const Caller& caller, const Question& question, const Context& context, Trace* trace)
        : caller_(caller), question_(question), context_(context), trace_(trace) {}

    Verdict evaluate() {
        const PolicySet none;
        const PolicySet& own = caller_.policies != nullptr ? *caller_.policies : none;
        const Policy* const of_resource = question_.resource_policy;
        if (of_resource != nullptr) read(*of_resource, PolicyType::Resource);
        for (const SharedPolicy& policy : own.identity) read(*policy, PolicyType::Identity);
        if (own.boundary) read(*own.boundary, PolicyType::Boundary);
        if (own.session) read(*own.session, PolicyType::Session);
        return conclude(own);
    }

private:
    // The combined result of all policies of one type.
    struct Said {
        bool allows = false;
        std::optional<StatementMatch> denial = {};
    };

    Said& said(PolicyType type) { return said_[static_cast<std::size_t>(type)]; }

    bool is_own_account() const { return question_.account == caller_.account; }

    // AWS: root may always delete the policy that locks it out.
    // [docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DeleteResourcePolicy.html]
    bool is_rescue() const {
        static const std::size_t kDeletion = *action_number("DeleteResourcePolicy");
        return caller_.kind == Caller::Kind::Root && is_own_account() &&
               question_.action == kDeletion;
    }

    // If several policies deny, the denial names one. It is not known which one AWS names.
    const std::optional<StatementMatch>& denial() {
        for (const PolicyType type :
             {PolicyType::Resource, PolicyType::Identity, PolicyType::Boundary}) {
            if (said(type).denial) return said(type).denial;
        }
        return said(PolicyType::Session).denial;
    }

    Verdict conclude(const PolicySet& own) {
        const bool is_unbound = caller_.is_admin || caller_.kind == Caller::Kind::Root;
        const auto& denied = is_unbound ? said(PolicyType::Resource).denial : denial();
        if (denied && !is_rescue()) {
            return {Decision::ExplicitDeny, denied->type, denied->policy, denied->statement};
        }
        if (caller_.is_admin) return {Decision::Allow};
        if (!is_own_account()) {
            const bool is_reachable = !is_for_own_account_only(question_.action);
            if (!said(PolicyType::Resource).allows || !is_reachable) {
                return {Decision::ImplicitDeny, PolicyType::Resource};
            }
        }
        if (caller_.kind == Caller::Kind::Root) return {Decision::Allow};
        const Named named = is_own_account() ? named_ : Named::No;
        if (named == Named::Itself) return {Decision::Allow};
        if (named != Named::Role && !said(PolicyType::Identity).allows) {
            return {Decision::ImplicitDeny, PolicyType::Identity};
        }
        for (const auto& [policy, type] :
             {std::pair(own.boundary.get(), PolicyType::Boundary),
              std::pair(own.session.get(), PolicyType::Session)}) {
            if (policy != nullptr && !said(type).allows) return {Decision::ImplicitDeny, type};
        }
        return {Decision::Allow};
    }

    void read(const Policy& policy, PolicyType type) {
        for (const Statement& statement : policy.statements()) {
            const StatementMatch match{type, &policy, &statement};
            if (!applies(match)) continue;
            if (trace_ != nullptr) trace_->matches.push_back(match);
            if (statement.effect == Effect::Deny) {
                if (!said(type).denial) said(type).denial = match;
                continue;
            }
            said(type).allows = true;
            if (type == PolicyType::Resource) {
                named_ = std::max(named_, named_by(statement.principal, caller_));
            }
        }
    }

    // True if a statement applies to the question. Otherwise records the reason.
    bool applies(const StatementMatch& match) {
        const Statement& statement = *match.statement;
        if (!statement.actions[question_.action]) return false;
        const bool is_of_resource = match.type == PolicyType::Resource;
        if (is_of_resource && named_by(statement.principal, caller_) == Named::No) {
            return miss({match, Mismatch::Principal});
        }
        return is_about_resource(match) && conditions_hold(match);
    }

    bool is_about_resource(const StatementMatch& match) {
        const ResourceElement& resource = match.statement->resource;
        bool is_named = false;
        for (const ArnPattern& pattern : resource.patterns) {
            const Fit fit = pattern.fit(question_.resource, context_);
            if (fit == Fit::Unresolved) {
                return miss({match, Mismatch::Variable, nullptr, pattern.unresolved_key(context_)});
            }
            is_named = is_named || fit == Fit::Yes;
        }
        return is_named != resource.is_negated || miss({match, Mismatch::Resource});
    }

    bool conditions_hold(const StatementMatch& match) {
        for (const Condition& condition : match.statement->conditions) {
            switch (condition.test(context_)) {
                case Condition::Outcome::Holds: break;
                case Condition::Outcome::Fails:
                    return miss({match, Mismatch::Condition, &condition});
                case Condition::Outcome::Unresolved:
                    return miss(
                        {match, Mismatch::Variable, &condition, condition.unresolved_key(context_)}
                    );
            }
        }
        return true;
    }

    // Records a statement that does not apply. Returns false.
    bool miss(StatementMiss miss) {
        if (trace_ != nullptr) trace_->misses.push_back(miss);
        return false;
    }

    const Caller& caller_;
    const Question& question_;
    const Context& context_;
    Trace* const trace_;
    std::array<Said, 4> said_;
    // How closely the allows of the resource's policy name the caller.
    Named named_ = Named::No;
};

}  // namespace

Verdict evaluate(
    const Caller& caller, const Question& question, const Context& context, Trace* trace
) {
    return Evaluator(caller, question, context, trace).evaluate();
}

}  // namespace stator::emulator::access::iam
