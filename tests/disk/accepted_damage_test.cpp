// `--accept-damage`: a server starts with the readable rows and keeps the damaged files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/base/clock.hpp"
#include "engine/data_check.hpp"
#include "engine/persistence/changes/log_format.hpp"
#include "engine/persistence/sqlite/connection.hpp"
#include "tests/disk/fixture_files.hpp"
#include "tests/engine/persistence/persistence_fixture.hpp"

namespace stator::disk {
namespace {

namespace ep = engine::persistence;
using ::testing::Contains;
using ::testing::HasSubstr;
using testing::TemporaryDirectory;
using testing::write_file;

constexpr std::uint64_t kFirstFrame = ep::changes::kFirstFrame;

class AcceptedDamageTest : public ::testing::Test {
protected:
    AcceptedDamageTest() { take_fixture(kNewest, path()); }

    const std::string& path() const { return directory_.path(); }

    std::string file(const std::string& name) const { return path() + "/" + name; }

    // Ends as a killed process does, with five definitions in the change log.
    void leave_log() const {
        const int status = ep::in_child([&] {
            const auto file = ep::open_file(path());
            const auto journal = file->start_journal();
            ep::ProgressWaiter waiter(*journal);
            const std::uint64_t first = file->last_sequence().value + 1;
            const auto tables = file->tables();
            for (std::uint32_t i = 0; i < 5; ++i) {
                ep::ChangeBatch batch;
                batch.sequence = {first + i};
                batch.definitions.push_back(
                    {{tables.front().number.value}, tables.front().place, tables.front().definition}
                );
                waiter.wait_durable(journal->append(std::move(batch)));
            }
            ::_exit(0);
            return 0;
        });
        ASSERT_EQ(status, 0);
    }

    // The report's lines about lost data.
    std::vector<std::string> accept() const {
        const engine::SystemClock clock;
        auto accepted = engine::accept_damage(path(), clock);
        if (const auto* error = std::get_if<ep::DataFileError>(&accepted)) {
            ADD_FAILURE() << error->message;
            return {};
        }
        return std::get<0>(accepted).problems;
    }

    void flip(const std::string& name, std::size_t place) const {
        std::string bytes = ep::snapshot(path())[name];
        bytes[place] = static_cast<char>(bytes[place] ^ 0x10);
        write_file(file(name), bytes);
    }

private:
    const TemporaryDirectory directory_;
};

TEST_F(AcceptedDamageTest, KeepsADamagedLogAndUsesItsSoundChanges) {
    leave_log();
    flip("stator.log", kFirstFrame + 40);
    const std::string log = ep::snapshot(path())["stator.log"];
    EXPECT_THAT(ep::refusal(path()), HasSubstr("--accept-damage"));
    EXPECT_THAT(accept(), Contains(HasSubstr(file("stator.log") + " is damaged at byte 4096")));
    EXPECT_EQ(ep::refusal(path()), "");
    auto files = ep::snapshot(path());
    EXPECT_EQ(files["stator.log.damaged"], log);
    EXPECT_FALSE(files.contains("stator.log"));
    EXPECT_TRUE(files.contains("stator.db.damaged"));
    EXPECT_EQ(files.count("stator.repaired"), 0U);
    EXPECT_EQ(ep::open_file(path())->tables().size(), 3U);
}

TEST_F(AcceptedDamageTest, KeepsEachDamagedDataFileUnderAnotherName) {
    for (const char* const suffix : {".damaged", ".damaged-2", ".damaged-3"}) {
        // Past any checksum, in the list of tables.
        {
            ep::sqlite::Connection connection(file("stator.db"));
            connection.set_checkpoint_on_close(true);
            connection.execute("PRAGMA locking_mode = EXCLUSIVE");
            connection.execute(
                "UPDATE tables SET region = 'elsewhere' WHERE number ="
                " (SELECT max(number) FROM tables)"
            );
        }
        const std::string damaged = ep::snapshot(path())["stator.db"];
        EXPECT_THROW(ep::open_file(path())->tables(), ep::UnreadableDataFile);
        EXPECT_THAT(accept(), Contains(HasSubstr("the list of tables has a damaged row")));
        EXPECT_EQ(ep::snapshot(path())["stator.db" + std::string(suffix)], damaged);
        EXPECT_EQ(ep::refusal(path()), "");
    }
    EXPECT_EQ(ep::open_file(path())->tables().size(), 0U);
}

TEST_F(AcceptedDamageTest, ContinuesWithoutAMissingLog) {
    leave_log();
    std::filesystem::remove(file("stator.log"));
    EXPECT_THAT(ep::refusal(path()), HasSubstr("stator.log is missing"));
    EXPECT_THAT(accept(), Contains(HasSubstr("stator.log is missing")));
    EXPECT_EQ(ep::refusal(path()), "");
    EXPECT_EQ(ep::open_file(path())->tables().size(), 3U);
}

TEST_F(AcceptedDamageTest, RefusesAFileInUse) {
    const auto used = ep::open_file(path());
    const engine::SystemClock clock;
    const auto accepted = engine::accept_damage(path(), clock);
    ASSERT_EQ(accepted.index(), 1U);
    EXPECT_THAT(std::get<1>(accepted).message, HasSubstr("is in use"));
}

}  // namespace
}  // namespace stator::disk
