// A credentials file: read the same way with any spacing; every key is found under its id and has a
// whole principal; no error contains a secret; without a folder no file is read.
#include <optional>

#include "emulator/access/authentication/key_ring.hpp"
#include "protocol/model/table_arn.hpp"
#include "tests/fuzz/oracle.hpp"
#include "tests/fuzz/target.hpp"

namespace stator::fuzz {
namespace {

using emulator::access::authentication::AccessKey;
using emulator::access::authentication::KeyRing;
using emulator::access::authentication::Principal;
using protocol::wire::JsonDocument;
using protocol::wire::JsonView;

// The texts of all members "secret" and "token" that are long enough to be distinct from other
// words.
void collect_secrets(JsonView json, std::vector<std::string>& secrets) {
    constexpr std::size_t kTelling = 8;
    if (json.is_array()) {
        for (const auto& element : json.elements()) collect_secrets(JsonView(element), secrets);
    }
    if (!json.is_object()) return;
    for (const auto& member : json.members()) {
        const std::string_view name = protocol::wire::member_name(member);
        const JsonView value(member.value);
        const bool is_secret = (name == "secret" || name == "token") && value.is_string() &&
                               value.string().size() >= kTelling;
        if (is_secret) secrets.emplace_back(value.string());
        collect_secrets(value, secrets);
    }
}

// The document with other letters instead of a secret. Nullopt if the same text also occurs
// elsewhere, because an error may then contain it, or if the text is escaped.
std::optional<std::string> with_another_secret(std::string text, const std::string& secret) {
    const auto at = text.find(secret);
    if (secret.find_first_of("\\\"") != secret.npos || at == text.npos ||
        text.find(secret, at + 1) != text.npos)
        return std::nullopt;
    return text.replace(at, secret.size(), secret.size(), 'q');
}

std::string sentence_about(const std::string& text) {
    const auto document = JsonDocument::parse(text);
    require(document.has_value(), "JSON", text);
    const auto ring = KeyRing::read(document->root(), "the file");
    return ring.has_error() ? ring.error().sentence : "";
}

void check_sentence(const std::string& sentence, JsonView json) {
    require(!sentence.empty() && sentence.ends_with("."), "a sentence", sentence);
    require(is_utf8(sentence), "in UTF-8", sentence);
    std::vector<std::string> secrets;
    collect_secrets(json, secrets);
    for (const std::string& secret : secrets) {
        const auto other = with_another_secret(json.text(), secret);
        if (!other) continue;
        require(sentence_about(*other) == sentence, "no secret is told", sentence, secret);
    }
}

void check_key(const std::string& id, const AccessKey& key, const KeyRing& ring) {
    require(ring.find(id) == &key && key.id == id, "found by its id", id);
    require(!id.empty() && id.find_first_of("/,= ") == id.npos, "an id of a credential", id);
    require(!key.secret.empty(), "a secret", id);
    require(key.principal != nullptr, "somebody's", id);
    const Principal& principal = *key.principal;
    require(protocol::model::is_account_id(principal.account), "an account", principal.account);
    require(key.caller.policies == &principal.policies, "as policies see it", id);
    require(key.caller.arn == principal.arn(), "its ARN", id, key.caller.arn);
    require(key.caller.is_admin == key.is_admin, "an admin or not", id);
    const bool is_session = principal.kind == Principal::Kind::Session;
    require(is_session != key.token.empty(), "a token of a session", id);
    require(is_session != principal.role_arn().empty(), "a role of a session", id);
    for (const auto& policy : principal.policies.identity) {
        require(policy != nullptr, "no policy is missing", id);
    }
}

// The contents of a ring, without its secrets.
std::string told(const emulator::Accepted<KeyRing>& ring) {
    if (ring.has_error()) return "!" + ring.error().sentence;
    std::string text;
    for (const auto& [id, key] : ring->keys()) {
        text.append(id).append(" ").append(key.caller.arn).append(key.is_active ? "\n" : " off\n");
    }
    return text;
}

}  // namespace
}  // namespace stator::fuzz

STATOR_FUZZ_TARGET(principals) {
    using namespace stator::fuzz;
    const auto document = JsonDocument::parse(std::string(text_of(data, size)));
    if (!document) return 0;
    const auto ring = KeyRing::read(document->root(), "the file");
    const auto compact = JsonDocument::parse(document->root().text());
    require(told(KeyRing::read(compact->root(), "the file")) == told(ring), "spacing", told(ring));
    if (ring.has_error()) {
        check_sentence(ring.error().sentence, document->root());
        return 0;
    }
    require(ring->files().empty(), "no file is read");
    for (const auto& [id, key] : ring->keys()) check_key(id, key, *ring);
    return 0;
}
