// Requests and replies of the operations on tables.
//
// decode_* convert a request's JSON into a struct and make all checks that need no table, in
// DynamoDB's order: JSON types, constraints, then meaning. The engine makes the checks that depend
// on the state of a table. encode_* write the reply's JSON. Pure functions, values only.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/model/global_table.hpp"
#include "protocol/model/table.hpp"
#include "protocol/operations/operation_spec.hpp"
#include "protocol/operations/tables/table_shapes.hpp"
#include "protocol/wire/json.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::tables {

// WarmThroughput as sent; either number can be absent.
struct WarmThroughputRequest {
    std::optional<std::int64_t> read_units_per_second = {};
    std::optional<std::int64_t> write_units_per_second = {};

    bool is_set() const { return read_units_per_second || write_units_per_second; }
};

// SSESpecification. If it is not enabled, AWS uses a key of its own and DescribeTable shows
// nothing.
struct EncryptionRequest {
    bool enabled = false;
    std::optional<std::string> kms_master_key_id = {};
};

// A global secondary index that CreateTable or UpdateTable will create, after all checks.
struct GlobalIndexRequest {
    std::string name;
    values::KeySchema key_schema;
    model::Projection projection;
    std::optional<values::CapacityUnits> throughput = {};
    model::OnDemandThroughput on_demand_throughput = {};
    WarmThroughputRequest warm_throughput = {};
};

// A projection as sent. check_projection() reports missing members.
struct ProjectionRequest {
    std::optional<values::ProjectionType> type;
    std::optional<std::vector<std::string>> non_key_attributes;
};

// An index of either kind, as sent; `index.projection` is not filled in yet.
struct IndexRequest {
    GlobalIndexRequest index;
    ProjectionRequest projection;
};

// A vector index as sent; `index.projection` is not filled in yet.
struct VectorIndexRequest {
    model::VectorIndex index;
    ProjectionRequest projection;
};

struct CreateTableRequest {
    std::string table_name;
    std::vector<values::AttributeDefinition> attribute_definitions;  // sorted by name
    values::KeySchema key_schema;
    std::vector<model::LocalSecondaryIndex> local_indexes;
    std::vector<GlobalIndexRequest> global_indexes;
    std::vector<model::VectorIndex> vector_indexes = {};
    values::BillingMode billing_mode = values::BillingMode::Provisioned;
    std::optional<values::CapacityUnits> throughput = {};
    model::OnDemandThroughput on_demand_throughput = {};
    WarmThroughputRequest warm_throughput = {};
    std::optional<values::StreamViewType> stream = {};
    std::optional<values::TableClass> table_class = {};
    EncryptionRequest encryption = {};
    bool deletion_protection = false;
    std::map<std::string, std::string> tags = {};
    std::optional<std::string> policy = {};  // canonical text of ResourcePolicy
};

struct IndexUpdate {
    std::string name;
    std::optional<values::CapacityUnits> throughput = {};
    model::OnDemandThroughput on_demand_throughput = {};
    WarmThroughputRequest warm_throughput = {};
};

struct IndexDeletion {
    std::string name;
};

// check_index_creation() validates an IndexRequest once the table is known.
using IndexAction = std::variant<IndexRequest, IndexUpdate, IndexDeletion>;

std::string_view index_name(const IndexAction& action);

// check_new_vector_indexes() validates a VectorIndexRequest once the table is known.
using VectorAction = std::variant<VectorIndexRequest, IndexDeletion>;

struct StreamUpdate {
    bool enabled = false;
    values::StreamViewType view_type = values::StreamViewType::NewAndOldImages;  // when enabled
};

// A requested change to the replica in a region.
struct ReplicaAction {
    enum class Kind : unsigned char { Create, Update, Delete };

    Kind kind = Kind::Create;
    std::string region;
    model::ReplicaOverrides overrides = {};
};

// A requested change to the witness in a region.
struct WitnessAction {
    bool creates = false;
    std::string region;
};

struct UpdateTableRequest {
    std::string table_name;  // a name or an ARN
    std::vector<values::AttributeDefinition> attribute_definitions = {};
    std::optional<values::BillingMode> billing_mode = {};
    std::optional<values::CapacityUnits> throughput = {};
    std::vector<IndexAction> index_actions = {};
    std::vector<VectorAction> vector_actions = {};
    std::optional<StreamUpdate> stream = {};
    std::optional<EncryptionRequest> encryption = {};
    std::optional<bool> deletion_protection = {};
    std::optional<values::TableClass> table_class = {};
    // -1 clears a member; absent members keep their value.
    model::OnDemandThroughput on_demand_throughput = {};
    WarmThroughputRequest warm_throughput = {};
    // GlobalTableSettingsReplicationMode; "" if it was not sent.
    std::string settings_mode = {};
    // A request with replica or witness actions contains only these and the next members.
    std::vector<ReplicaAction> replica_actions = {};
    std::optional<WitnessAction> witness_action = {};
    // True if MultiRegionConsistency is STRONG, false if EVENTUAL, nullopt if it was not sent.
    std::optional<bool> wants_strong = {};
    // True if the request contains only an empty OnDemandThroughput or WarmThroughput.
    bool only_empty_throughput = false;
};

// DescribeTable and DeleteTable.
struct TableNameRequest {
    std::string table_name;  // a name or an ARN
};

struct ListTablesRequest {
    std::string exclusive_start_table_name;  // "" for the first page
    std::int64_t limit = 100;
};

struct ListTablesReply {
    std::vector<std::string> table_names;
    std::optional<std::string> last_evaluated_table_name = {};
};

// The data of every reply about one table.
struct DescribedTable {
    model::TableDescription description;
    model::TableStatistics statistics = {};
    // The replicas of a global table, including the one in its own region; nullopt for a table in
    // one region.
    std::optional<std::vector<model::ReplicaDescription>> replicas = {};
    bool is_strong = false;
    std::optional<model::WitnessDescription> witness = {};
};

Result<CreateTableRequest> decode_create_table(wire::JsonView json);
Result<UpdateTableRequest> decode_update_table(wire::JsonView json);
Result<TableNameRequest> decode_describe_table(wire::JsonView json);
Result<TableNameRequest> decode_delete_table(wire::JsonView json);
Result<ListTablesRequest> decode_list_tables(wire::JsonView json);

// AWS: each of these four operations shows different members. [case DescribeTable/members]
std::string encode_create_table(const DescribedTable& table);
// The reply of both operations that restore a table.
std::string encode_restored_table(const DescribedTable& table);
std::string encode_update_table(const DescribedTable& table);
std::string encode_delete_table(const DescribedTable& table);
std::string encode_describe_table(const DescribedTable& table);
std::string encode_list_tables(const ListTablesReply& reply);

// The shape of a request.
extern const wire::Shape kListTablesShape;

// The operations of this file, for the lists of all operations.
inline constexpr OperationSpec<decode_describe_table, encode_describe_table> kDescribeTable{
    control("DescribeTable", Access::Reads), &shapes::kTableName};
inline constexpr OperationSpec<decode_create_table, encode_create_table> kCreateTable{
    control("CreateTable", Access::Writes), &shapes::kCreateTable};
inline constexpr OperationSpec<decode_update_table, encode_update_table> kUpdateTable{
    control("UpdateTable", Access::Writes), &shapes::kUpdateTable};
inline constexpr OperationSpec<decode_delete_table, encode_delete_table> kDeleteTable{
    control("DeleteTable", Access::Writes), &shapes::kTableName};
inline constexpr OperationSpec<decode_list_tables, encode_list_tables> kListTables{
    control("ListTables", Access::Reads), &kListTablesShape};

}  // namespace stator::protocol::operations::tables
