// JournalContext: the condition keys of one need of a request in the journal. The journal records
// the request but not its connection. Not thread-safe.
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

// The sender of a request, as far as its access key identifies it.
struct Requester {
    // The ARN of the principal. If the key's owner is not known, the key itself.
    std::string name;
    std::shared_ptr<const authentication::Principal> principal = nullptr;  // null if not known
};

class JournalContext : public authorization::KnownContext {
public:
    // All references must outlive the context. `table` is the table of the need.
    JournalContext(
        const journal::RequestRecord& request,
        const Requester& requester,
        const authorization::Need& need,
        protocol::wire::JsonView body,
        KnownTable table
    );

    const iam::ContextValue* find(std::string_view key) const override;

private:
    // Why the key is not known; "" if it is known.
    std::string why_not(std::string_view key) const;

    const journal::RequestRecord& request_;
    const Requester& requester_;
    const authorization::Need& need_;
    const KnownTable known_;
    const bool names_tags_;  // the request contains tags, so that their values matter
    const http::HttpRequest http_ = {};
    const authentication::AccessKey key_;
    const authorization::Asker asker_;
    const authorization::RequestKeys keys_;
};

}  // namespace stator::emulator::access::least_policy
