// JournalContext: the condition keys of one need of a request in the journal, which knows what it
// was about, but nothing of its connection. Used by one thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "emulator/access/authentication/key_ring.hpp"
#include "emulator/access/authorization/known_context.hpp"
#include "emulator/access/authorization/request_keys.hpp"
#include "emulator/access/least_policy/known_tables.hpp"
#include "emulator/http/http_message.hpp"
#include "emulator/journal/request_record.hpp"

namespace stator::emulator::access::least_policy {

// Who sent a request, as far as its access key says.
struct Requester {
    // The principal's ARN; where nobody knows whose the key is, the key itself.
    std::string name;
    std::shared_ptr<const authentication::Principal> principal = nullptr;  // null: not known
};

class JournalContext : public authorization::KnownContext {
public:
    // All of these must outlive the context. `table` is the need's.
    JournalContext(
        const journal::RequestRecord& request,
        const Requester& requester,
        const authorization::Need& need,
        protocol::wire::JsonView body,
        KnownTable table
    );

    const iam::ContextValue* find(std::string_view key) const override;

private:
    // Why the key is not known; "" when it is.
    std::string why_not(std::string_view key) const;

    const journal::RequestRecord& request_;
    const Requester& requester_;
    const authorization::Need& need_;
    const KnownTable known_;
    const bool names_tags_;  // the request does, so that its values say which
    const http::HttpRequest http_ = {};
    const authentication::AccessKey key_;
    const authorization::Asker asker_;
    const authorization::RequestKeys keys_;
};

}  // namespace stator::emulator::access::least_policy
