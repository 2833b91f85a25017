#include "emulator/admin/credential_routes.hpp"

#include <array>
#include <utility>

#include "emulator/auth/signature_check.hpp"
#include "emulator/forms/time_text.hpp"
#include "emulator/observe/laboratories.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::admin {
namespace {

using protocol::wire::JsonWriter;

forms::Accepted<auth::SignatureCheck*> checker_of(observe::Laboratory& laboratory) {
    auth::SignatureCheck* const signatures = laboratory.all().signatures();
    if (signatures != nullptr) return signatures;
    return forms::Refusal{
        "nobody checks signatures here, so there are no credentials; start stator with --auth "
        "signature.",
        409};
}

// Never a secret, nor a session's token.
void write_key(JsonWriter& json, const auth::AccessKey& key) {
    json.begin_object();
    json.string_member("id", key.id);
    json.string_member("principal", key.principal->arn());
    json.key("active");
    json.boolean(key.is_active);
    if (key.is_admin) {
        json.key("admin");
        json.boolean(true);
    }
    if (key.expires != protocol::kNever) {
        json.string_member("expires", forms::time_text(key.expires));
    }
    json.end_object();
}

AdminAnswer credentials_answer(auth::SignatureCheck& signatures) {
    AdminAnswer answer;
    JsonWriter json(answer.body);
    json.begin_object();
    if (!signatures.keys().file().empty()) json.string_member("file", signatures.keys().file());
    json.key("keys");
    json.begin_array();
    for (const auto& [id, key] : signatures.keys().keys()->keys()) write_key(json, key);
    json.end_array();
    const auto totals = signatures.totals();
    json.integer_member("verified", static_cast<std::int64_t>(totals.verified));
    json.integer_member("refused", static_cast<std::int64_t>(totals.refused));
    json.end_object();
    return answer;
}

forms::Accepted<AdminAnswer> get_credentials(observe::Laboratory& laboratory, const AdminCall&) {
    STATOR_TRY(auth::SignatureCheck* const signatures, checker_of(laboratory));
    return credentials_answer(*signatures);
}

forms::Accepted<AdminAnswer> put_credentials(
    observe::Laboratory& laboratory, const AdminCall& call
) {
    STATOR_TRY(auth::SignatureCheck* const signatures, checker_of(laboratory));
    STATOR_TRY(auth::KeyRing keys, auth::KeyRing::read(call.body, "the body"));
    signatures->keys().replace(std::move(keys));
    return credentials_answer(*signatures);
}

forms::Accepted<AdminAnswer> reload_credentials(
    observe::Laboratory& laboratory, const AdminCall&
) {
    STATOR_TRY(auth::SignatureCheck* const signatures, checker_of(laboratory));
    if (signatures->keys().file().empty()) {
        return forms::Refusal{
            "there is no credentials file to read again; start stator with --credentials FILE.",
            409};
    }
    STATOR_CHECK(signatures->keys().load());
    return credentials_answer(*signatures);
}

constexpr std::array kCredentialRoutes = {
    AdminRoute{"GET", "/_stator/v1/credentials", get_credentials},
    AdminRoute{
        "PUT",
        "/_stator/v1/credentials",
        put_credentials,
        R"({"account":"123456789012","users":{"alice":{"keys":[{"id":"AKIAALICE","secret":"s"}]}}})"},
    AdminRoute{"POST", "/_stator/v1/credentials/reload", reload_credentials},
};

}  // namespace

AdminRoutes credential_routes() {
    return kCredentialRoutes;
}

}  // namespace stator::emulator::admin
