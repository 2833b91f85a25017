#include "tests/simulation/operations/operation.hpp"

#include "tests/simulation/operations/table_definition.hpp"

namespace stator::simulation {
namespace {

template <class... Functions>
struct Overloaded : Functions... {
    using Functions::operator()...;
};

template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

std::string text_of(const Value& value) {
    if (value.from_now) return "now+" + value.text + "s";
    return value.is_number || value.is_vector ? value.text : quoted(value.text.substr(0, 12));
}

std::string text_of(const Item& item) {
    std::string text = "{";
    for (const auto& [name, value] : item) {
        text.append(text.size() > 1 ? " " : "").append(name).append("=").append(text_of(value));
    }
    return text.append("}");
}

std::string text_of(const Key& key) {
    return table_name(key.table) + "/" + key.pk +
           (table_definitions()[key.table].has_sort_key ? "/" + std::to_string(key.sk) : "");
}

std::string text_of(const Condition& condition) {
    switch (condition.kind) {
        case ConditionKind::None: return "";
        case ConditionKind::Exists: return " if exists(" + condition.attribute + ")";
        case ConditionKind::NotExists: return " if not_exists(" + condition.attribute + ")";
        case ConditionKind::Less:
            return " if " + condition.attribute + "<" + text_of(condition.operand);
    }
    return "";
}

std::string text_of(const Clause& clause) {
    switch (clause.kind) {
        case ClauseKind::Set: return " set " + clause.attribute + "=" + text_of(clause.operand);
        case ClauseKind::Add: return " add " + clause.attribute + " " + text_of(clause.operand);
        case ClauseKind::Remove: return " remove " + clause.attribute;
    }
    return "";
}

std::string text_of(const Write& write) {
    std::string text;
    switch (write.kind) {
        case WriteKind::Put:
            text = "put " + text_of(write.key) + " " + text_of(write.attributes);
            break;
        case WriteKind::Update:
            text = "update " + text_of(write.key);
            for (const Clause& clause : write.clauses) text.append(text_of(clause));
            break;
        case WriteKind::Delete: text = "delete " + text_of(write.key); break;
        case WriteKind::Check: text = "check " + text_of(write.key); break;
    }
    return text + text_of(write.condition);
}

std::string switched(const char* what, std::size_t table, bool on) {
    return std::string(on ? "enable " : "disable ") + what + " of " + table_name(table);
}

std::string text_of(const Query& query) {
    std::string text = "query " + table_name(query.table);
    if (query.index >= 0) text.append(" index ").append(std::to_string(query.index));
    return text + " " + text_of(query.hash) + " by " + std::to_string(query.page_items);
}

std::string text_of(Returning returning) {
    switch (returning) {
        case Returning::Nothing: return "";
        case Returning::AllOld: return " returning all old";
        case Returning::AllNew: return " returning all new";
        case Returning::ModifiedOld: return " returning modified old";
        case Returning::ModifiedNew: return " returning modified new";
    }
    return "";
}

std::string text_of(const std::vector<std::string>& columns) {
    std::string text;
    for (const std::string& column : columns) text.append(" ").append(column);
    return text;
}

std::string text_of(const StatementWrite& statement) {
    return text_of(statement.write) + text_of(statement.returning);
}

std::string text_of(const StatementGet& statement) {
    return "get " + text_of(statement.get.key) + text_of(statement.columns);
}

std::string text_of(const StatementQuery& statement) {
    return text_of(statement.query) + text_of(statement.filter) + text_of(statement.columns) +
           (statement.consistent ? " consistently" : "") + (statement.descends ? " down" : "");
}

template <class Parts>
std::string joined(const Parts& parts) {
    std::string text;
    for (const auto& part : parts) text.append(text.empty() ? "" : "; ").append(text_of(part));
    return text;
}

}  // namespace

std::string describe(const Operation& operation) {
    return std::visit(
        Overloaded{
            [](const SingleWrite& single) {
                return text_of(single.write) + (single.is_in_replica ? " in a replica" : "");
            },
            [](const BatchWrite& batch) { return "batch: " + joined(batch.writes); },
            [](const BulkPut& bulk) { return "bulk: " + joined(bulk.writes); },
            [](const TransactWrite& transaction) {
                return "transaction " + transaction.token + ": " + joined(transaction.writes);
            },
            [](const GetItem& get) { return "get " + text_of(get.key); },
            [](const BatchGet& batch) { return "batch get: " + joined(batch.keys); },
            [](const TransactGet& gets) { return "transact get: " + joined(gets.keys); },
            [](const Query& query) { return text_of(query); },
            [](const StatementWrite& write) { return "statement: " + text_of(write); },
            [](const StatementGet& get) { return "statement: " + text_of(get); },
            [](const StatementQuery& query) { return "statement: " + text_of(query); },
            [](const StatementBatchWrite& batch) {
                return "statement batch: " + joined(batch.writes);
            },
            [](const StatementBatchGet& batch) { return "statement batch: " + joined(batch.gets); },
            [](const StatementTransactWrite& transaction) {
                return "statement transaction " + transaction.token + ": " +
                       joined(transaction.writes);
            },
            [](const StatementTransactGet& gets) {
                return "statement transaction: " + joined(gets.gets);
            },
            [](const IndexChange& change) {
                const TableDefinition& table = table_definitions()[change.table];
                return std::string(change.creates ? "create" : "delete") + " index " +
                       table.global_indexes[change.index].name + " of " + table.name;
            },
            [](const TimeToLiveChange& change) {
                return switched("time to live", change.table, change.enables);
            },
            [](const PolicyChange& change) {
                const std::string what = change.policy
                                             ? "put policy " + std::to_string(*change.policy)
                                             : std::string("delete the policy");
                return what + " of " + table_name(change.table);
            },
            [](const StreamChange& change) {
                return switched("stream", change.table, change.enables);
            },
            [](const BackupCreation& creation) { return "back up " + table_name(creation.table); },
            [](const BackupDeletion& deletion) {
                return "delete backup " + std::to_string(deletion.backup);
            },
            [](const BackupRestore& restore) {
                return "restore backup " + std::to_string(restore.backup);
            },
            [](const RecoveryChange& change) {
                const std::string days = std::to_string(change.period_days);
                return switched("recovery", change.table, change.enables) + " for " + days +
                       " days";
            },
            [](const MomentRestore& restore) {
                const std::string which = restore.is_near_change ? " near change " : " at moment ";
                return "restore " + table_name(restore.table) + which +
                       std::to_string(restore.choice);
            },
            [](const ReplicaChange& change) {
                return std::string(change.creates ? "create" : "delete") + " the replica of " +
                       table_name(change.table);
            },
            [](const PartitionSplit& split) {
                return "split " + table_name(split.table) + " at " + std::to_string(split.hash);
            },
            [](const TimeAdvance& advance) {
                return "advance " + std::to_string(advance.milliseconds) + " ms";
            },
            [](const JournalSync&) { return std::string("sync"); },
            [](const Restart&) { return std::string("restart"); },
            [](const Crash& crash) {
                return "crash, keeping " + std::to_string(crash.kept_batches) + " batches";
            },
            [](const Fork& fork) {
                const char* one = fork.goes_on_in_copy ? "copy" : "original";
                return std::string("fork, going on in the ") + one;
            },
            [](const Comparison& comparison) {
                return "compare by " + std::to_string(comparison.page_items);
            },
        },
        operation
    );
}

Operation resolved(const Operation& operation, std::int64_t now_ms) {
    const auto resolve_write = [&](Write& write) {
        resolve(write.attributes, now_ms);
        for (Clause& clause : write.clauses) {
            if (!clause.operand.from_now) continue;
            clause.operand = number_value(now_ms / 1'000 + clause.operand.number());
        }
    };
    Operation result = operation;
    if (auto* single = std::get_if<SingleWrite>(&result)) resolve_write(single->write);
    if (auto* batch = std::get_if<BatchWrite>(&result)) {
        for (Write& write : batch->writes) resolve_write(write);
    }
    if (auto* bulk = std::get_if<BulkPut>(&result)) {
        for (Write& write : bulk->writes) resolve_write(write);
    }
    if (auto* transaction = std::get_if<TransactWrite>(&result)) {
        for (Write& write : transaction->writes) resolve_write(write);
    }
    if (auto* statement = std::get_if<StatementWrite>(&result)) resolve_write(statement->write);
    if (auto* batch = std::get_if<StatementBatchWrite>(&result)) {
        for (StatementWrite& statement : batch->writes) resolve_write(statement.write);
    }
    if (auto* transaction = std::get_if<StatementTransactWrite>(&result)) {
        for (StatementWrite& statement : transaction->writes) resolve_write(statement.write);
    }
    return result;
}

}  // namespace stator::simulation
