#include "engine/base/linux_calls.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/engine/persistence/persistence_fixture.hpp"

namespace stator::engine {
namespace {

namespace fs = std::filesystem;

TEST(LinuxCalls, ExchangesTwoPaths) {
    const testing::TemporaryDirectory directory;
    const fs::path one = fs::path(directory.path()) / "one";
    const fs::path other = fs::path(directory.path()) / "other";
    fs::create_directory(one);
    fs::create_directory(other);
    std::ofstream(one / "first") << "1";
    EXPECT_FALSE(exchange_directories(one.string(), other.string()));
    EXPECT_TRUE(fs::exists(other / "first"));
    EXPECT_TRUE(fs::is_empty(one));
}

TEST(LinuxCalls, ReportsWhyAnExchangeFailed) {
    const testing::TemporaryDirectory directory;
    const std::string missing = (fs::path(directory.path()) / "missing").string();
    EXPECT_EQ(
        exchange_directories(missing, directory.path()), std::errc::no_such_file_or_directory
    );
}

TEST(LinuxCalls, SyncsAnOpenFileOnly) {
    const testing::TemporaryDirectory directory;
    const std::string path = (fs::path(directory.path()) / "file").string();
    const int file = ::open(path.c_str(), O_CREAT | O_WRONLY, 0600);
    ASSERT_GE(file, 0);
    EXPECT_TRUE(sync_data(file));
    ::close(file);
    EXPECT_FALSE(sync_data(file));
}

}  // namespace
}  // namespace stator::engine
