#include "protocol/errors/authorization.hpp"

#include <string>

namespace stator::protocol::errors {
namespace {

// Returns "because no … allows …" or "with an explicit deny in a …".
std::string reason_text(DenialReason reason, std::string_view action, std::string_view policy) {
    const auto unsaid = [&](std::string_view kind) {
        std::string text("because no ");
        text.append(kind).append(" allows the dynamodb:").append(action).append(" action");
        return text;
    };
    const auto denied = [](std::string_view kind) {
        return std::string("with an explicit deny in ").append(kind);
    };
    switch (reason) {
        case DenialReason::NoIdentityPolicy: return unsaid("identity-based policy");
        case DenialReason::NoResourcePolicy: return unsaid("resource-based policy");
        case DenialReason::NoBoundary: return unsaid("permissions boundary");
        case DenialReason::NoSessionPolicy: return unsaid("session policy");
        // AWS: names a managed policy. [observed 2026, UpdateItem]
        case DenialReason::IdentityPolicy: {
            std::string text = denied("an identity-based policy");
            if (!policy.empty()) text.append(": ").append(policy);
            return text;
        }
        case DenialReason::ResourcePolicy: return denied("a resource-based policy");
        case DenialReason::Boundary: return denied("a permissions boundary");
        case DenialReason::SessionPolicy: return denied("a session policy");
    }
    return {};
}

}  // namespace

ApiError not_authorized(
    std::string_view principal,
    std::string_view action,
    std::string_view resource,
    DenialReason reason,
    std::string_view policy
) {
    std::string text("User: ");
    text.append(principal).append(" is not authorized to perform: dynamodb:").append(action);
    text.append(" on resource: ").append(resource).append(" ");
    text.append(reason_text(reason, action, policy));
    return {ErrorType::AccessDeniedException, std::move(text)};
}

}  // namespace stator::protocol::errors
