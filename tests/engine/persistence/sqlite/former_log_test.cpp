#include "engine/persistence/sqlite/former_log.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/support/temporary_directory.hpp"

namespace stator::engine::persistence::sqlite {
namespace {

class FormerLogTest : public ::testing::Test {
protected:
    std::string path() const { return directory_.path() + "/log"; }

    void write(const std::string& content) { testing::write_file(path(), content); }

    std::string content() const {
        std::ifstream file(path(), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    }

    const testing::TemporaryDirectory directory_;
};

TEST_F(FormerLogTest, RemovesAppendedBytes) {
    write("changes");
    const FormerLog former(path());
    write("changes and more of them");
    former.restore();
    EXPECT_EQ(content(), "changes");
}

// SQLite overwrites the rest of a change that was not complete.
TEST_F(FormerLogTest, RestoresOverwrittenBytes) {
    write("changes, tor");
    const FormerLog former(path());
    for (const std::string now : {"changes. And more", "changes. A", "changes"}) {
        write(now);
        former.restore();
        EXPECT_EQ(content(), "changes, tor") << now;
    }
}

TEST_F(FormerLogTest, RemovesANewFile) {
    const FormerLog missing(path());
    write("new");
    missing.restore();
    EXPECT_FALSE(std::filesystem::exists(path()));
    write("");
    const FormerLog empty(path());
    write("new");
    empty.restore();
    EXPECT_FALSE(std::filesystem::exists(path()));
    empty.restore();
}

}  // namespace
}  // namespace stator::engine::persistence::sqlite
