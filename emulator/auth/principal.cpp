#include "emulator/auth/principal.hpp"

namespace stator::emulator::auth {

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

}  // namespace stator::emulator::auth
