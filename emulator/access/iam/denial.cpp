#include "emulator/access/iam/denial.hpp"

#include "protocol/errors/authorization.hpp"

namespace stator::emulator::access::iam {
namespace {

using protocol::errors::DenialReason;

DenialReason reason_of(const Verdict& verdict) {
    const bool is_explicit = verdict.decision == Decision::ExplicitDeny;
    switch (verdict.type) {
        case PolicyType::Resource:
            return is_explicit ? DenialReason::ResourcePolicy : DenialReason::NoResourcePolicy;
        case PolicyType::Identity:
            return is_explicit ? DenialReason::IdentityPolicy : DenialReason::NoIdentityPolicy;
        case PolicyType::Boundary:
            return is_explicit ? DenialReason::Boundary : DenialReason::NoBoundary;
        case PolicyType::Session:
            return is_explicit ? DenialReason::SessionPolicy : DenialReason::NoSessionPolicy;
    }
    return DenialReason::NoIdentityPolicy;
}

}  // namespace

protocol::ApiError denial(const Verdict& verdict, const Caller& caller, const Question& question) {
    const bool is_named = verdict.policy != nullptr && verdict.policy->is_managed();
    return protocol::errors::not_authorized(
        caller.arn,
        action_name(question.action),
        question.resource,
        reason_of(verdict),
        is_named ? std::string_view(verdict.policy->name()) : std::string_view()
    );
}

}  // namespace stator::emulator::access::iam
