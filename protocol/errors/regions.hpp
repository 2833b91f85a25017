// Region: how the DynamoDB of a region reads requests and words its errors.
//
// AWS's regions do not all run one release, so captures of one fault differ by region. The
// differences are data (wording_table.hpp). Pure.
#pragma once

#include <string>
#include <string_view>

#include "protocol/values/dialect.hpp"

namespace stator::protocol::errors {

// A value that borrows the name. Every function whose result depends on the region takes one.
struct Region {
    // A region that no cohort lists answers as most regions do; "" answers with the pinned words,
    // those of eu-west-2.
    std::string_view name = {};

    values::Dialect dialect(values::Reader reader) const;
};

// True for what could be the name of a region, recorded or not: "eu-west-2", "us-gov-east-1".
bool is_region_name(std::string_view text);

// The recorded cohorts and their regions, line by line, and whom the others follow.
std::string cohorts_text();

}  // namespace stator::protocol::errors
