// Every call to the disk of a long run fails once, in every way: nothing acknowledged is lost,
// every store can be read and written afterwards, and every rejected client receives the reason.
//
// A trial is a separate process that runs the script on a failing disk; afterwards this process
// opens the remaining files with a sound one. STATOR_DISK_TRIALS=all runs all trials, a number
// draws that number of trials, always the same ones.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <random>

#include "engine/persistence/sqlite/connection.hpp"
#include "engine/persistence/sqlite/row_seals.hpp"
#include "engine/persistence/sqlite_journal.hpp"
#include "tests/disk/failing_disk.hpp"
#include "tests/disk/scripted_run.hpp"
#include "tests/engine/persistence/persistence_fixture.hpp"

namespace stator::disk {
namespace {

namespace ep = engine::persistence;
namespace fs = std::filesystem;
using ep::Durability;
using testing::TemporaryDirectory;

constexpr std::uint64_t kSeed = 23;
constexpr std::size_t kSteps = 48;
constexpr std::size_t kStepsOfALife = 8;
// Per test; a trial takes 75 ms of a core.
constexpr std::size_t kTrialsDrawn = 40;
// So small that a life folds its log several times.
constexpr std::uint64_t kSmallLogBytes = 6'000;

// The data that the process of a trial passes to the test, also if it ends early.
struct Told {
    std::atomic<std::size_t> submitted = 0;
    std::atomic<std::size_t> acknowledged = 0;
    std::atomic<std::size_t> refused = 0;  // opens
    std::atomic<std::size_t> calls = 0;
    std::atomic<bool> is_stuck = false;  // a store stayed refused although the disk was sound again
    char kinds[20'000] = {};             // of the calls
    char sentence[400] = {};
};

Told& told() {
    static auto* const shared = new (
        ::mmap(nullptr, sizeof(Told), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
    ) Told;
    return *shared;
}

struct Trial {
    Plan plan;
    Durability durability = Durability::Commit;
    bool ends_by_power_cut = false;

    std::string name() const {
        return std::string(name_of(plan.fault)) + " at call " + std::to_string(plan.at) +
               (durability == Durability::Fsync ? ", fsync" : ", commit") +
               (ends_by_power_cut ? ", power cut at the end" : "");
    }
};

// The script on one store, over several lives.
class Run {
public:
    Run(std::string directory, Durability durability, std::size_t first)
        : directory_(std::move(directory)),
          durability_(durability),
          steps_(scripted_steps(kSeed, kSteps)),
          next_(first) {}

    // False if something could not be written at the end.
    bool lives(std::size_t last) {
        while (next_ < last) {
            const bool has_small_log = (next_ / kStepsOfALife) % 2 != 0;
            if (!(has_small_log ? live_with_small_log() : live())) return false;
        }
        return true;
    }

    // Like a killed process: the log is left behind.
    [[noreturn]] void live_and_die() {
        const auto file = open();
        const auto journal = file->start_journal();
        write(*journal);
        kill_process();
    }

private:
    // One call fails; a retry succeeds. `open` is retried, as Stator is started again.
    template <class Open>
    auto started(const Open& open) -> decltype(open()) {
        for (int attempt = 1;; ++attempt) {
            try {
                return open();
            } catch (const std::exception& refusal) {
                std::strncpy(told().sentence, refusal.what(), sizeof told().sentence - 1);
                ++told().refused;
            }
            if (attempt < 2) continue;
            told().is_stuck = true;
            kill_process();
        }
    }

    // Everything is read, as in loading.
    std::unique_ptr<ep::DataFile> open() const {
        auto file = ep::open_file(directory_, durability_);
        static_cast<void>(content_of(*file));
        return file;
    }

    struct Life {
        std::unique_ptr<ep::DataFile> file;
        std::unique_ptr<ep::sqlite::Connection> connection;
        std::unique_ptr<ep::sqlite::RowSeals> seals;
        std::unique_ptr<ep::Journal> journal;
    };

    bool live() {
        const Life life = started([this] {
            Life begun{open(), nullptr, nullptr, nullptr};
            begun.journal = begun.file->start_journal();
            return begun;
        });
        write(*life.journal);
        return close(*life.journal);
    }

    // Without the data file's own journal, which uses another length of its log.
    bool live_with_small_log() {
        const Life life = started([this] {
            if (!open()->start_journal()->close()) throw std::runtime_error("not closed: again");
            Life begun;
            begun.connection = std::make_unique<ep::sqlite::Connection>(directory_ + "/stator.db");
            ep::sqlite::Connection& connection = *begun.connection;
            try {
                connection.execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL");
                connection.execute("PRAGMA journal_mode = WAL");
                connection.set_checkpoint_on_close(true);
                begun.seals = std::make_unique<ep::sqlite::RowSeals>(connection);
                begun.journal = std::make_unique<ep::SqliteJournal>(
                    connection,
                    *begun.seals,
                    ep::SqliteJournal::Options{
                        directory_, durability_ == Durability::Fsync, kSmallLogBytes},
                    ep::JournalLog()
                );
            } catch (const ep::sqlite::Error& error) {
                throw std::runtime_error(std::string("SQLite says: ") + error.what());
            }
            return begun;
        });
        write(*life.journal);
        return close(*life.journal);
    }

    struct Seen {
        std::mutex mutex;
        std::condition_variable changed;
        ep::JournalProgress progress;
    };

    // A request is acknowledged when its ticket is durable, and rejected when it has failed. After
    // that, the server rejects writes, and this life ends.
    void write(ep::Journal& journal) {
        // The journal calls back for as long as it lives.
        const auto seen = std::make_shared<Seen>();
        journal.on_progress([seen](ep::JournalProgress now) {
            const std::lock_guard lock(seen->mutex);
            seen->progress = now;
            seen->changed.notify_all();
        });
        const std::size_t end = std::min(next_ + kStepsOfALife, steps_.size());
        while (next_ < end && journal.is_healthy()) {
            // Before it is appended, because the thread may fold it immediately after, and the
            // power may fail.
            const Step& step = steps_[next_];
            told().submitted = ++next_;
            const engine::JournalTicket ticket = append(journal, step);
            std::unique_lock lock(seen->mutex);
            seen->changed.wait(lock, [&] {
                return seen->progress.durable >= ticket || seen->progress.failed >= ticket;
            });
            if (seen->progress.durable < ticket) return;
            told().acknowledged = next_;
        }
    }

    static engine::JournalTicket append(ep::Journal& journal, const Step& step) {
        const ep::WholeChange whole(&journal);
        for (const ep::ChangeBatch& batch : step) journal.append(batch);
        return journal.last_ticket();
    }

    bool close(ep::Journal& journal) {
        if (!journal.close()) return false;
        // The rejected batches have been written after all.
        told().acknowledged = told().submitted.load();
        return true;
    }

    const std::string directory_;
    const Durability durability_;
    const std::vector<Step> steps_;
    std::size_t next_;
};

void tell_calls() {
    const std::vector<Call> made = calls();
    told().calls = made.size();
    for (std::size_t i = 0; i < std::min(made.size(), sizeof told().kinds); ++i) {
        told().kinds[i] = static_cast<char>(made[i]);
    }
}

// Runs the script in a separate process.
int run(const Trial& trial, std::size_t first, std::size_t last) {
    new (&told()) Told;
    told().submitted = first;
    told().acknowledged = first;
    return ep::in_child([&] {
        arm(trial.plan);
        Run script(trial.plan.directory, trial.durability, first);
        const bool is_written = script.lives(last);
        tell_calls();
        if (trial.ends_by_power_cut) cut_power(false);
        return is_written ? 0 : 1;
    });
}

// The store that a trial starts with, as left by a killed process; its first steps are durable.
class Beginnings {
public:
    Beginnings() {
        for (const Durability durability : {Durability::Commit, Durability::Fsync}) {
            new (&told()) Told;
            ep::in_child([&]() -> int {
                Run script(path(durability), durability, 0);
                script.lives(kStepsOfALife);
                script.live_and_die();
            });
            steps_ = told().acknowledged;
        }
    }

    std::size_t steps() const { return steps_; }

    std::string path(Durability durability) const {
        return directory_.path() + (durability == Durability::Fsync ? "/fsync" : "/commit");
    }

private:
    const TemporaryDirectory directory_;
    std::size_t steps_ = 0;
};

class DiskTest : public ::testing::Test {
protected:
    DiskTest() {
        Model model;
        states_.push_back(model.text());
        for (const Step& step : scripted_steps(kSeed, kSteps)) {
            model.apply(step);
            states_.push_back(model.text());
        }
    }

    static Beginnings& beginnings() {
        static Beginnings one;
        return one;
    }

    // 0 if the text is not a number.
    static std::size_t drawn_trials(const std::string& wanted) {
        if (wanted.empty()) return kTrialsDrawn;
        std::size_t drawn = 0;
        const char* const end = wanted.data() + wanted.size();
        const auto read = std::from_chars(wanted.data(), end, drawn);
        return read.ec == std::errc() && read.ptr == end ? drawn : 0;
    }

    // All faults that the calls of a run can have; some of them unless all are wanted.
    static std::vector<Trial> trials_of(Durability durability, const std::vector<Fault>& faults) {
        std::vector<Trial> trials;
        for (const Fault fault : faults) {
            for (std::uint64_t at = 1; at <= told().calls; ++at) {
                if (!is_possible(fault, static_cast<Call>(told().kinds[at - 1]))) continue;
                trials.push_back({{"", fault, at, kSeed + at}, durability});
                const bool can_lose = durability == Durability::Fsync && fault < Fault::Kill;
                trials.back().ends_by_power_cut = can_lose && (fault == Fault::Lost || at % 2 == 0);
                trials.back().plan.loses_power =
                    trials.back().ends_by_power_cut || fault > Fault::Kill;
            }
        }
        const char* const set = std::getenv("STATOR_DISK_TRIALS");
        const std::string wanted = set != nullptr ? set : "";
        if (wanted == "all") return trials;
        std::shuffle(trials.begin(), trials.end(), std::mt19937_64(kSeed));
        trials.resize(std::min(trials.size(), drawn_trials(wanted)));
        return trials;
    }

    void make_trials(Durability durability, bool is_new, const std::vector<Fault>& faults) {
        const std::size_t first = is_new ? 0 : beginnings().steps();
        const std::size_t last = first + 3 * kStepsOfALife;
        const auto begin = [&](Trial trial, const TemporaryDirectory& directory) {
            trial.plan.directory = directory.path() + "/data";
            if (!is_new) fs::copy(beginnings().path(durability), trial.plan.directory);
            return trial;
        };
        {
            const TemporaryDirectory directory;
            Trial sound = begin({{}, durability}, directory);
            ASSERT_EQ(run(sound, first, last), 0);
            ASSERT_EQ(told().acknowledged, last);
            ASSERT_EQ(told().refused, 0U);
            judge(sound);
        }
        ASSERT_GT(told().calls, 100U);
        ASSERT_LT(told().calls, sizeof told().kinds);
        const std::size_t calls = told().calls;
        const auto trials = trials_of(durability, faults);
        ASSERT_FALSE(trials.empty()) << "STATOR_DISK_TRIALS must be \"all\" or a number from 1.";
        std::size_t refusals = 0;
        for (const Trial& one : trials) {
            const TemporaryDirectory directory;
            const Trial trial = begin(one, directory);
            const int status = run(trial, first, last);
            const bool is_end = trial.plan.fault >= Fault::Kill || trial.ends_by_power_cut;
            // A fault that is due after the last call does not happen.
            EXPECT_TRUE(status == kKilled ? is_end : status == 0) << trial.name() << ": " << status;
            if (is_end && status == 0) continue;
            refusals += told().refused;
            judge(trial);
            if (HasFailure()) return;
        }
        std::printf("%zu calls, %zu trials, %zu opens refused\n", calls, trials.size(), refusals);
    }

    // With a disk that works again.
    void judge(const Trial& trial) {
        const std::string& directory = trial.plan.directory;
        EXPECT_FALSE(told().is_stuck) << trial.name() << ": " << told().sentence;
        if (told().refused > 0) {
            EXPECT_NE(std::string(told().sentence).find(':'), std::string::npos)
                << trial.name() << ": no sentence that names a fix: " << told().sentence;
        }
        ASSERT_EQ(ep::refusal(directory), "") << trial.name();
        {
            const auto file = ep::open_file(directory);
            const std::string content = content_of(*file);
            const bool loses_power = trial.ends_by_power_cut || trial.plan.fault > Fault::Kill;
            const bool may_lose = loses_power && trial.durability != Durability::Fsync;
            bool is_known = false;
            for (std::size_t at = may_lose ? 0 : told().acknowledged.load(); at <= told().submitted;
                 ++at) {
                is_known = is_known || content == states_.at(at);
            }
            EXPECT_TRUE(is_known) << trial.name() << ": acknowledged " << told().acknowledged
                                  << " of " << told().submitted << " steps, but the store holds\n"
                                  << content << "instead of\n"
                                  << states_.at(told().acknowledged);
        }
        EXPECT_TRUE(takes_a_write(directory)) << trial.name();
    }

    static bool takes_a_write(const std::string& directory) {
        constexpr std::uint32_t kTable = 1'000;
        {
            const auto file = ep::open_file(directory);
            const auto journal = file->start_journal();
            journal->append(ep::define(file->last_sequence().value + 1, kTable, "later"));
            if (!journal->close()) return false;
        }
        return content_of(*ep::open_file(directory)).find("later") != std::string::npos;
    }

private:
    std::vector<std::string> states_;
};

const std::vector<Fault> kFailures = {
    Fault::Error, Fault::Full, Fault::Short, Fault::Torn, Fault::Kill};
const std::vector<Fault> kFailuresAndPower = {
    Fault::Error,
    Fault::Full,
    Fault::Short,
    Fault::Torn,
    Fault::Lost,
    Fault::PowerCut,
    Fault::PowerMixed};

TEST_F(DiskTest, DrawsNoTrialsForAnInvalidNumber) {
    EXPECT_EQ(drawn_trials(""), kTrialsDrawn);
    EXPECT_EQ(drawn_trials("250"), 250U);
    for (const char* const text : {"0", "-1", "x", "25x", " 25", "All"}) {
        EXPECT_EQ(drawn_trials(text), 0U) << text;
    }
}

TEST_F(DiskTest, ANewStoreLosesNothingItAcknowledged) {
    make_trials(Durability::Commit, true, kFailures);
}

TEST_F(DiskTest, AStoreThatRecoversLosesNothingItAcknowledged) {
    make_trials(Durability::Commit, false, kFailures);
}

TEST_F(DiskTest, ANewStoreThatForcesSurvivesPowerFailures) {
    make_trials(Durability::Fsync, true, kFailuresAndPower);
}

TEST_F(DiskTest, AStoreThatForcesSurvivesPowerFailuresWhileItRecovers) {
    make_trials(Durability::Fsync, false, kFailuresAndPower);
}

// Durable as long as the machine has power. After a power failure the store is readable, as of some
// moment.
TEST_F(DiskTest, AStoreThatDoesNotForceCanBeReadAfterAPowerFailure) {
    make_trials(Durability::Commit, true, {Fault::PowerCut, Fault::PowerMixed});
}

}  // namespace
}  // namespace stator::disk
