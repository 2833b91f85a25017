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

TEST(DirectoryLock, ExcludesOthersDuringItsLifetime) {
    const TemporaryDirectory directory;
    const TemporaryDirectory other;
    {
        const auto lock = DirectoryLock::acquire(directory.path());
        ASSERT_TRUE(lock);
        EXPECT_FALSE(is_free(directory.path()));
        // The same directory by another path.
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

TEST(DirectoryLock, ExcludesOtherProcessesAndEndsWithItsProcess) {
    const TemporaryDirectory directory;
    {
        const auto lock = DirectoryLock::acquire(directory.path());
        EXPECT_EQ(in_child([&] { return is_free(directory.path()) ? 1 : 2; }), 2);
    }
    // Ends without running destructors, like a killed process.
    const int status = in_child([&] {
        const auto lock = DirectoryLock::acquire(directory.path());
        ::_exit(lock && !is_free(directory.path()) ? 3 : 4);
        return 0;
    });
    EXPECT_EQ(status, 3);
    EXPECT_TRUE(is_free(directory.path()));
}

// A forked child shares its parent's file descriptors until it calls exec. The lock must end with
// its owner even while such a child exists, for example while the command of a trigger starts.
TEST(DirectoryLock, EndsWithItsOwnerEvenIfAChildHasItsDescriptors) {
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

// A path that cannot be locked counts as free, because opening the file reports the actual problem.
TEST(DirectoryLock, IsAcquiredEvenIfTheDirectoryDoesNotExist) {
    const TemporaryDirectory directory;
    EXPECT_TRUE(is_free(directory.path() + "/none"));
    write_file(directory.path() + "/file", "x");
    const auto lock = DirectoryLock::acquire(directory.path() + "/file");
    EXPECT_TRUE(lock);
    EXPECT_TRUE(is_free(directory.path() + "/file"));
}

}  // namespace
}  // namespace stator::engine
