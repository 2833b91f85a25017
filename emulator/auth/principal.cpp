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

}  // namespace stator::emulator::auth
