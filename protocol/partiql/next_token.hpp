// NextToken: the start of the next page of a SELECT. Valid only for the same statement with the
// same parameters.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "protocol/base/result.hpp"
#include "protocol/values/attribute_value.hpp"

namespace stator::protocol::partiql {

struct NextToken {
    // Fingerprint of the statement and its parameters.
    std::uint64_t fingerprint = 0;
    // The read of the statement that continues, counted from 0.
    std::uint64_t read = 0;

    // The row after which that read continues, in the order of its source.
    struct Row {
        std::uint64_t hash = 0;
        std::string pk;
        std::string sk;
    };

    std::optional<Row> row;
};

// Returns the same number for equal statements with equal parameters, in every process.
std::uint64_t statement_fingerprint(
    std::string_view statement, std::span<const values::AttributeValue> parameters
);

std::string encode_next_token(const NextToken& token);

// Error: "Invalid NextToken".
Result<NextToken> decode_next_token(std::string_view text);

}  // namespace stator::protocol::partiql
