#include "protocol/operations/settings/time_to_live.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/protocol/operations/decoding.hpp"

namespace stator::protocol::operations::settings {
namespace {

TEST(UpdateTimeToLive, NeedsBothMembersOfItsSpecification) {
    const auto outcome = [](const std::string& specification) {
        return verdict(
            decode_update_time_to_live,
            "{'TableName': 'tbl', 'TimeToLiveSpecification': {" + specification + "}}"
        );
    };
    const std::string null_at = "Value null at 'timeToLiveSpecification.";
    const std::string is_null = "' failed to satisfy constraint: Member must not be null";
    EXPECT_EQ(outcome("'Enabled': true, 'AttributeName': 'a'"), "ok");
    EXPECT_EQ(
        outcome(""),
        "2 validation errors detected: " + null_at + "enabled" + is_null + "; " + null_at +
            "attributeName" + is_null
    );
    EXPECT_NE(
        outcome("'Enabled': true, 'AttributeName': '" + std::string(256, 'a') + "'")
            .find("have length less than or equal to 255"),
        std::string::npos
    );
}

TEST(UpdateTimeToLive, RepeatsItsSpecification) {
    const auto update = decoded(
        decode_update_time_to_live,
        "{'TableName': 'tbl', 'TimeToLiveSpecification': {'AttributeName': 'a', 'Enabled': 'yes'}}"
    );
    EXPECT_EQ(
        single_quoted(encode_update_time_to_live(update)),
        "{'TimeToLiveSpecification':{'Enabled':true,'AttributeName':'a'}}"
    );
}

TEST(DescribeTimeToLive, NamesNoAttributeWhileItIsOff) {
    EXPECT_EQ(
        single_quoted(encode_describe_time_to_live("")),
        "{'TimeToLiveDescription':{'TimeToLiveStatus':'DISABLED'}}"
    );
    EXPECT_EQ(
        single_quoted(encode_describe_time_to_live("a")),
        "{'TimeToLiveDescription':{'TimeToLiveStatus':'ENABLED','AttributeName':'a'}}"
    );
}

}  // namespace
}  // namespace stator::protocol::operations::settings
