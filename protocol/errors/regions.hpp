// Regions: whose words DynamoDB's messages are in.
//
// AWS's regions do not all run one release, so captures of one fault differ by region. A request is
// answered as the region answers that it is signed for; what differs is data (wording_table.hpp).
#pragma once

#include <string>
#include <string_view>

#include "protocol/values/dialect.hpp"

namespace stator::protocol::errors {

// While it lives, messages that are made on this thread are in the words of `region`, which must
// outlive it. A region that no cohort lists speaks as most do. Without one, or with "", the words
// are the pinned ones, those of eu-west-2.
class SpokenRegion {
public:
    explicit SpokenRegion(std::string_view region);
    ~SpokenRegion();

    SpokenRegion(const SpokenRegion&) = delete;
    SpokenRegion& operator=(const SpokenRegion&) = delete;

private:
    std::string_view before_;
};

// The region spoken on this thread; "" for none.
std::string_view spoken_region();

// The dialect of a reader in the region that is spoken.
values::Dialect dialect_of(values::Reader reader);

// True for what could be the name of a region, recorded or not: "eu-west-2", "us-gov-east-1".
bool is_region_name(std::string_view text);

// The recorded cohorts and their regions, line by line, and whom the others follow.
std::string cohorts_text();

}  // namespace stator::protocol::errors
