// Logs that are sealed and folded one after another while any single call of the disk fails: the
// next start has every acknowledged change.
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

TEST(FoldedLogs, LoseNothingWhenAnyCallFails) {
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
            std::uint64_t rows = 0;
            ep::open_file(directory.path())->each_item({1}, [&](std::uint64_t, std::string_view) {
                ++rows;
            });
            ASSERT_EQ(rows, kLogs) << name;
        }
    }
}

}  // namespace
}  // namespace stator::disk
