// RequestKeys: the condition keys of one need, computed when a policy requests them. Not
// thread-safe. Also borrows the requested keys, which are texts in policies.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "emulator/access/authentication/key_ring.hpp"
#include "emulator/access/authorization/decision.hpp"
#include "emulator/access/authorization/need.hpp"
#include "emulator/access/iam/context.hpp"
#include "emulator/http/http_message.hpp"
#include "engine/base/instant.hpp"
#include "protocol/model/table.hpp"

namespace stator::emulator::access::authorization {

// True if requests that need the action can have leading keys. `action` is the action's number.
bool has_leading_keys(std::size_t action);

// The sender of a request, and its circumstances other than the needs. Borrows everything.
struct Asker {
    const http::HttpRequest& http;
    const authentication::AccessKey& key;
    std::string_view region;
    engine::Instant now;
};

class RequestKeys : public iam::Context {
public:
    // `body` is the body of the whole request, `table` the need's table or null. Both must outlive
    // this.
    RequestKeys(
        const Asker& asker,
        const Need& need,
        protocol::wire::JsonView body,
        const protocol::model::TableDescription* table
    )
        : asker_(asker), need_(need), body_(body), table_(table) {}

    const iam::ContextValue* find(std::string_view key) const override;

    // All keys that policies requested.
    AskedKeys take_asked() { return std::move(asked_); }

private:
    iam::ContextValue value_of(std::string_view key) const;
    iam::ContextValue item_value(std::string_view key) const;
    iam::ContextValue global_value(std::string_view key) const;
    iam::ContextValue principal_value(std::string_view key) const;
    iam::ContextValue tag_value(std::string_view key) const;

    // The values of the partition key attribute with that number, if the key has several.
    iam::ContextValue leading_keys(std::size_t number) const;
    iam::ContextValue attributes() const;
    iam::ContextValue select() const;
    iam::ContextValue return_values() const;
    iam::ContextValue full_table_scan() const;
    iam::ContextValue tag_keys() const;

    const Asker& asker_;
    const Need& need_;
    const protocol::wire::JsonView body_;
    const protocol::model::TableDescription* const table_;
    mutable AskedKeys asked_;
};

}  // namespace stator::emulator::access::authorization
