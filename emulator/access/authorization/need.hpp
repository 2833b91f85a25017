// Need: one action on one resource that a request needs, and what the request says of it. A value
// that borrows the request's JSON.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/partiql/statement.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::access::authorization {

struct Need {
    std::size_t action = 0;  // its number, see emulator/access/iam/actions.hpp
    std::string resource;    // an ARN, or "*"
    std::string account;     // the resource's
    // Whose policy, keys and tags count: a table of the need's region, "" for none.
    std::string table = {};
    std::string region = {};        // "" for the request's own
    std::string index = {};         // whose keys count; "" for the table's own
    std::string stream_label = {};  // the policy is the stream's
    // The parts of the request that are about it: with Key, Item, expressions, Keys and so on.
    std::vector<protocol::wire::JsonView> parts = {};
    std::shared_ptr<const protocol::partiql::Statement> statement = nullptr;
    std::string_view enclosing = {};  // the transaction that it is a part of
    // The statement of a batch: it is refused by itself.
    std::optional<std::size_t> member = {};
};

using Needs = std::vector<Need>;

}  // namespace stator::emulator::access::authorization
