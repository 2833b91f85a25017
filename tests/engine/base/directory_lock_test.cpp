#include "engine/base/directory_lock.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "tests/engine/persistence/persistence_fixture.hpp"

namespace stator::engine {
namespace {

using persistence::in_child;
using persistence::write_file;
using testing::TemporaryDirectory;

bool is_free(const std::string& directory) {
    return DirectoryLock::acquire(directory).has_value();
}

TEST(DirectoryLock, KeepsOthersOutAsLongAsItLives) {
    const TemporaryDirectory directory;
    const TemporaryDirectory other;
    {
        const auto lock = DirectoryLock::acquire(directory.path());
        ASSERT_TRUE(lock);
        EXPECT_FALSE(is_free(directory.path()));
        // By another name it is the same directory.
        EXPECT_FALSE(is_free(directory.path() + "/."));
        EXPECT_TRUE(is_free(other.path()));
    }
    EXPECT_TRUE(is_free(directory.path()));
    EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
}

TEST(DirectoryLock, MovesWithItsOwner) {
    const TemporaryDirectory directory;
    std::optional<DirectoryLock> owner;
    {
        auto lock = DirectoryLock::acquire(directory.path());
        ASSERT_TRUE(lock);
        owner.emplace(std::move(*lock));
    }
    EXPECT_FALSE(is_free(directory.path()));
    owner.reset();
    EXPECT_TRUE(is_free(directory.path()));
}

TEST(DirectoryLock, KeepsOtherProcessesOutAndEndsWithItsOwn) {
    const TemporaryDirectory directory;
    {
        const auto lock = DirectoryLock::acquire(directory.path());
        EXPECT_EQ(in_child([&] { return is_free(directory.path()) ? 1 : 2; }), 2);
    }
    // Ends without any destructor, as a killed process does.
    const int status = in_child([&] {
        const auto lock = DirectoryLock::acquire(directory.path());
        ::_exit(lock && !is_free(directory.path()) ? 3 : 4);
        return 0;
    });
    EXPECT_EQ(status, 3);
    EXPECT_TRUE(is_free(directory.path()));
}

// A child has its parent's descriptors until it execs, and the lock lives as long as any of them:
// a universe was refused its own directory while a trigger's command was being started.
TEST(DirectoryLock, EndsWithItsOwnerThoughAChildHasItsDescriptors) {
    const TemporaryDirectory directory;
    std::optional<DirectoryLock> owner;
    {
        auto lock = DirectoryLock::acquire(directory.path());
        ASSERT_TRUE(lock);
        owner.emplace(std::move(*lock));
    }
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        for (;;) ::pause();
    }
    owner.reset();
    EXPECT_TRUE(is_free(directory.path()));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
}

// Whoever cannot lock is not refused: what is wrong with the directory, opening the file will say.
TEST(DirectoryLock, IsNoObstacleWhereThereIsNoDirectory) {
    const TemporaryDirectory directory;
    EXPECT_TRUE(is_free(directory.path() + "/none"));
    write_file(directory.path() + "/file", "x");
    const auto lock = DirectoryLock::acquire(directory.path() + "/file");
    EXPECT_TRUE(lock);
    EXPECT_TRUE(is_free(directory.path() + "/file"));
}

}  // namespace
}  // namespace stator::engine
