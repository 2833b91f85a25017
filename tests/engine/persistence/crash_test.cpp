// If the process ends at any moment, nothing that was acknowledged is lost.
#include <csignal>
#include <thread>

#include "tests/engine/persistence/persistence_fixture.hpp"

namespace stator::engine::persistence {
namespace {

constexpr std::uint64_t kRowsPerLife = 400;

// Every row is written twice, so that existing rows are also overwritten.
std::string text_for(std::uint64_t row, int round) {
    return std::to_string(row) + "/" + std::to_string(round) + std::string(row % 3000, 'x');
}

// Writes the rows `first`, `first` + 1 and so on without end, and reports each row whose second
// write is durable.
[[noreturn]] void live(const std::string& directory, std::uint64_t first, int report) {
    const auto file = open_file(directory);
    std::uint64_t sequence = file->last_sequence().value;
    const auto journal = file->start_journal();
    ProgressWaiter waiter(*journal);
    if (first == 1) journal->append(define(++sequence, 1, "d"));
    for (std::uint64_t row = first;; ++row) {
        journal->append(put(++sequence, 1, row, text_for(row, 1)));
        waiter.wait_durable(journal->append(put(++sequence, 1, row, text_for(row, 2))));
        if (::write(report, &row, sizeof row) != sizeof row) ::_exit(1);
    }
}

// Runs a writer, kills it once it has acknowledged enough, and returns the last acknowledged row.
std::uint64_t live_and_die(const std::string& directory, std::uint64_t first) {
    int pipe_ends[2];
    if (::pipe(pipe_ends) != 0) return 0;
    const pid_t child = ::fork();
    if (child == 0) {
        ::close(pipe_ends[0]);
        try {
            live(directory, first, pipe_ends[1]);
        } catch (const std::exception& error) {
            std::fprintf(stderr, "child: %s\n", error.what());
            ::_exit(1);
        }
    }
    ::close(pipe_ends[1]);
    std::uint64_t acknowledged = 0;
    std::uint64_t row = 0;
    while (::read(pipe_ends[0], &row, sizeof row) == sizeof row) {
        acknowledged = row;
        if (row == first + kRowsPerLife) ::kill(child, SIGKILL);
    }
    ::close(pipe_ends[0]);
    ::waitpid(child, nullptr, 0);
    return acknowledged;
}

TEST(Crash, EveryAcknowledgedRowSurvivesKill) {
    const TemporaryDirectory directory;
    std::uint64_t acknowledged = 0;
    for (int life = 1; life <= 8; ++life) {
        const std::uint64_t first = acknowledged + 1;
        acknowledged = live_and_die(directory.path(), first);
        ASSERT_GE(acknowledged, first + kRowsPerLife) << "life " << life;

        const auto file = open_file(directory.path());
        std::uint64_t expected = 1;
        file->each_item(TableNumber{1}, [&](std::uint64_t row_id, std::string_view payload) {
            ASSERT_EQ(row_id, expected++);
            if (row_id <= acknowledged) {
                ASSERT_EQ(text_of(payload), text_for(row_id, 2));
            }
        });
        EXPECT_GT(expected, acknowledged);
        EXPECT_GE(file->last_sequence().value, 2 * acknowledged + 1);
    }
}

// The log of a killed process must also be found by a process that only reads.
TEST(Crash, TheChangeLogOfAKilledProcessIsRead) {
    const TemporaryDirectory directory;
    const std::uint64_t acknowledged = live_and_die(directory.path(), 1);
    const auto count = [&] {
        std::uint64_t rows = 0;
        const auto file = open_file(directory.path());
        file->each_item(TableNumber{1}, [&](std::uint64_t, std::string_view) { ++rows; });
        return rows;
    };
    const std::string log = snapshot(directory.path())["stator.log"];
    EXPECT_GE(count(), acknowledged);
    EXPECT_EQ(snapshot(directory.path())["stator.log"], log) << "until a journal starts";
    EXPECT_TRUE(open_file(directory.path())->start_journal()->close());
    EXPECT_FALSE(std::filesystem::exists(directory.path() + "/stator.log"));
    EXPECT_FALSE(std::filesystem::exists(directory.file() + "-wal"));
    EXPECT_GE(count(), acknowledged);
}

// Whenever the process that creates a file is killed, the file is either missing or complete.
TEST(Crash, AFileWhoseCreatorWasKilledCanBeOpened) {
    for (int patience = 0; patience < 60; ++patience) {
        const TemporaryDirectory directory;
        int pipe_ends[2];
        ASSERT_EQ(::pipe(pipe_ends), 0);
        const pid_t child = ::fork();
        if (child == 0) {
            if (::write(pipe_ends[1], "x", 1) != 1) ::_exit(1);
            const std::string sentence = refusal(directory.path());
            ::_exit(sentence.empty() ? 0 : 1);
        }
        char started = 0;
        ASSERT_EQ(::read(pipe_ends[0], &started, 1), 1);
        for (int i = 0; i < patience * 20; ++i) std::this_thread::yield();
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        ::close(pipe_ends[0]);
        ::close(pipe_ends[1]);
        EXPECT_EQ(refusal(directory.path()), "") << "patience " << patience;
    }
}

}  // namespace
}  // namespace stator::engine::persistence
