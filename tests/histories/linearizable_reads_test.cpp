// Eight concurrent clients, and a checker of the replies that they received.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <thread>

#include "engine/base/seeded_random.hpp"
#include "tests/histories/connection.hpp"
#include "tests/histories/linearizability.hpp"

namespace stator::testing {
namespace {

using protocol::wire::JsonView;

constexpr std::size_t kClients = 8;
constexpr std::size_t kOperations = 100'000;
constexpr std::size_t kPartitions = 8;
constexpr std::size_t kReadSortKeys = 8;
constexpr std::size_t kKeys = kPartitions * kReadSortKeys;
constexpr std::uint64_t kSeed = 20'261'122;

// State that all clients share.
struct ReadWorld {
    Database& database;
    bool consistent = true;
    std::atomic<std::uint64_t> moments{0};
};

std::string key_members(std::size_t key) {
    return R"("pk":{"S":"p)" + std::to_string(key / kReadSortKeys) + R"("},"sk":{"N":")" +
           std::to_string(key % kReadSortKeys) + R"("})";
}

std::string key_member(std::size_t key) {
    return R"("Key":{)" + key_members(key) + "}";
}

std::string number_json(RegisterValue value) {
    return R"({"N":")" + std::to_string(value) + R"("})";
}

RegisterValue value_of(JsonView item) {
    return static_cast<RegisterValue>(number_of(item, "v"));
}

// Rejected because a transaction was using the item, so that nothing has happened.
bool meets_transaction(const Answer& answer) {
    return answer.error.starts_with("TransactionConflictException") ||
           answer.error.starts_with("TransactionCanceledException");
}

// One client: a seeded program of operations, and the history of their results.
class Client {
public:
    Client(ReadWorld& world, std::size_t number)
        : world_(world), number_(number), connection_(world.database, number) {}

    void run(std::size_t operations) {
        for (std::size_t i = 0; i < operations; ++i) {
            step(engine::mix(engine::mix(kSeed, number_), i));
            world_.database.clock().advance(1);
        }
    }

    const RegisterHistory& history() const { return history_; }

private:
    void step(std::uint64_t bits);
    void put(std::size_t key);
    void put_together(std::size_t key);
    void replace(std::size_t key);
    void remove(std::size_t key);
    void get(std::size_t key);
    void query(std::size_t partition);
    void get_together(std::size_t first);

    Answer ask(std::string_view operation, const std::string& members);
    Answer ask_whole(std::string_view operation, const std::string& request);
    void note(std::size_t key, RegisterAction action, RegisterValue value);

    std::string consistency() const {
        return world_.consistent ? R"(,"ConsistentRead":true)" : R"(,"ConsistentRead":false)";
    }

    // A value that no other write has.
    RegisterValue fresh_value() { return (++writes_) * kClients + number_; }

    ReadWorld& world_;
    const std::size_t number_;
    Connection connection_;
    RegisterHistory history_;
    std::uint64_t writes_ = 0;
    std::uint64_t invoked_ = 0;
    std::uint64_t responded_ = 0;
    // The value that this client last saw of each key.
    std::array<RegisterValue, kKeys> known_{};
};

void Client::step(std::uint64_t bits) {
    const std::size_t kind = bits % 100;
    const std::size_t key = (bits >> 32U) % kKeys;
    if (kind < 8) return put_together(key);
    if (kind < 28) return put(key);
    if (kind < 52) return replace(key);
    if (kind < 58) return remove(key);
    if (kind < 92) return get(key);
    if (kind < 97) return query(key / kReadSortKeys);
    get_together(key);
}

Answer Client::ask(std::string_view operation, const std::string& members) {
    return ask_whole(operation, R"({"TableName":"registers",)" + members + "}");
}

Answer Client::ask_whole(std::string_view operation, const std::string& request) {
    invoked_ = ++world_.moments;
    Answer answer = connection_.run(operation, request);
    responded_ = ++world_.moments;
    const bool is_refusal = answer.error.starts_with("ConditionalCheckFailedException");
    if (!answer.json && !is_refusal && !meets_transaction(answer)) {
        ADD_FAILURE() << operation << ": " << answer.error;
    }
    return answer;
}

void Client::note(std::size_t key, RegisterAction action, RegisterValue value) {
    RegisterOperation made;
    made.client = number_;
    made.key = std::to_string(key);
    made.action = action;
    made.value = value;
    made.invoked = invoked_;
    made.responded = responded_;
    history_.push_back(std::move(made));
    known_[key] = value;
}

void Client::put(std::size_t key) {
    const RegisterValue value = fresh_value();
    const Answer answer =
        ask("PutItem", R"("Item":{)" + key_members(key) + R"(,"v":)" + number_json(value) + "}");
    if (answer.json) note(key, RegisterAction::Write, value);
}

// Writes a whole partition: a concurrent read may show a part.
void Client::put_together(std::size_t key) {
    const std::size_t first = key / kReadSortKeys * kReadSortKeys;
    std::array<RegisterValue, kReadSortKeys> values{};
    std::string puts;
    for (std::size_t i = 0; i < kReadSortKeys; ++i) {
        values[i] = fresh_value();
        puts += puts.empty() ? "" : ",";
        puts += R"({"Put":{"TableName":"registers","Item":{)" + key_members(first + i) +
                R"(,"v":)" + number_json(values[i]) + "}}}";
    }
    const Answer answer = ask_whole("TransactWriteItems", R"({"TransactItems":[)" + puts + "]}");
    if (!answer.json) return;
    for (std::size_t i = 0; i < kReadSortKeys; ++i)
        note(first + i, RegisterAction::Write, values[i]);
}

void Client::replace(std::size_t key) {
    const RegisterValue expected = known_[key];
    const RegisterValue value = fresh_value();
    const bool expects_item = expected != kNoValue;
    const Answer answer =
        ask("UpdateItem",
            key_member(key) + R"(,"UpdateExpression":"SET v = :new","ConditionExpression":")" +
                (expects_item ? "v = :old" : "attribute_not_exists(v)") +
                R"(","ExpressionAttributeValues":{":new":)" + number_json(value) +
                (expects_item ? R"(,":old":)" + number_json(expected) : "") + "}");
    if (meets_transaction(answer)) return;
    note(key, RegisterAction::ConditionalWrite, value);
    history_.back().expected = expected;
    history_.back().is_refused = !answer.json.has_value();
}

void Client::remove(std::size_t key) {
    if (ask("DeleteItem", key_member(key)).json) note(key, RegisterAction::Delete, kNoValue);
}

void Client::get(std::size_t key) {
    const Answer answer = ask("GetItem", key_member(key) + consistency());
    if (!answer.json) return;
    const auto item = answer.json->root().find("Item");
    note(key, RegisterAction::Read, item ? value_of(*item) : kNoValue);
}

void Client::query(std::size_t partition) {
    const Answer answer =
        ask("Query",
            R"("KeyConditionExpression":"pk = :p","ExpressionAttributeValues":{":p":{"S":"p)" +
                std::to_string(partition) + R"("}})" + consistency());
    if (!answer.json) return;
    std::array<RegisterValue, kReadSortKeys> values{};
    for (const auto& element : answer.json->root().find("Items")->elements()) {
        const JsonView item(element);
        values[static_cast<std::size_t>(number_of(item, "sk"))] = value_of(item);
    }
    for (std::size_t i = 0; i < kReadSortKeys; ++i) {
        note(partition * kReadSortKeys + i, RegisterAction::Read, values[i]);
    }
}

// Always strongly consistent.
void Client::get_together(std::size_t first) {
    const std::array<std::size_t, 3> keys = {first, (first + 9) % kKeys, (first + 25) % kKeys};
    std::string gets;
    for (const std::size_t key : keys) {
        if (!gets.empty()) gets += ",";
        gets += R"({"Get":{"TableName":"registers",)" + key_member(key) + "}}";
    }
    const Answer answer = ask_whole("TransactGetItems", R"({"TransactItems":[)" + gets + "]}");
    if (!answer.json) return;
    std::size_t place = 0;
    for (const auto& element : answer.json->root().find("Responses")->elements()) {
        const auto item = JsonView(element).find("Item");
        note(keys[place++], RegisterAction::Read, item ? value_of(*item) : kNoValue);
    }
}

using engine::consistency::ReadMode;

engine::consistency::LagSettings lagged_by(
    std::int64_t milliseconds, ReadMode mode = ReadMode::Lagged
) {
    engine::consistency::LagSettings settings;
    settings.tables = {mode, engine::Distribution::fixed(milliseconds)};
    return settings;
}

// The history of eight clients with 100,000 operations, while each operation takes a millisecond of
// virtual time.
RegisterHistory run_clients(bool consistent, const engine::consistency::LagSettings& lag) {
    engine::EngineOptions options;
    options.seed = kSeed;
    Database database(std::move(options));
    database.create_table("registers", "pk:S sk:N");
    database.universe().consistency().set_settings(lag);
    ReadWorld world{database, consistent};
    std::vector<std::unique_ptr<Client>> clients;
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < kClients; ++i) {
        clients.push_back(std::make_unique<Client>(world, i));
        threads.emplace_back([&client = *clients.back()] { client.run(kOperations / kClients); });
    }
    for (std::thread& thread : threads) thread.join();
    RegisterHistory all;
    for (const auto& client : clients) {
        all.insert(all.end(), client->history().begin(), client->history().end());
    }
    EXPECT_GE(all.size(), kOperations);
    return all;
}

TEST(LinearizableReads, StrongReadsAreLinearizable) {
    EXPECT_EQ(find_violation(run_clients(true, {})), std::nullopt);
}

TEST(LinearizableReads, StrongReadsAreLinearizableWhileOthersWouldLag) {
    EXPECT_EQ(find_violation(run_clients(true, lagged_by(20))), std::nullopt);
}

// A Query shows parts of transactions that run at the same time, but each item as of some moment
// during the Query.
TEST(LinearizableReads, StrongReadsAreLinearizableWhileTheyShowPartsOfTransactions) {
    const auto history = run_clients(true, lagged_by(20, ReadMode::OldestLegal));
    EXPECT_EQ(find_violation(history), std::nullopt);
}

TEST(LinearizableReads, EventualReadsAreLinearizableWithoutLag) {
    EXPECT_EQ(find_violation(run_clients(false, {})), std::nullopt);
}

TEST(LinearizableReads, EventualReadsThatLagAreNot) {
    EXPECT_NE(find_violation(run_clients(false, lagged_by(20))), std::nullopt);
}

}  // namespace
}  // namespace stator::testing
