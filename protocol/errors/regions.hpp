// Region: how DynamoDB in one region parses requests and words its errors.
//
// AWS's regions do not all run the same release, so captures of the same error differ by region.
// The differences are data (wording_table.hpp). Pure.
#pragma once

#include <string>
#include <string_view>

#include "protocol/values/dialect.hpp"

namespace stator::protocol::errors {

// A value that refers to the caller's text. Every function whose result depends on the region takes
// one.
struct Region {
    // The name of the region. A region outside all cohorts uses the words of most regions. "" uses
    // the pinned words, those of eu-west-2.
    std::string_view name = {};

    values::Dialect dialect(values::Reader reader) const;
};

// Returns true if `text` has the form of a region's name, such as "eu-west-2" or "us-gov-east-1".
// The region need not be recorded.
bool is_region_name(std::string_view text);

// Returns the recorded cohorts and their regions, one per line, and the behaviour of all other
// regions.
std::string cohorts_text();

}  // namespace stator::protocol::errors
