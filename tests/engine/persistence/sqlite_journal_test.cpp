#include "engine/persistence/sqlite_journal.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <future>
#include <thread>
#include <vector>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "engine/persistence/sqlite/migrations.hpp"
#include "tests/engine/persistence/persistence_fixture.hpp"

namespace stator::engine::persistence {
namespace {

TEST(SqliteJournal, NumbersTicketsFromOne) {
    const TemporaryDirectory directory;
    const auto file = open_file(directory.path());
    const auto journal = file->start_journal();
    EXPECT_EQ(journal->append(define(1, 1, "d")), JournalTicket{1});
    EXPECT_EQ(journal->append(put(2, 1, 1, "a")), JournalTicket{2});
    EXPECT_TRUE(journal->close());
    EXPECT_EQ(journal->progress().durable, JournalTicket{2});
    EXPECT_EQ(journal->progress().failed, JournalTicket{0});
    EXPECT_EQ(journal->queued_bytes(), 0U);
}

TEST(SqliteJournal, CloseIsIdempotentAndFlushes) {
    const TemporaryDirectory directory;
    {
        const auto file = open_file(directory.path());
        const auto journal = file->start_journal();
        journal->append(define(1, 1, "d"));
        for (std::uint64_t row = 1; row <= 100; ++row) journal->append(put(row + 1, 1, row, "x"));
        EXPECT_TRUE(journal->close());
        EXPECT_TRUE(journal->close());
    }
    EXPECT_FALSE(std::filesystem::exists(directory.file() + "-wal"));
    EXPECT_FALSE(std::filesystem::exists(directory.path() + "/stator.log"));
    EXPECT_EQ(open_file(directory.path())->last_sequence().value, 101U);
}

TEST(SqliteJournal, ClosesWithoutAnyAppend) {
    const TemporaryDirectory directory;
    const auto file = open_file(directory.path());
    EXPECT_TRUE(file->start_journal()->close());
}

TEST(SqliteJournal, ReportsItsProgressToALateListener) {
    const TemporaryDirectory directory;
    const auto file = open_file(directory.path());
    const auto journal = file->start_journal();
    const JournalTicket ticket = journal->append(define(1, 1, "d"));
    journal->flush();
    std::vector<JournalTicket> heard;
    journal->on_progress([&](JournalProgress progress) { heard.push_back(progress.durable); });
    // The journal's thread may have written it, but by then this is the only listener.
    ASSERT_FALSE(heard.empty());
    EXPECT_EQ(heard.back(), ticket);
    EXPECT_TRUE(journal->close());
}

#ifdef __GLIBC__
TEST(SqliteJournal, ReleasesTheMemoryOfABurst) {
    const auto taken = [] { return ::mallinfo2().uordblks + ::mallinfo2().hblkhd; };
    if (taken() == 0) GTEST_SKIP() << "the sanitizer's malloc does not tell";
    constexpr std::uint64_t kBurst = 50'000;
    const TemporaryDirectory directory;
    const auto file = open_file(directory.path());
    const auto journal = file->start_journal();
    journal->leave_flushing_to_callers();
    journal->append(define(1, 1, "d"));
    journal->flush();
    const std::size_t before = taken();
    std::uint64_t sequence = 1;
    const auto append = [&](std::uint64_t rows) {
        for (std::uint64_t i = 0; i < rows; ++i, ++sequence) {
            journal->append(put(sequence + 1, 1, 1, "x"));
        }
        journal->flush();
    };
    for (const std::uint64_t rows : {kBurst, kBurst, std::uint64_t{1}, std::uint64_t{1}}) {
        append(rows);
    }
    EXPECT_LT(taken(), before + kBurst * sizeof(ChangeBatch) / 2);
    EXPECT_TRUE(journal->close());
}
#endif

TEST(SqliteJournal, HoldsBackAChangeThatHasNotEnded) {
    const TemporaryDirectory directory;
    const auto file = open_file(directory.path());
    const auto journal = file->start_journal();
    journal->leave_flushing_to_callers();
    journal->append(define(1, 1, "d"));
    {
        const WholeChange outer(journal.get());
        journal->append(put(2, 1, 1, "a"));
        {
            const WholeChange inner(journal.get());
            journal->append(put(3, 1, 2, "b"));
        }
        journal->flush();
        EXPECT_EQ(journal->progress().durable, JournalTicket{1});
        journal->append(put(4, 1, 3, "c"));
        EXPECT_EQ(journal->append(put(5, 1, 4, "of another thread")), JournalTicket{5});
        journal->flush();
        EXPECT_EQ(journal->progress().durable, JournalTicket{1});
    }
    EXPECT_EQ(journal->progress().durable, JournalTicket{5}) << "its end writes it";
    EXPECT_EQ(journal->queued_bytes(), 0U);
    { const WholeChange empty(journal.get()); }
    EXPECT_EQ(journal->append(put(6, 1, 5, "d")), JournalTicket{6});
    journal->flush();
    EXPECT_EQ(journal->progress().durable, JournalTicket{6});
    EXPECT_TRUE(journal->close());
}

TEST(SqliteJournal, CommitsAllQueuedBatchesTogether) {
    const TemporaryDirectory directory;
    const auto file = open_file(directory.path());
    const auto journal = file->start_journal();
    std::promise<void> first_written;
    std::promise<void> go_on;
    journal->on_progress([&, is_first = true](JournalProgress progress) mutable {
        if (progress.durable == JournalTicket{} || !is_first) return;
        is_first = false;
        first_written.set_value();
        go_on.get_future().wait();
    });
    journal->append(define(1, 1, "d"));
    first_written.get_future().wait();
    for (std::uint64_t row = 1; row <= 1000; ++row) journal->append(put(row + 1, 1, row, "x"));
    EXPECT_GT(journal->queued_bytes(), 1000U);
    go_on.set_value();
    EXPECT_TRUE(journal->close());
    EXPECT_EQ(journal->progress().durable, JournalTicket{1001});
    EXPECT_EQ(journal->queued_bytes(), 0U);
    EXPECT_EQ(dynamic_cast<const SqliteJournal&>(*journal).group_commits(), 2U);
}

TEST(SqliteJournal, TakesAppendsFromManyThreads) {
    const TemporaryDirectory directory;
    {
        const auto file = open_file(directory.path(), Durability::Fsync);
        const auto journal = file->start_journal();
        ProgressWaiter waiter(*journal);
        journal->append(define(1, 1, "d"));
        std::vector<std::thread> threads;
        for (std::uint64_t thread = 0; thread < 4; ++thread) {
            threads.emplace_back([&journal, &waiter, thread] {
                for (std::uint64_t i = 1; i <= 250; ++i) {
                    const std::uint64_t row = thread * 250 + i;
                    const JournalTicket ticket = journal->append(put(row, 1, row, "x"));
                    if (i % 10 == 0) waiter.wait_durable(ticket);
                }
            });
        }
        for (std::thread& thread : threads) thread.join();
        EXPECT_TRUE(journal->close());
    }
    const auto file = open_file(directory.path());
    std::uint64_t expected = 1;
    file->each_item(TableNumber{1}, [&](std::uint64_t row_id, std::string_view) {
        EXPECT_EQ(row_id, expected++);
    });
    EXPECT_EQ(expected, 1001U);
}

// ---- A disk that refuses: a limit on the size of files, in a process of its own ----

void limit_file_size(rlim_t bytes) {
    ::signal(SIGXFSZ, SIG_IGN);
    rlimit limit{};
    ::getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes;
    ::setrlimit(RLIMIT_FSIZE, &limit);
}

struct RefusingDisk {
    explicit RefusingDisk(const std::string& directory)
        : file(open_file(directory)),
          journal(file->start_journal([this](JournalSeverity severity, const std::string& line) {
              log += severity == JournalSeverity::Error ? "error: " : "warning: ";
              log += line + "\n";
          })),
          waiter(*journal) {
        last_ticket = journal->append(define(1, 1, "d"));
        last_ticket = journal->append(put(2, 1, 1, "safe"));
        waiter.wait_durable(last_ticket);
        limit_file_size(200'000);
        for (std::uint64_t row = 2; row <= 101; ++row) {
            last_ticket = journal->append(put(row + 1, 1, row, std::string(10'000, 'x')));
        }
        waiter.wait_failed(last_ticket);
    }

    std::unique_ptr<DataFile> file;
    std::string log;  // written by the writer thread, read after close()
    std::unique_ptr<Journal> journal;
    ProgressWaiter waiter;
    JournalTicket last_ticket;
};

std::size_t count_lines(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST(SqliteJournal, KeepsBatchesWhileTheDiskIsFullAndWritesThemLater) {
    const TemporaryDirectory directory;
    const int status = in_child([&] {
        RefusingDisk disk(directory.path());
        if (disk.journal->is_healthy()) return 1;
        if (disk.journal->progress().durable >= disk.last_ticket) return 2;
        if (disk.journal->queued_bytes() == 0) return 3;

        // Changes that are queued while the disk is full also fail, at the next attempt.
        const JournalTicket late = disk.journal->append(put(103, 1, 1, "newer"));
        disk.waiter.wait_failed(late);

        limit_file_size(RLIM_INFINITY);
        disk.waiter.wait_durable(late);
        if (!disk.journal->is_healthy()) return 4;
        if (!disk.journal->close()) return 5;
        if (disk.journal->queued_bytes() != 0) return 6;
        if (disk.log.rfind("error: ", 0) != 0) return 7;
        if (disk.log.find("\nwarning: ") == std::string::npos) return 8;
        return count_lines(disk.log) == 2 ? 0 : 9;
    });
    EXPECT_EQ(status, 0);
    const auto file = open_file(directory.path());
    EXPECT_EQ(file->last_sequence().value, 103U);
    const std::string stored = rows(*file, 1);
    EXPECT_EQ(stored.substr(0, 10), "1=newer 2=");
    EXPECT_EQ(std::count(stored.begin(), stored.end(), '='), 101);
}

// If callers flush the journal, its thread sleeps until it is needed. A failed flush of a caller
// must wake it.
TEST(SqliteJournal, RetriesAFailedFlushOfACallerByItself) {
    const TemporaryDirectory directory;
    const int status = in_child([&] {
        const auto file = open_file(directory.path());
        const auto journal = file->start_journal();
        journal->leave_flushing_to_callers();
        ProgressWaiter waiter(*journal);
        journal->append(define(1, 1, "d"));
        journal->flush();
        limit_file_size(100'000);
        const JournalTicket late = journal->append(put(2, 1, 1, std::string(200'000, 'x')));
        if (journal->progress().durable != JournalTicket{1}) return 1;
        journal->flush();
        if (journal->progress().failed != late) return 2;
        limit_file_size(RLIM_INFINITY);
        waiter.wait_durable(late);
        return journal->close() ? 0 : 3;
    });
    EXPECT_EQ(status, 0);
    EXPECT_EQ(open_file(directory.path())->last_sequence().value, 2U);
}

// A user may empty the directory of a running server.
TEST(SqliteJournal, RefusesWritesWhileItsFilesAreMissing) {
    for (const char* const name : {"stator.db", "stator.log"}) {
        const TemporaryDirectory directory;
        const auto file = open_file(directory.path());
        std::string lines;
        const auto journal = file->start_journal([&](JournalSeverity, const std::string& line) {
            lines += line + "\n";
        });
        ProgressWaiter waiter(*journal);
        waiter.wait_durable(journal->append(define(1, 1, "d")));
        const std::string path = directory.path() + "/" + name;
        std::filesystem::rename(path, path + ".away");
        while (journal->is_healthy()) std::this_thread::yield();
        std::filesystem::rename(path + ".away", path);
        while (!journal->is_healthy()) std::this_thread::yield();  // with nothing to append
        std::filesystem::rename(path, path + ".away");
        while (journal->is_healthy()) std::this_thread::yield();
        const JournalTicket late = journal->append(put(2, 1, 1, "kept"));
        waiter.wait_failed(late);
        std::filesystem::rename(path + ".away", path);
        waiter.wait_durable(late);
        EXPECT_TRUE(journal->is_healthy());
        std::filesystem::rename(path, path + ".away");
        while (journal->is_healthy()) std::this_thread::yield();
        EXPECT_FALSE(journal->close());
        EXPECT_NE(lines.find("refuses writes (" + path + " was removed"), std::string::npos);
        EXPECT_EQ(count_lines(lines), 5U) << lines;
    }
}

// Logs are folded while other threads append to the next log.
TEST(SqliteJournal, FoldsWhileItIsWrittenTo) {
    const TemporaryDirectory directory;
    {
        sqlite::Connection connection(directory.file());
        sqlite::migrate(connection, sqlite::migrations());
        sqlite::RowSeals seals(connection);
        SqliteJournal journal(
            connection, seals, {.directory = directory.path(), .log_bytes = 10'000}, {}
        );
        journal.leave_flushing_to_callers();
        journal.append(define(1, 1, "d"));
        std::vector<std::thread> threads;
        for (std::uint64_t thread = 0; thread < 4; ++thread) {
            threads.emplace_back([&journal, thread] {
                for (std::uint64_t i = 0; i < 500; ++i) {
                    const std::uint64_t row = thread * 100 + i % 100 + 1;
                    journal.append(put(row, 1, row, std::to_string(i)));
                    journal.flush();
                }
            });
        }
        for (std::thread& thread : threads) thread.join();
        EXPECT_EQ(journal.progress().durable, JournalTicket{2'001});
        EXPECT_TRUE(journal.close());
        EXPECT_FALSE(std::filesystem::exists(directory.path() + "/stator.log"));
    }
    const auto file = open_file(directory.path());
    std::size_t count = 0;
    file->each_item(TableNumber{1}, [&](std::uint64_t row_id, std::string_view payload) {
        EXPECT_EQ(text_of(payload), std::to_string(400 + (row_id - 1) % 100));
        ++count;
    });
    EXPECT_EQ(count, 400U);
}

TEST(SqliteJournal, TriesOnceMoreOnClose) {
    const TemporaryDirectory directory;
    const int status = in_child([&] {
        RefusingDisk disk(directory.path());
        limit_file_size(RLIM_INFINITY);
        if (!disk.journal->close()) return 1;
        return disk.journal->progress().durable == disk.last_ticket ? 0 : 2;
    });
    EXPECT_EQ(status, 0);
    EXPECT_EQ(open_file(directory.path())->last_sequence().value, 102U);
}

TEST(SqliteJournal, CloseReportsAFailureAndKeepsWrittenBatches) {
    const TemporaryDirectory directory;
    const int status = in_child([&] {
        RefusingDisk disk(directory.path());
        if (disk.journal->close()) return 1;
        if (disk.journal->close()) return 2;
        return count_lines(disk.log) == 1 ? 0 : 3;
    });
    EXPECT_EQ(status, 0);
    const auto file = open_file(directory.path());
    EXPECT_EQ(rows(*file, 1).substr(0, 6), "1=safe");
}

}  // namespace
}  // namespace stator::engine::persistence
