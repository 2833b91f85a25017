// Connection: one client of a Database, identified by its number.
//
// Replies are JSON; the functions below find values in items. As thread-safe as an engine; each
// thread has its own connection.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/wire/json.hpp"
#include "tests/support/database.hpp"

namespace stator::testing {

// A reply's JSON, or the error in the form of Database::run().
struct Answer {
    std::optional<protocol::wire::JsonDocument> json;
    std::string error;
};

class Connection {
public:
    Connection(Database& database, std::uint64_t number) : database_(database), number_(number) {}

    std::uint64_t number() const { return number_; }

    Answer run(std::string_view operation, std::string_view request);

private:
    Database& database_;
    const std::uint64_t number_;
};

// The number in attribute `name` of an item, 0 if it is absent.
std::int64_t number_of(protocol::wire::JsonView item, std::string_view name);

// The string in attribute `name` of an item, "" if it is absent.
std::string string_of(protocol::wire::JsonView item, std::string_view name);

}  // namespace stator::testing
