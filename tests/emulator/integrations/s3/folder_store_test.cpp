#include "emulator/integrations/s3/folder_store.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/emulator/integrations/s3/store_calls.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::emulator::integrations::s3 {
namespace {

using engine::transfer::ObjectInfo;
using engine::transfer::StoreFault;
using testing::fault_of;
using testing::text_of;
namespace files = std::filesystem;

class FolderStoreTest : public ::testing::Test {
protected:
    FolderStoreTest() { files::create_directory(path("bucket")); }

    files::path path(const std::string& name) const { return files::path(root_.path()) / name; }

    void write(const std::string& name, const std::string& text) const {
        std::ofstream(path(name)) << text;
    }

    testing::TemporaryDirectory root_;
    FolderStore store_{std::string(root_.path())};
};

TEST_F(FolderStoreTest, KeepsObjectsAsFiles) {
    ASSERT_TRUE(store_.put("bucket", "a/b/object.json", "text").has_value());
    EXPECT_EQ(text_of(store_, "bucket", "a/b/object.json"), "text");
    EXPECT_EQ(files::file_size(path("bucket/a/b/object.json")), 4);
    ASSERT_TRUE(store_.put("bucket", "a/b/object.json", "").has_value());
    EXPECT_EQ(text_of(store_, "bucket", "a/b/object.json"), "");
}

TEST_F(FolderStoreTest, ReportsMissingBucketsAndKeys) {
    EXPECT_EQ(fault_of(store_.put("other", "key", "")), StoreFault::NoSuchBucket);
    EXPECT_EQ(fault_of(store_.open("other", "key")), StoreFault::NoSuchBucket);
    EXPECT_EQ(fault_of(store_.list("other", "")), StoreFault::NoSuchBucket);
    EXPECT_EQ(fault_of(store_.open("bucket", "key")), StoreFault::NoSuchKey);
    EXPECT_EQ(fault_of(store_.open("bucket", "a/key")), StoreFault::NoSuchKey);
    write("plain", "no folder");
    EXPECT_EQ(fault_of(store_.list("plain", "")), StoreFault::NoSuchBucket);
}

TEST_F(FolderStoreTest, LetsNoKeyLeaveItsBucket) {
    write("secret", "outside");
    for (const std::string key :
         {"../secret", "a/../../secret", "..", ".", "", "/secret", "a//b", "a/", "a/./b"}) {
        EXPECT_EQ(fault_of(store_.open("bucket", key)), StoreFault::AccessDenied) << key;
        EXPECT_EQ(fault_of(store_.put("bucket", key, "x")), StoreFault::AccessDenied) << key;
    }
    for (const std::string bucket : {"..", ".", "", "bucket/..", "bucket/../bucket"}) {
        EXPECT_EQ(fault_of(store_.open(bucket, "secret")), StoreFault::NoSuchBucket) << bucket;
    }
    // An escape is text like any other.
    EXPECT_EQ(fault_of(store_.open("bucket", "%2e%2e/secret")), StoreFault::NoSuchKey);
    ASSERT_TRUE(store_.put("bucket", "%2e%2e/secret", "inside").has_value());
    EXPECT_EQ(text_of(store_, "bucket", "%2e%2e/secret"), "inside");
}

TEST_F(FolderStoreTest, FollowsNoLink) {
    write("secret", "outside");
    files::create_directory(path("elsewhere"));
    files::create_symlink(path("secret"), path("bucket/link"));
    files::create_directory_symlink(path("elsewhere"), path("bucket/folder"));
    EXPECT_EQ(fault_of(store_.open("bucket", "link")), StoreFault::AccessDenied);
    EXPECT_EQ(fault_of(store_.open("bucket", "folder/key")), StoreFault::AccessDenied);
    EXPECT_EQ(fault_of(store_.put("bucket", "folder/key", "x")), StoreFault::AccessDenied);
    EXPECT_TRUE(files::is_empty(path("elsewhere")));
    EXPECT_EQ(*store_.list("bucket", ""), std::vector<ObjectInfo>());
    // The link is replaced, and its target does not change.
    ASSERT_TRUE(store_.put("bucket", "link", "new").has_value());
    EXPECT_EQ(files::file_size(path("secret")), 7);
}

TEST_F(FolderStoreTest, ListsByPrefixInTheOrderOfKeys) {
    for (const std::string key : {"a/b", "a-b", "a/c/d", "ab", "b"}) {
        ASSERT_TRUE(store_.put("bucket", key, key).has_value());
    }
    EXPECT_EQ(
        *store_.list("bucket", ""),
        (std::vector<ObjectInfo>{{"a-b", 3}, {"a/b", 3}, {"a/c/d", 5}, {"ab", 2}, {"b", 1}})
    );
    // A prefix is not a folder.
    EXPECT_EQ(*store_.list("bucket", "a/"), (std::vector<ObjectInfo>{{"a/b", 3}, {"a/c/d", 5}}));
    EXPECT_EQ(*store_.list("bucket", "a/c"), (std::vector<ObjectInfo>{{"a/c/d", 5}}));
    EXPECT_EQ(*store_.list("bucket", "x"), std::vector<ObjectInfo>());
    EXPECT_EQ(*store_.list("bucket", "../"), std::vector<ObjectInfo>());
}

TEST_F(FolderStoreTest, ShowsNoUnfinishedObject) {
    {
        auto writer = store_.create("bucket", "key");
        ASSERT_TRUE((*writer)->write("half").has_value());
        EXPECT_EQ(*store_.list("bucket", ""), std::vector<ObjectInfo>());
        EXPECT_EQ(fault_of(store_.open("bucket", "key")), StoreFault::NoSuchKey);
    }
    EXPECT_TRUE(files::is_empty(path("bucket")));
}

}  // namespace
}  // namespace stator::emulator::integrations::s3
