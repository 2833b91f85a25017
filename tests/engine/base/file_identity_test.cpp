#include "engine/base/file_identity.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/temporary_directory.hpp"

namespace stator::engine {
namespace {

TEST(FileIdentity, NoticesThatAFileHasVanished) {
    const testing::TemporaryDirectory directory;
    const std::string path = directory.path() + "/below/file";
    std::filesystem::create_directory(directory.path() + "/below");
    testing::write_file(path, "x");
    const FileIdentity file(path);
    EXPECT_FALSE(file.has_vanished());
    testing::write_file(path, "other bytes");
    EXPECT_FALSE(file.has_vanished());
    std::filesystem::rename(path, path + ".away");
    EXPECT_TRUE(file.has_vanished());
    testing::write_file(path, "another file");
    EXPECT_TRUE(file.has_vanished());
    std::filesystem::rename(path + ".away", path);
    EXPECT_FALSE(file.has_vanished());
    std::filesystem::remove_all(directory.path() + "/below");
    EXPECT_TRUE(file.has_vanished());
}

TEST(FileIdentity, RemembersNothingOfAFileThatDoesNotExist) {
    const FileIdentity file("/nowhere/file");
    EXPECT_FALSE(file.has_vanished());
}

}  // namespace
}  // namespace stator::engine
