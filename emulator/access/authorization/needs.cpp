#include "emulator/access/authorization/needs.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "emulator/access/authorization/need_list.hpp"
#include "emulator/access/authorization/statement_needs.hpp"
#include "emulator/access/iam/actions.hpp"
#include "protocol/operations/streams/streams.hpp"

namespace stator::emulator::access::authorization {
namespace {

namespace model = protocol::model;
using protocol::wire::JsonView;
using protocol::wire::member_name;

// AWS: restoring a table from a backup or to a point in time requires these on the new table.
constexpr std::array<std::string_view, 7> kRestoreActions{
    "BatchWriteItem", "PutItem", "UpdateItem", "DeleteItem", "GetItem", "Query", "Scan"};
// AWS: required on the table in the region where the replica is added.
constexpr std::array<std::string_view, 9> kReplicaActions{
    "CreateTable",
    "CreateTableReplica",
    "Scan",
    "Query",
    "GetItem",
    "PutItem",
    "UpdateItem",
    "DeleteItem",
    "BatchWriteItem"};

// An operation whose action has the same name, and the member that names the resource.
struct Plain {
    std::string_view operation;
    std::string_view member;
};

constexpr auto kOnTables = std::to_array<Plain>({
    {"GetItem", "TableName"},
    {"PutItem", "TableName"},
    {"UpdateItem", "TableName"},
    {"DeleteItem", "TableName"},
    {"DeleteTable", "TableName"},
    {"DescribeTable", "TableName"},
    {"UpdateTimeToLive", "TableName"},
    {"DescribeTimeToLive", "TableName"},
    {"CreateBackup", "TableName"},
    {"DescribeContinuousBackups", "TableName"},
    {"UpdateContinuousBackups", "TableName"},
    {"DescribeTableReplicaAutoScaling", "TableName"},
    {"UpdateTableReplicaAutoScaling", "TableName"},
    {"ExportTableToPointInTime", "TableArn"},
    {"DescribeKinesisStreamingDestination", "TableName"},
    {"EnableKinesisStreamingDestination", "TableName"},
    {"DisableKinesisStreamingDestination", "TableName"},
    {"UpdateKinesisStreamingDestination", "TableName"},
    {"StartBulkPutItems", "TableName"},
});
constexpr auto kOnIndexes = std::to_array<Plain>({
    {"Query", "TableName"},
    {"Scan", "TableName"},
    {"SearchVectors", "TableName"},
    {"UpdateContributorInsights", "TableName"},
    {"DescribeContributorInsights", "TableName"},
});
constexpr auto kByArn = std::to_array<Plain>({
    {"DescribeBackup", "BackupArn"},
    {"DeleteBackup", "BackupArn"},
    {"DescribeExport", "ExportArn"},
    {"DescribeImport", "ImportArn"},
    {"DescribeBulkOperation", "BulkOperationArn"},
    {"CancelBulkOperation", "BulkOperationArn"},
    {"DescribeStream", "StreamArn"},
    {"GetShardIterator", "StreamArn"},
    {"TagResource", "ResourceArn"},
    {"UntagResource", "ResourceArn"},
    {"ListTagsOfResource", "ResourceArn"},
    {"PutResourcePolicy", "ResourceArn"},
    {"GetResourcePolicy", "ResourceArn"},
    {"DeleteResourcePolicy", "ResourceArn"},
});
constexpr std::array<std::string_view, 7> kOnAccount{
    "DescribeLimits",
    "DescribeEndpoints",
    "ListBackups",
    "ListBulkOperations",
    "ListContributorInsights",
    "ListGlobalTables",
    "ListStreams"};

// The member of a request that names a resource, or "".
std::string_view named(std::span<const Plain> rows, std::string_view operation) {
    const auto found = std::ranges::find(rows, operation, &Plain::operation);
    return found == rows.end() ? std::string_view() : found->member;
}

class Reader {
public:
    Reader(std::string_view operation, JsonView body, const model::TableScope& scope)
        : operation_(operation), body_(body), list_(scope) {}

    Needs read() {
        if (!read_plain() && !read_items() && !read_statements() && !read_tables()) read_rest();
        return list_.take();
    }

private:
    bool read_plain() {
        if (std::ranges::find(kOnAccount, operation_) != kOnAccount.end()) {
            list_.add_on_account(operation_);
            return true;
        }
        if (const auto member = named(kOnTables, operation_); !member.empty()) {
            if (Need* const need = on_table(operation_, text_of(body_, member))) {
                need->parts.push_back(body_);
            }
            return true;
        }
        if (const auto member = named(kOnIndexes, operation_); !member.empty()) {
            read_on_index(member);
            return true;
        }
        if (const auto member = named(kByArn, operation_); !member.empty()) {
            if (Need* const need = list_.add_by_arn(operation_, text_of(body_, member))) {
                need->parts.push_back(body_);
            }
            return true;
        }
        return false;
    }

    // Null if the name cannot be the name of a table.
    Need* on_table(std::string_view action, std::string_view name) {
        const auto target = list_.target(name);
        return target ? &list_.add_on_table(action, *target) : nullptr;
    }

    // AWS: if an index is given, only on the index. [observed 2026: a denial names
    // …/index/DateSorted]
    void read_on_index(std::string_view member) {
        const auto target = list_.target(text_of(body_, member));
        const std::string_view index = text_of(body_, "IndexName");
        if (!target) return;
        Need& need = index.empty() ? list_.add_on_table(operation_, *target)
                                   : list_.add_on_index(operation_, *target, index);
        need.parts.push_back(body_);
    }

    bool read_items() {
        if (operation_ == "BatchGetItem" || operation_ == "BatchWriteItem") {
            if (const auto tables = body_.find("RequestItems")) {
                for (const auto& table : tables->members()) {
                    Need* const need = on_table(operation_, member_name(table));
                    if (need != nullptr) need->parts.emplace_back(table.value);
                }
            }
            return true;
        }
        if (operation_ != "TransactGetItems" && operation_ != "TransactWriteItems") return false;
        // AWS: a transaction has no action of its own.
        constexpr auto kMembers = std::to_array<Plain>({
            {"GetItem", "Get"},
            {"ConditionCheckItem", "ConditionCheck"},
            {"PutItem", "Put"},
            {"DeleteItem", "Delete"},
            {"UpdateItem", "Update"},
        });
        const auto items = body_.find("TransactItems");
        if (!items) return true;
        for (const auto& item : items->elements()) {
            for (const auto& [action, member] : kMembers) {
                const auto part = JsonView(item).find(member);
                if (!part) continue;
                Need* const need = on_table(action, text_of(*part, "TableName"));
                if (need == nullptr) continue;
                need->parts.push_back(*part);
                need->enclosing = operation_;
            }
        }
        return true;
    }

    bool read_statements() {
        if (operation_ == "ExecuteStatement") {
            add_statement_need(list_, body_);
            return true;
        }
        const bool is_batch = operation_ == "BatchExecuteStatement";
        if (!is_batch && operation_ != "ExecuteTransaction") return false;
        const auto statements = body_.find(is_batch ? "Statements" : "TransactStatements");
        if (!statements) return true;
        std::size_t member = 0;
        for (const auto& statement : statements->elements()) {
            const std::size_t at = member++;
            Need* const need = add_statement_need(list_, JsonView(statement));
            if (need == nullptr) continue;
            if (is_batch) need->member = at;
            if (!is_batch) need->enclosing = operation_;
        }
        return true;
    }

    bool read_tables() {
        if (operation_ == "CreateTable") {
            read_create_table();
        } else if (operation_ == "UpdateTable") {
            read_update_table();
        } else if (operation_ == "ListTables") {
            // AWS: the denial contains this ARN, although the request names no table. [observed
            // 2022]
            std::string arn = model::table_arn(list_.scope(), "*");
            list_.add_on(operation_, std::move(arn), list_.scope().account);
        } else if (operation_ == "RestoreTableFromBackup") {
            list_.add_by_arn(operation_, text_of(body_, "BackupArn"));
            read_restored_table();
        } else if (operation_ == "RestoreTableToPointInTime") {
            const std::string_view arn = text_of(body_, "SourceTableArn");
            on_table(operation_, arn.empty() ? text_of(body_, "SourceTableName") : arn);
            read_restored_table();
        } else {
            return false;
        }
        return true;
    }

    void read_restored_table() {
        for (const std::string_view action : kRestoreActions) {
            on_table(action, text_of(body_, "TargetTableName"));
        }
    }

    void read_create_table() {
        const std::string_view name = text_of(body_, "TableName");
        const auto need = [&](std::string_view action) {
            Need* const added = on_table(action, name);
            if (added == nullptr) return;
            // The table does not exist yet, so it has no policy that could apply.
            added->table.clear();
            added->parts.push_back(body_);
        };
        need("CreateTable");
        const auto tags = body_.find("Tags");
        if (tags && tags->size() > 0) need("TagResource");
        if (!text_of(body_, "ResourcePolicy").empty()) need("PutResourcePolicy");
    }

    void read_update_table() {
        const std::string_view name = text_of(body_, "TableName");
        if (Need* const need = on_table(operation_, name)) need->parts.push_back(body_);
        const auto target = list_.target(name);
        if (!target) return;
        if (const auto updates = body_.find("ReplicaUpdates")) {
            for (const auto& update : updates->elements()) {
                read_region_update(
                    *target, JsonView(update), kReplicaActions, "DeleteTableReplica"
                );
            }
        }
        constexpr std::array<std::string_view, 1> kWitness{"CreateGlobalTableWitness"};
        if (const auto updates = body_.find("GlobalTableWitnessUpdates")) {
            for (const auto& update : updates->elements()) {
                read_region_update(*target, JsonView(update), kWitness, "DeleteGlobalTableWitness");
            }
        }
    }

    void read_region_update(
        const Target& target,
        JsonView update,
        std::span<const std::string_view> creating,
        std::string_view deleting
    ) {
        if (const auto create = update.find("Create")) {
            for (const std::string_view action : creating) {
                add_elsewhere(action, target, text_of(*create, "RegionName"));
            }
        }
        if (const auto remove = update.find("Delete")) {
            const std::string_view region = text_of(*remove, "RegionName");
            if (deleting == "DeleteTableReplica") add_elsewhere("DeleteTable", target, region);
            add_elsewhere(deleting, target, region);
        }
    }

    void add_elsewhere(std::string_view action, const Target& target, std::string_view region) {
        if (region.empty()) return;
        const model::TableScope there{std::string(region), target.account};
        list_.add_on(action, model::table_arn(there, target.table), target.account);
    }

    void read_rest() {
        if (operation_ == "GetRecords") {
            const auto iterator =
                protocol::operations::streams::decode_shard_iterator(text_of(body_, "ShardIterator")
                );
            if (iterator) list_.add_by_arn(operation_, iterator->stream_arn);
        } else if (operation_ == "ListExports" || operation_ == "ListImports") {
            const std::string_view arn = text_of(body_, "TableArn");
            if (arn.empty()) {
                list_.add_on_account(operation_);
            } else {
                list_.add_by_arn(operation_, arn);
            }
        } else if (operation_ == "ImportTable") {
            if (const auto table = body_.find("TableCreationParameters")) {
                on_table(operation_, text_of(*table, "TableName"));
            }
        } else {
            read_global_table();
        }
    }

    void read_global_table() {
        const std::string_view name = text_of(body_, "GlobalTableName");
        std::string arn = "arn:aws:dynamodb::" + list_.scope().account + ":global-table/";
        list_.add_on(operation_, arn.append(name), list_.scope().account);
        const bool describes = operation_.starts_with("Describe");
        if (!describes) on_table(operation_, name);
    }

    const std::string_view operation_;
    const JsonView body_;
    NeedList list_;
};

}  // namespace

Needs needs_of(std::string_view operation, JsonView body, const model::TableScope& scope) {
    return Reader(operation, body, scope).read();
}

}  // namespace stator::emulator::access::authorization
