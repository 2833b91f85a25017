// Universes are created, copied, saved, restored, reset and deleted while requests work in them.
// Afterwards the data file has the content of the engine, and all that durable replies have shown.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "emulator/operations/operation_table.hpp"
#include "engine/base/clock.hpp"
#include "engine/engine.hpp"
#include "engine/faults/watched_context.hpp"
#include "protocol/wire/json.hpp"
#include "tests/races/baton.hpp"
#include "tests/simulation/lossy_data_file.hpp"
#include "tests/support/database.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::races {
namespace {

using simulation::JournalFault;
using simulation::LossyDataFile;
using simulation::LossyJournal;
using testing::Database;
using testing::TemporaryDirectory;

constexpr int kSeeds = 150;
constexpr int kSteps = 12;
constexpr int kKeys = 3;

enum class Plant : unsigned char { None, LateBatch, EarlyReply };

// "universe/table" → its items.
using Content = std::map<std::string, std::string>;

std::string run(
    engine::Engine& engine,
    const std::string& universe,
    const std::string& operation,
    const std::string& request,
    engine::RequestOutcome& outcome
) {
    const auto works_in = engine.universe(universe);
    const auto json = protocol::wire::JsonDocument::parse(request);
    engine::faults::WatchedContext context;
    context.place = {universe, "us-east-1"};
    context.body = json->body();
    context.now = works_in->run_due_if_needed();
    const auto* const row = emulator::operations::find_operation(operation, false);
    const auto result = row->handler(*works_in, context, json->root(), outcome);
    return result.has_value() ? result.value() : std::string(result.error().message);
}

std::string run(
    engine::Engine& engine,
    const std::string& universe,
    const std::string& operation,
    const std::string& request
) {
    engine::RequestOutcome outcome;
    return run(engine, universe, operation, request, outcome);
}

std::string create(const std::string& table) {
    return R"({"TableName":")" + table +
           R"(","BillingMode":"PAY_PER_REQUEST","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
           R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}]})";
}

std::string put(const std::string& table, int key, int value) {
    return R"({"TableName":")" + table + R"(","Item":{"pk":{"S":"k)" + std::to_string(key) +
           R"("},"v":{"N":")" + std::to_string(value) + R"("}}})";
}

std::string get(const std::string& table, int key) {
    return R"({"TableName":")" + table + R"(","ConsistentRead":true,"Key":{"pk":{"S":"k)" +
           std::to_string(key) + R"("}}})";
}

// The number in a reply of GetItem; 0 without an item.
int value_in(const std::string& reply) {
    const std::size_t place = reply.find(R"("v":{"N":")");
    return place == std::string::npos ? 0 : std::stoi(reply.substr(place + 10));
}

Content content_of(engine::Engine& engine) {
    Content content;
    for (const std::string& universe : engine.universes().names()) {
        engine.universe(universe)->run_due();  // deletions end
        for (const auto& region : engine.universes().regions(universe)) {
            for (const auto& table : region.catalog->tables()) {
                const std::string name = table->snapshot()->description.name;
                std::string& items = content[universe + "/" + name];
                for (int key = 0; key < kKeys; ++key) {
                    items +=
                        std::to_string(value_in(run(engine, universe, "GetItem", get(name, key))));
                    items += " ";
                }
            }
        }
    }
    return content;
}

// One engine on one data file, whose journal a test makes durable.
class Race {
public:
    Race(std::uint64_t seed, Plant plant)
        : seed_(seed), plant_(plant), random_(seed), baton_(seed), clock_(Database::kStart) {
        auto opened = engine::persistence::DataFile::open(
            directory_.path(), engine::persistence::Durability::Commit
        );
        const JournalFault fault =
            plant == Plant::LateBatch ? JournalFault::RepeatsDefinition : JournalFault::None;
        take(engine::Engine::open(
            {},
            clock_,
            std::make_unique<LossyDataFile>(
                std::move(std::get<std::unique_ptr<engine::persistence::DataFile>>(opened)), fault
            )
        ));
        journal_ = dynamic_cast<LossyJournal*>(engine_->journal());
        run(*engine_, "", "CreateTable", create("shared"));
    }

    void run_actors() {
        baton_.run({
            [this] { write(0); },
            [this] { write(1); },
            [this] { read(); },
            [this] { use_universe(0); },
            [this] { use_universe(1); },
            [this] { change_universes(); },
            [this] { make_durable(); },
        });
    }

    std::uint64_t collisions() const { return baton_.collisions(); }

    // Makes everything durable. Returns the differences between this process and the next one.
    std::string difference_after_end() {
        const Content before = content_of(*engine_);
        EXPECT_TRUE(engine_->close());
        return difference(before, reopened());
    }

    // Kills the process. Returns a value that a durable reply has shown and that is lost.
    std::string lost_after_kill() {
        std::map<int, int> shown;
        for (const Shown& reply : shown_) {
            if (reply.ticket <= journal_->synced() || plant_ == Plant::EarlyReply) {
                shown[reply.key] = std::max(shown[reply.key], reply.value);
            }
        }
        journal_->lose(0);
        reopened();
        for (const auto& [key, value] : shown) {
            const int found = value_in(run(*engine_, "", "GetItem", get("shared", key)));
            if (found < value) {
                return "k" + std::to_string(key) + " is " + std::to_string(found) + ", and " +
                       std::to_string(value) + " was shown";
            }
        }
        return "";
    }

private:
    struct Shown {
        int key;
        int value;
        std::uint64_t ticket;
    };

    void take(
        std::variant<std::unique_ptr<engine::Engine>, engine::persistence::DataFileError> opened
    ) {
        if (const auto* error = std::get_if<1>(&opened)) throw std::runtime_error(error->message);
        engine_ = std::move(std::get<0>(opened));
    }

    Content reopened() {
        engine_.reset();
        take(engine::Engine::open(
            {}, clock_, engine::DataPath{directory_.path(), engine::persistence::Durability::Commit}
        ));
        return content_of(*engine_);
    }

    static std::string difference(const Content& before, const Content& after) {
        std::string text;
        for (const auto& [name, items] : before) {
            const auto found = after.find(name);
            if (found == after.end()) {
                text += name + " is missing; ";
            } else if (found->second != items) {
                text += name + " is " + found->second + "instead of " + items + "; ";
            }
        }
        for (const auto& [name, items] : after) {
            if (!before.contains(name)) text += name + " is new; ";
        }
        return text;
    }

    std::uint64_t draw(std::uint64_t below) { return random_() % below; }

    void show(int key, int value, const engine::RequestOutcome& outcome) {
        shown_.push_back({key, value, outcome.journal_ticket.value});
    }

    void write(int key) {
        for (int value = 1; value <= kSteps; ++value) {
            engine::RequestOutcome outcome;
            run(*engine_, "", "PutItem", put("shared", key, value), outcome);
            show(key, value, outcome);
        }
    }

    void read() {
        for (int step = 0; step < 2 * kSteps; ++step) {
            engine::RequestOutcome outcome;
            const int key = step % 2;
            const int value = value_in(run(*engine_, "", "GetItem", get("shared", key), outcome));
            show(key, value, outcome);
        }
    }

    // Requests of a universe that others delete, copy and reset. No two tables have the same name,
    // so a table that comes back is found.
    void use_universe(int actor) {
        std::string table;
        for (int step = 0; step < kSteps; ++step) {
            if (table.empty() || draw(3) == 0) {
                table = "t" + std::to_string(actor) + "-" + std::to_string(step);
                run(*engine_, "u", "CreateTable", create(table));
            } else if (draw(4) == 0) {
                run(*engine_, "u", "DeleteTable", R"({"TableName":")" + table + "\"}");
            } else {
                run(*engine_, "u", "PutItem", put(table, static_cast<int>(draw(kKeys)), step));
            }
        }
    }

    void change_universes() {
        for (int step = 0; step < kSteps / 2; ++step) {
            switch (draw(7)) {
                case 0: engine_->copy_universe("", "u"); break;
                case 1: engine_->copy_universe("u", "v"); break;
                case 2: engine_->reset_universe("u", {}); break;
                case 3: engine_->clear_universe("v", true); break;
                case 4: engine_->save_universe("u", {snapshot(), "", true}); break;
                case 5:
                    engine_->restore_universe("u", snapshot(), engine::Engine::RestoredTime::Kept);
                    break;
                default: engine_->clear_universe("u", true);
            }
        }
    }

    std::string snapshot() const { return snapshots_.path() + "/snapshot"; }

    void make_durable() {
        for (int step = 0; step < kSteps / 3; ++step) {
            run(*engine_, "", "GetItem", get("shared", 0));
            journal_->sync();
        }
    }

    const std::uint64_t seed_;
    const Plant plant_;
    std::mt19937_64 random_;
    Baton baton_;
    const TemporaryDirectory directory_;
    const TemporaryDirectory snapshots_;
    engine::ManualClock clock_;
    std::unique_ptr<engine::Engine> engine_;
    LossyJournal* journal_ = nullptr;
    std::vector<Shown> shown_;
};

// The first thing that is wrong under one of the seeds.
std::string first_fault(Plant plant) {
    std::uint64_t collisions = 0;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        Race race(seed, plant);
        race.run_actors();
        collisions += race.collisions();
        const std::string fault =
            seed % 2 == 0 ? race.lost_after_kill() : race.difference_after_end();
        if (!fault.empty()) return "seed " + std::to_string(seed) + ": " + fault;
    }
    EXPECT_GT(collisions, 100U) << "actors hardly meet";
    return "";
}

TEST(UniverseRaces, LeaveTheDataFileAsTheEngineWas) {
    EXPECT_EQ(first_fault(Plant::None), "");
}

TEST(UniverseRaces, ShowALateBatchOfADeletedUniverse) {
    EXPECT_NE(first_fault(Plant::LateBatch), "");
}

TEST(UniverseRaces, ShowAReplyBeforeItsTicket) {
    EXPECT_NE(first_fault(Plant::EarlyReply), "");
}

}  // namespace
}  // namespace stator::races
