// Logs are sealed and folded one after another, or recovered, while any single call of the disk
// fails. The next start has every acknowledged change.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "engine/persistence/sqlite_journal.hpp"
#include "tests/disk/failing_disk.hpp"
#include "tests/engine/persistence/persistence_fixture.hpp"

namespace stator::disk {
namespace {

namespace ep = engine::persistence;
namespace fs = std::filesystem;
using testing::TemporaryDirectory;

constexpr std::uint64_t kLogs = 3;
// About as many as the journal makes.
constexpr std::uint64_t kCallsMax = 50;
constexpr std::uint64_t kRecoveryCallsMax = 150;
constexpr int kDone = 0;
constexpr int kRefused = 1;

// One log for each change, folded before the next change unless the fold fails.
int write_logs(const std::string& directory, const Plan& plan) {
    ep::sqlite::Connection connection(directory + "/stator.db");
    connection.execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL");
    ep::sqlite::RowSeals seals(connection);
    std::atomic<int> complaints = 0;
    const auto count = [&complaints](ep::JournalSeverity, const std::string&) { ++complaints; };
    ep::SqliteJournal journal(connection, seals, {.directory = directory, .log_bytes = 1}, count);
    arm(plan);
    ep::ProgressWaiter waiter(journal);
    for (std::uint64_t log = 1; log <= kLogs; ++log) {
        const int before = complaints;
        const auto ticket = journal.append(ep::put(log + 1, 1, log, "kept"));
        waiter.wait_durable(ticket);  // tried again if the disk refuses it at first
        const auto is_folded = [&] {
            const auto file = directory + "/stator.log";
            std::error_code ignored;
            return !fs::exists(ep::changes::sealed_log_path(directory)) &&
                   fs::file_size(file, ignored) <= ep::changes::kFirstFrame;
        };
        while (complaints == before && !is_folded()) std::this_thread::yield();
    }
    return journal.close() ? kDone : kRefused;
}

std::uint64_t count_rows(ep::DataFile& file) {
    std::uint64_t rows = 0;
    file.each_item({1}, [&](std::uint64_t, std::string_view) { ++rows; });
    return rows;
}

TEST(FoldedLogs, KeepEveryChangeWhenACallFails) {
    for (const Fault fault : {Fault::Error, Fault::Full}) {
        for (std::uint64_t at = 1; at <= kCallsMax; ++at) {
            const TemporaryDirectory directory;
            {
                const auto file = ep::open_file(directory.path());
                const auto journal = file->start_journal();
                journal->append(ep::define(1, 1, "d"));
                ASSERT_TRUE(journal->close());
            }
            const Plan plan{directory.path(), fault, at, at};
            const int status = ep::in_child([&] { return write_logs(directory.path(), plan); });
            const std::string name = std::string(name_of(fault)) + " at call " + std::to_string(at);
            EXPECT_EQ(status, kDone) << name;
            ASSERT_EQ(ep::refusal(directory.path()), "") << name;
            ASSERT_EQ(count_rows(*ep::open_file(directory.path())), kLogs) << name;
        }
    }
}

bool recovers(const std::string& directory) {
    try {
        const auto file = ep::open_file(directory);
        count_rows(*file);
        return file->start_journal()->close();
    } catch (const std::exception&) {
        return false;
    }
}

// A start that fails leaves everything for the next one.
TEST(FoldedLogs, KeepEveryChangeWhenACallOfARecoveryFails) {
    constexpr std::uint64_t kRows = 300;
    const TemporaryDirectory begun;
    ep::in_child([&]() -> int {
        const auto file = ep::open_file(begun.path());
        const auto journal = file->start_journal();
        journal->append(ep::define(1, 1, "d"));
        for (std::uint64_t row = 1; row <= kRows; ++row) {
            journal->append(ep::put(row + 1, 1, row, std::string(200, 'x')));
        }
        journal->flush();
        kill_process();
    });
    for (const Fault fault : {Fault::Error, Fault::Full, Fault::Torn}) {
        for (std::uint64_t at = 1; at <= kRecoveryCallsMax; ++at) {
            const TemporaryDirectory directory;
            const std::string path = directory.path() + "/data";
            fs::copy(begun.path(), path);
            ep::in_child([&] {
                arm({path, fault, at, at});
                return recovers(path) ? kDone : kRefused;
            });
            const std::string name = std::string(name_of(fault)) + " at call " + std::to_string(at);
            ASSERT_EQ(ep::refusal(path), "") << name;
            ASSERT_EQ(count_rows(*ep::open_file(path)), kRows) << name;
        }
    }
}

}  // namespace
}  // namespace stator::disk
