#include "emulator/access/iam/actions.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "emulator/access/iam/pattern.hpp"

namespace stator::emulator::access::iam {
namespace {

enum class Reach : unsigned char {
    // A policy of a table or a stream can allow it, also to other accounts.
    OtherAccounts,
    OwnAccount,
};

struct ActionRow {
    std::string_view name;
    Reach reach = Reach::OwnAccount;
};

constexpr Reach kOther = Reach::OtherAccounts;

// AWS: docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html, and the
// operations that it did not list yet. Sorted by name.
constexpr std::array kActions = std::to_array<ActionRow>({
    {"AssociateTableReplica"},
    {"BatchGetItem", kOther},
    {"BatchWriteItem", kOther},
    {"CancelBulkOperation"},
    {"ConditionCheckItem", kOther},
    {"CreateBackup"},
    {"CreateGlobalTable"},
    {"CreateGlobalTableWitness"},
    {"CreateTable"},
    {"CreateTableReplica"},
    {"DeleteBackup"},
    {"DeleteGlobalTableWitness"},
    {"DeleteItem", kOther},
    {"DeleteResourcePolicy"},
    {"DeleteTable", kOther},
    {"DeleteTableReplica"},
    {"DescribeBackup"},
    {"DescribeBulkOperation"},
    {"DescribeContinuousBackups"},
    {"DescribeContributorInsights"},
    {"DescribeEndpoints"},
    {"DescribeExport"},
    {"DescribeGlobalTable"},
    {"DescribeGlobalTableSettings"},
    {"DescribeImport"},
    {"DescribeKinesisStreamingDestination"},
    {"DescribeLimits"},
    {"DescribeReservedCapacity"},
    {"DescribeReservedCapacityOfferings"},
    {"DescribeStream", kOther},
    {"DescribeTable", kOther},
    {"DescribeTableReplicaAutoScaling"},
    {"DescribeTimeToLive"},
    {"DisableKinesisStreamingDestination"},
    {"EnableKinesisStreamingDestination"},
    {"ExportTableToPointInTime"},
    {"GetAbacStatus"},
    {"GetItem", kOther},
    {"GetRecords", kOther},
    {"GetResourcePolicy"},
    {"GetShardIterator", kOther},
    {"ImportTable"},
    {"InjectError"},
    {"ListBackups"},
    {"ListBulkOperations"},
    {"ListContributorInsights"},
    {"ListExports"},
    {"ListGlobalTables"},
    {"ListImports"},
    {"ListStreams"},
    {"ListTables"},
    {"ListTagsOfResource", kOther},
    {"PartiQLDelete"},
    {"PartiQLInsert"},
    {"PartiQLSelect"},
    {"PartiQLUpdate"},
    {"PurchaseReservedCapacityOfferings"},
    {"PutItem", kOther},
    {"PutResourcePolicy"},
    {"Query", kOther},
    {"ReadDataForReplication"},
    {"ReplicateSettings"},
    {"RestoreTableFromAwsBackup"},
    {"RestoreTableFromBackup"},
    {"RestoreTableToPointInTime"},
    {"Scan", kOther},
    {"SearchVectors"},
    {"StartAwsBackupJob"},
    {"StartBulkPutItems"},
    {"TagResource", kOther},
    {"UntagResource", kOther},
    {"UpdateAbacStatus"},
    {"UpdateContinuousBackups"},
    {"UpdateContributorInsights"},
    {"UpdateGlobalTable"},
    {"UpdateGlobalTableSettings"},
    {"UpdateGlobalTableVersion"},
    {"UpdateItem", kOther},
    {"UpdateKinesisStreamingDestination"},
    {"UpdateTable", kOther},
    {"UpdateTableReplicaAutoScaling"},
    {"UpdateTimeToLive"},
    {"WriteDataForReplication"},
});
static_assert(kActions.size() <= kMaxActions);
static_assert(std::ranges::is_sorted(kActions, {}, &ActionRow::name));

constexpr std::string_view kService = "dynamodb:";

std::vector<std::string> full_names() {
    std::vector<std::string> names;
    for (const ActionRow& action : kActions) names.push_back(full_action_name(action.name));
    return names;
}

}  // namespace

std::optional<std::size_t> action_number(std::string_view name) {
    const auto found = std::ranges::lower_bound(kActions, name, {}, &ActionRow::name);
    if (found == kActions.end() || found->name != name) return std::nullopt;
    return static_cast<std::size_t>(found - kActions.begin());
}

std::string_view action_name(std::size_t number) {
    return kActions.at(number).name;
}

Actions actions_of(std::string_view pattern) {
    static const std::vector<std::string> kNames = full_names();
    const Symbols symbols = wildcard_symbols(pattern);
    Actions actions;
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        actions[i] = matches(symbols, kNames[i], Case::Ignored);
    }
    return actions;
}

bool is_for_own_account_only(std::size_t number) {
    return kActions.at(number).reach == Reach::OwnAccount;
}

std::string full_action_name(std::string_view name) {
    return std::string(kService).append(name);
}

}  // namespace stator::emulator::access::iam
