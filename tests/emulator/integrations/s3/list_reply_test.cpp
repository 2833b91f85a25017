#include "emulator/integrations/s3/list_reply.hpp"

#include <gtest/gtest.h>

namespace stator::emulator::integrations::s3 {
namespace {

using engine::transfer::ObjectInfo;

TEST(ListReply, ReadsKeysSizesAndTheContinuation) {
    const ListReply reply = read_list_reply(
        "<?xml version=\"1.0\"?><ListBucketResult><IsTruncated>true</IsTruncated>"
        "<Contents><Key>a+b%2Fc%2Bd</Key><Size>12</Size></Contents>"
        "<Contents><ETag>x</ETag><Key>e&amp;lt;</Key></Contents>"
        "<NextContinuationToken>t&quot;&lt;</NextContinuationToken></ListBucketResult>"
    );
    EXPECT_EQ(reply.objects, (std::vector<ObjectInfo>{{"a b/c+d", 12}, {"e&lt;", 0}}));
    EXPECT_EQ(reply.continuation, "t\"<");
}

TEST(ListReply, EndsWithTheLastPage) {
    const ListReply reply = read_list_reply(
        "<ListBucketResult><IsTruncated>false</IsTruncated>"
        "<NextContinuationToken>t</NextContinuationToken></ListBucketResult>"
    );
    EXPECT_TRUE(reply.objects.empty());
    EXPECT_EQ(reply.continuation, "");
}

TEST(ListReply, FindsNothingInInvalidXml) {
    EXPECT_EQ(element_text("<Code>NoSuchKey", "Code"), std::nullopt);
    EXPECT_EQ(element_text("Code", "Code"), std::nullopt);
    EXPECT_EQ(element_text("<Error><Code>NoSuchKey</Code></Error>", "Code"), "NoSuchKey");
}

}  // namespace
}  // namespace stator::emulator::integrations::s3
