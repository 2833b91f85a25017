// Need: one action on one resource that a request needs, and the parts of the request about it. A
// value that borrows the request's JSON.
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
    std::size_t action = 0;  // the action's number, see emulator/access/iam/actions.hpp
    std::string resource;    // an ARN, or "*"
    std::string account;     // the account of the resource
    // The table whose policy, keys and tags apply, in the region of the need; "" if there is none.
    std::string table = {};
    std::string region = {};        // "" for the region of the request
    std::string index = {};         // the index whose keys apply; "" for those of the table
    std::string stream_label = {};  // set if the policy of the stream applies
    // The parts of the request about this need: objects with Key, Item, expressions, Keys and so
    // on.
    std::vector<protocol::wire::JsonView> parts = {};
    std::shared_ptr<const protocol::partiql::Statement> statement = nullptr;
    std::string_view enclosing = {};  // the operation of the transaction that contains it
    // The number of the statement in a batch. Such a statement is denied without the others.
    std::optional<std::size_t> member = {};
};

using Needs = std::vector<Need>;

}  // namespace stator::emulator::access::authorization
