#include "emulator/access/authentication/principal.hpp"

#include "engine/base/seeded_random.hpp"

namespace stator::emulator::access::authentication {

std::string Principal::arn() const {
    std::string text("arn:aws:");
    switch (kind) {
        case Kind::Root: text.append("iam::").append(account).append(":root"); break;
        case Kind::User:
            text.append("iam::").append(account).append(":user").append(path).append(name);
            break;
        case Kind::Session:
            text.append("sts::").append(account).append(":assumed-role/").append(name);
            text.append("/").append(session);
            break;
    }
    return text;
}

std::string Principal::role_arn() const {
    if (kind != Kind::Session) return {};
    return std::string("arn:aws:iam::").append(account).append(":role").append(path).append(name);
}

// AWS: [docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_variables.html]
std::string Principal::user_id() const {
    switch (kind) {
        case Kind::Root: return account;
        case Kind::User: return unique_id;
        case Kind::Session: return unique_id + ":" + session;
    }
    return {};
}

std::string made_up_id(std::string_view prefix, std::string_view account, std::string_view name) {
    constexpr std::string_view kCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    constexpr std::size_t kLength = 21;
    std::string id(prefix);
    std::uint64_t bits = engine::mix(engine::mix(0, account), name);
    while (id.size() < kLength) {
        id.push_back(kCharacters[bits % kCharacters.size()]);
        bits = engine::mix(bits);
    }
    return id;
}

iam::Caller Principal::caller(bool is_admin) const {
    iam::Caller caller;
    switch (kind) {
        case Kind::Root: caller.kind = iam::Caller::Kind::Root; break;
        case Kind::User: caller.kind = iam::Caller::Kind::User; break;
        case Kind::Session: caller.kind = iam::Caller::Kind::Session; break;
    }
    caller.account = account;
    caller.arn = arn();
    caller.role_arn = role_arn();
    caller.is_admin = is_admin;
    caller.policies = &policies;
    return caller;
}

}  // namespace stator::emulator::access::authentication
