// Region: the dialect and the error messages of a region.
#include "protocol/errors/regions.hpp"

#include <gtest/gtest.h>

#include "protocol/errors/query.hpp"
#include "protocol/errors/wordings.hpp"

namespace stator::protocol::errors {
namespace {

const std::string kSegments =
    "The Segment parameter is zero-based and must be less than parameter TotalSegments";
const std::string kSegmentsShown = kSegments + ": Segment: 3 is not less than TotalSegments: 3";

std::string told_in(std::string_view region) {
    return segment_out_of_range(Region{region}, 3, 3).message;
}

TEST(Regions, TheRegionOfTheRequestDeterminesTheMessage) {
    for (const std::string_view region : {"eu-west-2", "us-west-1", ""}) {
        EXPECT_EQ(told_in(region), kSegments) << region;
    }
    for (const std::string_view region : {"us-east-1", "eu-north-1", "mars"}) {
        EXPECT_EQ(told_in(region), kSegmentsShown) << region;
    }
}

TEST(Regions, TheSmallestCohortThatListsTheRegionApplies) {
    constexpr auto kDialect = values::Dialect::Current;
    const auto text = [](std::string_view region) {
        return regional_text(Message::NoTransactAction, kDialect, region);
    };
    EXPECT_NE(text("us-east-1"), text("eu-west-2"));
    EXPECT_EQ(text("us-west-2"), pinned_text(Message::NoTransactAction, kDialect));
    EXPECT_EQ(
        regional_text(Message::TableExistsWhileCreating, kDialect, "eu-west-1"),
        "Table already exists: {0}"
    );
    EXPECT_EQ(
        regional_text(Message::TableExistsWhileCreating, kDialect, "us-west-2"),
        pinned_text(Message::TableExistsWhileCreating, kDialect)
    );
}

// Without a recorded difference, a region of the new cohort uses the pinned message.
TEST(Regions, ThePinnedMessageAppliesWithoutARegion) {
    for (unsigned char i = 0; i < static_cast<unsigned char>(Message::Count); ++i) {
        const auto message = static_cast<Message>(i);
        for (const auto dialect : {values::Dialect::Current, values::Dialect::Older}) {
            EXPECT_EQ(regional_text(message, dialect, ""), pinned_text(message, dialect));
        }
    }
}

TEST(Regions, TheNewCohortUsesTheCurrentDialectMoreOften) {
    EXPECT_EQ(Region().dialect(values::Reader::NewCohort), values::Dialect::Current);
    const Region virginia{"us-east-1"};
    EXPECT_EQ(virginia.dialect(values::Reader::NewCohort), values::Dialect::Older);
    EXPECT_EQ(virginia.dialect(values::Reader::Current), values::Dialect::Current);
    EXPECT_EQ(virginia.dialect(values::Reader::Older), values::Dialect::Older);
    EXPECT_EQ(virginia.dialect(values::Reader::SingleItems), values::Dialect::Current);
    EXPECT_EQ(Region{"me-central-1"}.dialect(values::Reader::SingleItems), values::Dialect::Older);
}

TEST(Regions, RecognizesNamesOfRegions) {
    for (const std::string_view name : {"eu-west-2", "us-gov-east-1", "ap-southeast-7"}) {
        EXPECT_TRUE(is_region_name(name)) << name;
    }
    for (const std::string_view name :
         {"", "mars", "eu-west", "eu-west-", "EU-WEST-2", "-2", "a-1"}) {
        EXPECT_FALSE(is_region_name(name)) << name;
    }
    EXPECT_NE(cohorts_text().find("new cohort: eu-west-2"), std::string::npos);
}

}  // namespace
}  // namespace stator::protocol::errors
