#include "emulator/integrations/s3/endpoint_store.hpp"

#include <gtest/gtest.h>

#include "tests/emulator/integrations/s3/fake_s3.hpp"
#include "tests/emulator/integrations/s3/store_calls.hpp"

namespace stator::emulator::integrations::s3 {
namespace {

using engine::transfer::ObjectInfo;
using engine::transfer::StoreFault;
using testing::fault_of;
using testing::text_of;

EndpointStore store_at(const std::string& port, const std::string& secret = "secret") {
    EndpointSettings settings;
    settings.endpoint = {false, "127.0.0.1", port};
    settings.secrets = {"key", secret};
    settings.now = [] { return testing::FakeS3::kNow; };
    return EndpointStore(std::move(settings));
}

TEST(EndpointStore, WritesReadsAndLists) {
    const testing::FakeS3 server({"bucket"});
    EndpointStore store = store_at(server.port());
    for (const std::string key : {"a/plus+blank and ü.json", "a/b", "a/c", "b"}) {
        ASSERT_EQ(fault_of(store.put("bucket", key, "text of " + key)), std::nullopt) << key;
        EXPECT_EQ(text_of(store, "bucket", key), "text of " + key);
    }
    const auto found = store.list("bucket", "a/");
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(
        *found, (std::vector<ObjectInfo>{{"a/b", 11}, {"a/c", 11}, {"a/plus+blank and ü.json", 32}})
    );
}

TEST(EndpointStore, WritesAndReadsObjectsLargerThanARange) {
    const testing::FakeS3 server({"bucket"});
    EndpointStore store = store_at(server.port());
    std::string large((std::size_t{16} << 20U) + 1, 'x');
    large[9'000'000] = 'y';
    {
        auto writer = store.create("bucket", "large");
        for (std::size_t at = 0; at < large.size(); at += 1'000'000) {
            ASSERT_TRUE((*writer)->write(std::string_view(large).substr(at, 1'000'000)).has_value()
            );
        }
        ASSERT_TRUE((*writer)->finish().has_value());
    }
    EXPECT_TRUE(text_of(store, "bucket", "large") == large);
    ASSERT_TRUE(store.put("bucket", "empty", "").has_value());
    EXPECT_EQ(text_of(store, "bucket", "empty"), "");
}

TEST(EndpointStore, ReportsErrorsOfTheServer) {
    const testing::FakeS3 server({"bucket"});
    EndpointStore store = store_at(server.port());
    EXPECT_EQ(fault_of(store.put("other", "key", "")), StoreFault::NoSuchBucket);
    EXPECT_EQ(fault_of(store.open("bucket", "key")), StoreFault::NoSuchKey);
    EXPECT_EQ(fault_of(store.list("other", "")), StoreFault::NoSuchBucket);
    EndpointStore stranger = store_at(server.port(), "another secret");
    EXPECT_EQ(fault_of(stranger.put("bucket", "key", "")), StoreFault::AccessDenied);
}

TEST(EndpointStore, ReportsAServerThatCannotBeReached) {
    EndpointStore store = store_at("1");
    const auto opened = store.open("bucket", "key");
    ASSERT_TRUE(opened.has_error());
    EXPECT_EQ(opened.error().fault, StoreFault::Broken);
    EXPECT_EQ(
        opened.error().detail, "the S3 server gives no answer: cannot connect: Connection refused"
    );
}

}  // namespace
}  // namespace stator::emulator::integrations::s3
