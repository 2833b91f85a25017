#include "emulator/access/least_policy/journal_context.hpp"

#include <algorithm>
#include <array>

namespace stator::emulator::access::least_policy {
namespace {

template <std::size_t kCount>
bool is_one_of(const std::array<std::string_view, kCount>& keys, std::string_view key) {
    return std::ranges::find(keys, key) != keys.end();
}

// True for keys that depend on the connection or its headers.
bool is_of_connection(std::string_view key) {
    constexpr std::array<std::string_view, 4> kKeys{
        "aws:sourceip", "aws:securetransport", "aws:useragent", "aws:referer"};
    return is_one_of(kKeys, key);
}

bool is_of_principal(std::string_view key) {
    constexpr std::array<std::string_view, 5> kKeys{
        "aws:principalaccount",
        "aws:principalarn",
        "aws:principaltype",
        "aws:userid",
        "aws:username"};
    const bool is_of_provider = !key.starts_with("aws:") && !key.starts_with("dynamodb:");
    return is_of_provider || key.starts_with("aws:principaltag/") || is_one_of(kKeys, key);
}

bool is_of_request_tags(std::string_view key) {
    return key == "aws:tagkeys" || key.starts_with("aws:requesttag/");
}

// True for keys that depend on the key values in the request.
bool is_of_values(std::string_view key) {
    return key == "dynamodb:leadingkeys" || key == "dynamodb:fulltablescan" ||
           (key.starts_with("dynamodb:") && key.ends_with("partitionkeyvalues"));
}

authentication::AccessKey key_of(const Requester& requester) {
    authentication::AccessKey key;
    key.principal = requester.principal;
    if (key.principal == nullptr)
        key.principal = std::make_shared<const authentication::Principal>();
    return key;
}

}  // namespace

JournalContext::JournalContext(
    const journal::RequestRecord& request,
    const Requester& requester,
    const authorization::Need& need,
    protocol::wire::JsonView body,
    KnownTable table
)
    : request_(request),
      requester_(requester),
      need_(need),
      known_(std::move(table)),
      names_tags_(body.find("Tags").has_value() || body.find("TagKeys").has_value()),
      key_(key_of(requester)),
      asker_{http_, key_, request.region, request.time},
      keys_(asker_, need, body, known_.table.get()) {}

const iam::ContextValue* JournalContext::find(std::string_view key) const {
    if (std::string why = why_not(key); !why.empty()) {
        note_unknown(std::move(why));
        return nullptr;
    }
    return keys_.find(key);
}

std::string JournalContext::why_not(std::string_view key) const {
    const std::string name(key);
    if (is_of_connection(key)) {
        return "the journal of requests does not keep " + name + "; leave it out of the policy.";
    }
    if (requester_.principal == nullptr && is_of_principal(key)) {
        return "nobody here knows whose access key '" + requester_.name +
               "' is, and therefore not " + name +
               "; start stator with --auth signature and --credentials, and send the requests "
               "again.";
    }
    const bool needs_values = is_of_values(key) && authorization::has_leading_keys(need_.action);
    const bool needs_tags = names_tags_ && is_of_request_tags(key);
    if ((needs_values || needs_tags) && request_.bodies != journal::BodyKeeping::Full) {
        return "the journal kept the request's body without values, and so no " + name +
               "; start stator with --journal-bodies full, and send the requests again.";
    }
    if (need_.table.empty()) return {};
    const std::string_view remedy =
        "; ask before it is deleted, or have the journal on, with --journal-bodies full, when it "
        "is made.";
    if (needs_values && known_.table == nullptr) {
        return ("nobody knows the keys of " + need_.resource).append(remedy);
    }
    if (key.starts_with("aws:resourcetag/") && !known_.has_tags) {
        return ("nobody knows the tags of " + need_.resource).append(remedy);
    }
    return {};
}

}  // namespace stator::emulator::access::least_policy
