#include "tests/simulation/operations/generator.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <utility>

#include "tests/simulation/operations/random.hpp"
#include "tests/simulation/operations/table_definition.hpp"

namespace stator::simulation {
namespace {

// Everything is compared this often.
constexpr std::size_t kComparisonInterval = 500;
constexpr std::int64_t kHourMs = 3'600'000;

class Generator {
public:
    explicit Generator(const Random& random) : random_(random) {}

    // Whether it has used all bytes that it was given.
    bool is_exhausted() const { return random_.is_exhausted(); }

    Operation next() {
        if (!queue_.empty()) {
            Operation operation = queue_.front();
            queue_.pop_front();
            return operation;
        }
        if (random_.happens(120)) return statement();
        const std::size_t draw = random_.below(1'000);
        if (draw < 578) return single_write();
        if (draw < 590) return around_a_crash(past());
        if (draw < 640) return batch_write();
        if (draw < 750) return transact_write();
        if (draw < 800) return GetItem{key(), random_.happens(500)};
        if (draw < 820) return BatchGet{keys(12)};
        if (draw < 840) return TransactGet{keys(8)};
        if (draw < 886) return query();
        if (draw < 890) return bulk_put();
        return rare(draw);
    }

    Comparison comparison() { return {random_.happens(500) ? 0 : 1 + random_.below(60)}; }

private:
    Operation rare(std::size_t draw) {
        if (draw < 942) return advance();
        if (draw < 945) return Fork{random_.happens(500)};
        if (draw < 975) return JournalSync{};
        if (draw < 996) return around_a_crash(change_of_table(draw));
        if (draw < 998) return Restart{};
        if (draw < 999 || random_.happens(500)) return Crash{random_.below(40)};
        return comparison();
    }

    Operation change_of_table(std::size_t draw) {
        if (draw < 984) return IndexChange{table(), random_.below(4), random_.happens(500)};
        if (draw < 988) return TimeToLiveChange{table(), random_.happens(600)};
        if (draw < 990) return StreamChange{table(), random_.happens(700)};
        if (draw < 992) {
            const auto policy = random_.below(4);
            return PolicyChange{table(), policy == 0 ? std::nullopt : std::optional(policy)};
        }
        if (draw < 994) return ReplicaChange{table(), random_.happens(700)};
        return PartitionSplit{table(), random_.bits()};
    }

    // Backups, point-in-time recovery and restores.
    Operation past() {
        const std::size_t draw = random_.below(100);
        const std::size_t page_items = random_.happens(500) ? 0 : 1 + random_.below(60);
        if (draw < 22) return BackupCreation{table()};
        if (draw < 30) return BackupDeletion{random_.below(8)};
        if (draw < 50) return BackupRestore{random_.below(8), page_items};
        if (draw < 65) {
            const std::int64_t days = random_.happens(300) ? 1 : 0;
            return RecoveryChange{table(), random_.happens(800), days};
        }
        return MomentRestore{table(), random_.bits(), random_.happens(700), page_items};
    }

    // Changes of a table are several batches: sometimes a crash cuts between them.
    Operation around_a_crash(Operation change) {
        if (!random_.happens(100)) return change;
        queue_.push_back(std::move(change));
        if (random_.happens(500)) queue_.emplace_back(TimeAdvance{1});
        queue_.emplace_back(Crash{random_.below(5)});
        return JournalSync{};
    }

    std::size_t table() { return random_.below(table_definitions().size()); }

    Key key() {
        Key key{table(), "", 0};
        if (!table_definitions()[key.table].has_sort_key) {
            key.pk = "k" + std::to_string(random_.below(60));
            return key;
        }
        key.pk = "k" + std::to_string(random_.below(10));
        key.sk = random_.between(-4, 5);
        return key;
    }

    // Sometimes two of them are equal.
    std::vector<Key> keys(std::size_t most) {
        std::vector<Key> keys;
        const std::size_t count = 1 + random_.below(most);
        while (keys.size() < count) {
            const Key drawn = key();
            const bool is_known = std::find(keys.begin(), keys.end(), drawn) != keys.end();
            if (!is_known || random_.happens(20)) keys.push_back(drawn);
        }
        return keys;
    }

    // Mostly the type that the indexes expect, sometimes the other one.
    Value value_of(const std::string& attribute) {
        const bool is_odd = random_.happens(15);
        if (attribute == "a") return is_odd ? number_value(7) : pooled("a", 5);
        if (attribute == "b") return is_odd ? number_value(8) : pooled("b", 3);
        if (attribute == "n") {
            return is_odd ? string_value("many") : number_value(random_.between(-15, 120));
        }
        if (attribute == kVectorAttribute) {
            return vector_value(random_.between(-9, 9), random_.between(-9, 9));
        }
        if (attribute == "c") return string_value(std::string(text_length(), 'x'));
        if (is_odd) return string_value("never");
        return seconds_from_now(expiry_seconds());
    }

    Value pooled(const std::string& prefix, std::size_t count) {
        return string_value(prefix + std::to_string(random_.below(count)));
    }

    std::size_t text_length() {
        return random_.happens(100) ? random_.below(3'000) : random_.below(20);
    }

    std::int64_t expiry_seconds() {
        if (random_.happens(20)) return -200'000'000;  // more than five years ago
        if (random_.happens(50)) return random_.between(0, 100'000);
        return random_.between(-30, 600);
    }

    std::string attribute() {
        static const std::vector<std::string> kNames{
            "a", "b", "n", "c", kVectorAttribute, kExpiryAttribute};
        return kNames[random_.below(kNames.size())];
    }

    Condition condition() {
        if (random_.happens(600)) return {};
        if (random_.happens(300)) {
            return {ConditionKind::Less, "n", number_value(random_.between(-10, 120))};
        }
        const auto kind = random_.happens(600) ? ConditionKind::Exists : ConditionKind::NotExists;
        return {kind, random_.happens(500) ? "pk" : attribute(), {}};
    }

    Write put() {
        Write write{WriteKind::Put, key(), {}, {}, {}};
        for (const char* name : {"a", "b", "n", "c", kVectorAttribute}) {
            if (random_.happens(700)) write.attributes[name] = value_of(name);
        }
        if (random_.happens(350)) write.attributes[kExpiryAttribute] = value_of(kExpiryAttribute);
        return write;
    }

    Write update() {
        Write write{WriteKind::Update, key(), {}, {}, {}};
        std::vector<std::string> names;
        const std::size_t count = 1 + random_.below(3);
        for (std::size_t i = 0; i < count; ++i) {
            const std::string name = attribute();
            if (std::find(names.begin(), names.end(), name) != names.end()) continue;
            names.push_back(name);
            write.clauses.push_back(clause(name));
        }
        return write;
    }

    Clause clause(const std::string& name) {
        if (name == "n" && random_.happens(500)) {
            return {ClauseKind::Add, name, number_value(random_.between(-9, 9))};
        }
        if (random_.happens(300)) return {ClauseKind::Remove, name, {}};
        return {ClauseKind::Set, name, value_of(name)};
    }

    Write any_write() {
        const std::size_t draw = random_.below(10);
        if (draw < 4) return put();
        if (draw < 8) return update();
        return Write{WriteKind::Delete, key(), {}, {}, {}};
    }

    Operation single_write() {
        SingleWrite single{any_write(), random_.happens(300)};
        single.write.condition = condition();
        single.is_in_replica = random_.happens(400);
        return single;
    }

    Operation batch_write() {
        BatchWrite batch;
        for (const Key& place : keys(12)) {
            Write write = random_.happens(650) ? put() : Write{WriteKind::Delete, {}, {}, {}, {}};
            write.key = place;
            batch.writes.push_back(std::move(write));
        }
        return batch;
    }

    Operation bulk_put() {
        BulkPut bulk;
        const std::size_t into = table();
        for (const Key& place : keys(12)) {
            Write write = put();
            write.key = place;
            if (random_.happens(400)) write.condition = condition();
            if (place.table == into) bulk.writes.push_back(std::move(write));
        }
        return bulk;
    }

    // Conditions are rare, because otherwise hardly any transaction would commit.
    Operation transact_write() {
        TransactWrite transaction;
        for (const Key& place : keys(6)) {
            Write write = any_write();
            if (random_.happens(250)) write.condition = condition();
            if (random_.happens(100)) {
                write = Write{WriteKind::Check, {}, {}, {}, {ConditionKind::Exists, "pk", {}}};
            }
            write.key = place;
            transaction.writes.push_back(std::move(write));
        }
        if (random_.happens(200)) transaction.token = "t" + std::to_string(random_.below(4));
        if (last_transaction_ && random_.happens(50)) return *last_transaction_;
        if (!transaction.token.empty()) last_transaction_ = transaction;
        return transaction;
    }

    Query query() {
        Query query{table(), -1, {}, random_.happens(500) ? 0 : 1 + random_.below(5)};
        const TableDefinition& definition = table_definitions()[query.table];
        const std::size_t locals = definition.local_indexes.size();
        const std::size_t count = locals + definition.global_indexes.size();
        query.index = static_cast<int>(random_.below(count + 1)) - 1;
        const auto index = static_cast<std::size_t>(query.index);
        if (query.index < 0 || index < locals) {
            query.hash = string_value(key_of(query.table));
        } else {
            query.hash = value_of(definition.global_indexes[index - locals].keys.front().name);
        }
        return query;
    }

    Operation statement() {
        const std::size_t draw = random_.below(100);
        if (draw < 55) return statement_write();
        if (draw < 67) return statement_get(key(), columns());
        if (draw < 81) return statement_query();
        if (draw < 88) return statement_batch();
        if (draw < 91) return StatementBatchGet{statement_gets(10)};
        if (draw < 97) return statement_transaction();
        return StatementTransactGet{statement_gets(6)};
    }

    StatementWrite statement_write() {
        StatementWrite statement{any_write(), Returning::Nothing, random_.bits()};
        Write& write = statement.write;
        if (write.kind == WriteKind::Put) return statement;
        write.condition = condition();
        if (!random_.happens(400)) return statement;
        static const std::vector<Returning> kAll{
            Returning::AllOld, Returning::AllNew, Returning::ModifiedOld, Returning::ModifiedNew};
        const bool updates = write.kind == WriteKind::Update;
        statement.returning = updates ? kAll[random_.below(kAll.size())] : Returning::AllOld;
        return statement;
    }

    StatementBatchWrite statement_batch() {
        StatementBatchWrite batch;
        for (const Key& place : keys(8)) {
            batch.writes.push_back(statement_write());
            batch.writes.back().write.key = place;
        }
        return batch;
    }

    // The condition is on more than the key.
    Write exists() {
        Write write;
        write.kind = WriteKind::Check;
        write.condition = condition();
        const bool is_bare = write.condition.kind == ConditionKind::None;
        if (is_bare) write.condition = {ConditionKind::Exists, "pk", {}};
        return write;
    }

    // Most statements fail depending on whether the item exists, so there are few of them.
    Operation statement_transaction() {
        StatementTransactWrite transaction;
        for (const Key& place : keys(3)) {
            StatementWrite statement{any_write(), Returning::Nothing, random_.bits()};
            Write& write = statement.write;
            if (write.kind != WriteKind::Put && random_.happens(250)) write.condition = condition();
            if (random_.happens(100)) write = exists();
            write.key = place;
            transaction.writes.push_back(std::move(statement));
        }
        if (random_.happens(200)) transaction.token = "t" + std::to_string(random_.below(4));
        if (last_statements_ && random_.happens(50)) return *last_statements_;
        if (!transaction.token.empty()) last_statements_ = transaction;
        return transaction;
    }

    // None, for all of them, or some.
    std::vector<std::string> columns() {
        std::vector<std::string> columns;
        if (random_.happens(500)) return columns;
        for (const char* name : {"exp", "n", "pk", "a", "b", "c"}) {
            if (random_.happens(300)) columns.emplace_back(name);
        }
        return columns;
    }

    StatementGet statement_get(const Key& place, std::vector<std::string> columns) {
        return {{place, random_.happens(500)}, std::move(columns), random_.bits()};
    }

    // The reply for an item without any selected attribute is not known, so the key is always
    // selected.
    std::vector<StatementGet> statement_gets(std::size_t most) {
        std::vector<StatementGet> gets;
        for (const Key& place : keys(most)) {
            std::vector<std::string> names = columns();
            const bool has_key = std::find(names.begin(), names.end(), "pk") != names.end();
            if (!names.empty() && !has_key) names.emplace_back("pk");
            gets.push_back(statement_get(place, std::move(names)));
        }
        return gets;
    }

    StatementQuery statement_query() {
        StatementQuery statement{query(), random_.happens(200), random_.happens(300), {}, {}, 0};
        statement.filter = condition();
        statement.columns = columns();
        statement.wording = random_.bits();
        return statement;
    }

    std::string key_of(std::size_t table) {
        Key drawn = key();
        while (drawn.table != table) drawn = key();
        return drawn.pk;
    }

    Operation advance() {
        if (random_.happens(40)) return TimeAdvance{random_.between(kHourMs, 6 * kHourMs)};
        if (random_.happens(8)) return TimeAdvance{25 * kHourMs};
        if (random_.happens(200)) return TimeAdvance{random_.between(60'000, 600'000)};
        return TimeAdvance{random_.between(1, 30'000)};
    }

    Random random_;
    std::deque<Operation> queue_;  // operations to return next, before anything is drawn
    std::optional<TransactWrite> last_transaction_;
    std::optional<StatementTransactWrite> last_statements_;
};

}  // namespace

std::vector<Operation> generate(std::uint64_t seed, std::size_t count) {
    Generator generator{Random(seed)};
    std::vector<Operation> operations;
    operations.reserve(count);
    while (operations.size() < count) {
        const bool compares = operations.size() % kComparisonInterval == kComparisonInterval - 1;
        operations.push_back(compares ? generator.comparison() : generator.next());
    }
    return operations;
}

std::vector<Operation> generate_from(std::span<const std::uint8_t> bytes, std::size_t count) {
    // Few enough for most inputs to have one before they end.
    constexpr std::size_t kInterval = 12;
    Generator generator{Random(bytes)};
    std::vector<Operation> operations;
    while (operations.size() < count && !generator.is_exhausted()) {
        const bool compares = operations.size() % kInterval == kInterval - 1;
        operations.push_back(compares ? generator.comparison() : generator.next());
    }
    return operations;
}

}  // namespace stator::simulation
