#include "protocol/operations/tables/table_shapes.hpp"

#include "protocol/base/limits.hpp"
#include "protocol/operations/parameters.hpp"

namespace stator::protocol::operations::tables::shapes {
namespace {

using wire::Member;
using wire::Shape;
using wire::ShapeType;

// Scalars.
constexpr Shape kText{.type = ShapeType::String};
constexpr Shape kBoolean{.type = ShapeType::Boolean};
constexpr Shape kLong{.type = ShapeType::Long};
constexpr Shape kPositiveLong{.type = ShapeType::Long, .value_min = 1};
constexpr Shape kName{
    .type = ShapeType::String, .length_min = 3, .length_max = 255, .name_pattern = true};
constexpr Shape kKeyName{.type = ShapeType::String, .length_min = 1, .length_max = 255};

constexpr Shape kAttributeType{.type = ShapeType::String, .enum_set = "[B, N, S]"};
constexpr Shape kKeyType{.type = ShapeType::String, .enum_set = "[HASH, RANGE]"};
constexpr Shape kBillingMode{
    .type = ShapeType::String, .enum_set = "[PROVISIONED, PAY_PER_REQUEST]"};
constexpr Shape kProjectionType{.type = ShapeType::String, .enum_set = "[ALL, INCLUDE, KEYS_ONLY]"};
constexpr Shape kStreamViewType{
    .type = ShapeType::String, .enum_set = "[NEW_IMAGE, OLD_IMAGE, NEW_AND_OLD_IMAGES, KEYS_ONLY]"};
constexpr Shape kSseType{.type = ShapeType::String, .enum_set = "[AES256, KMS]"};

// Attribute definitions and key schemas.
constexpr Member kDefinitionMembers[] = {
    {"AttributeName", &kKeyName, true},
    {"AttributeType", &kAttributeType, true},
};
constexpr Shape kDefinition{.class_name = "AttributeDefinition", .members = kDefinitionMembers};
constexpr Shape kDefinitions{.type = ShapeType::List, .element = &kDefinition};

constexpr Member kKeyMembers[] = {
    {"AttributeName", &kKeyName, true},
    {"KeyType", &kKeyType, true},
};
constexpr Shape kKey{.class_name = "KeySchemaElement", .members = kKeyMembers};
constexpr Shape kSimpleKeySchema{
    .type = ShapeType::List, .element = &kKey, .length_min = 1, .length_max = 2};
constexpr Shape kCompositeKeySchema{.type = ShapeType::List, .element = &kKey, .length_min = 1};

// Projection.
constexpr Shape kNonKeyName{.type = ShapeType::String, .length_min = 1, .length_max = 255};
constexpr Shape kNonKeyAttributes{
    .type = ShapeType::List,
    .element = &kNonKeyName,
    .length_min = 1,
    .length_max = kMaxIndexNonKeyAttributes};
constexpr Member kProjectionMembers[] = {
    {"ProjectionType", &kProjectionType},
    {"NonKeyAttributes", &kNonKeyAttributes},
};
constexpr Shape kProjection{.class_name = "Projection", .members = kProjectionMembers};

// Vector indexes.
constexpr Shape kSearchSchemaElementType{
    .type = ShapeType::String, .enum_set = "[HASH, INLINE_FILTER]"};
constexpr Shape kDistanceFunction{
    .type = ShapeType::String, .enum_set = "[COSINE, DOT_PRODUCT, EUCLIDEAN]"};
constexpr Shape kDimensions{.type = ShapeType::Integer, .value_min = 1};
constexpr Member kVectorAttributeMembers[] = {{"AttributeName", &kKeyName, true}};
constexpr Shape kVectorAttribute{
    .class_name = "VectorAttributeDefinition", .members = kVectorAttributeMembers};
constexpr Member kSearchSchemaMembers[] = {
    {"AttributeName", &kKeyName, true},
    {"SearchSchemaElementType", &kSearchSchemaElementType, true},
};
constexpr Shape kSearchSchemaElement{
    .class_name = "SearchSchemaElement", .members = kSearchSchemaMembers};
constexpr Shape kSearchSchema{.type = ShapeType::List, .element = &kSearchSchemaElement};
constexpr Member kVectorIndexMembers[] = {
    {"IndexName", &kName, true},
    {"VectorAttribute", &kVectorAttribute, true},
    {"SearchSchema", &kSearchSchema},
    {"Projection", &kProjection, true},
    {"Dimensions", &kDimensions, true},
    {"DistanceFunction", &kDistanceFunction, true},
};
constexpr Shape kVectorIndex{.class_name = "VectorIndex", .members = kVectorIndexMembers};
constexpr Shape kVectorIndexes{.type = ShapeType::List, .element = &kVectorIndex};
constexpr Shape kCreateVectorIndex{
    .class_name = "CreateVectorIndexAction", .members = kVectorIndexMembers};
constexpr Member kDeleteVectorIndexMembers[] = {{"IndexName", &kName, true}};
constexpr Shape kDeleteVectorIndex{
    .class_name = "DeleteVectorIndexAction", .members = kDeleteVectorIndexMembers};
constexpr Member kVectorIndexUpdateMembers[] = {
    {"Create", &kCreateVectorIndex},
    {"Delete", &kDeleteVectorIndex},
};
constexpr Shape kVectorIndexUpdate{
    .class_name = "VectorIndexUpdate", .members = kVectorIndexUpdateMembers};
constexpr Shape kVectorIndexUpdates{.type = ShapeType::List, .element = &kVectorIndexUpdate};

// Throughput. AWS: the write member is reported first. [case CreateTable/throughput_constraints]
constexpr Member kProvisionedMembers[] = {
    {"WriteCapacityUnits", &kPositiveLong, true},
    {"ReadCapacityUnits", &kPositiveLong, true},
};
constexpr Shape kProvisioned{.class_name = "ProvisionedThroughput", .members = kProvisionedMembers};
constexpr Member kOnDemandMembers[] = {
    {"MaxReadRequestUnits", &kLong},
    {"MaxWriteRequestUnits", &kLong},
};
constexpr Shape kOnDemand{.class_name = "OnDemandThroughput", .members = kOnDemandMembers};
constexpr Member kWarmMembers[] = {
    {"ReadUnitsPerSecond", &kLong},
    {"WriteUnitsPerSecond", &kLong},
};
constexpr Shape kWarm{.class_name = "WarmThroughput", .members = kWarmMembers};

// Indexes.
constexpr Member kGlobalIndexMembers[] = {
    {"KeySchema", &kCompositeKeySchema, true},
    {"Projection", &kProjection, true},
    {"IndexName", &kName, true},
    {"ProvisionedThroughput", &kProvisioned},
    {"OnDemandThroughput", &kOnDemand},
    {"WarmThroughput", &kWarm},
};
constexpr Shape kGlobalIndex{.class_name = "GlobalSecondaryIndex", .members = kGlobalIndexMembers};
constexpr Shape kGlobalIndexes{.type = ShapeType::List, .element = &kGlobalIndex};
constexpr Member kLocalIndexMembers[] = {
    {"IndexName", &kName, true},
    {"KeySchema", &kSimpleKeySchema, true},
    {"Projection", &kProjection, true},
};
constexpr Shape kLocalIndex{.class_name = "LocalSecondaryIndex", .members = kLocalIndexMembers};
constexpr Shape kLocalIndexes{.type = ShapeType::List, .element = &kLocalIndex};

// Settings.
constexpr Member kStreamMembers[] = {
    {"StreamEnabled", &kBoolean, true},
    {"StreamViewType", &kStreamViewType},
};
constexpr Shape kStream{.class_name = "StreamSpecification", .members = kStreamMembers};
constexpr Member kSseMembers[] = {
    {"Enabled", &kBoolean},
    {"SSEType", &kSseType},
    {"KMSMasterKeyId", &kText},
};
constexpr Shape kSse{.class_name = "SSESpecification", .members = kSseMembers};
constexpr Shape kTagKey{
    .type = ShapeType::String, .length_min = 1, .length_max = kMaxTagKeyCharacters};
constexpr Shape kTagValue{.type = ShapeType::String, .length_max = kMaxTagValueCharacters};
constexpr Member kTagMembers[] = {
    {"Key", &kTagKey, true},
    {"Value", &kTagValue, true},
};
constexpr Shape kTag{.class_name = "Tag", .members = kTagMembers};
constexpr Shape kTags{.type = ShapeType::List, .element = &kTag};

constexpr Member kCreateTableMembers[] = {
    {"TableName", &kName},
    {"AttributeDefinitions", &kDefinitions, true},
    {"KeySchema", &kSimpleKeySchema, true},
    {"BillingMode", &kBillingMode},
    {"ProvisionedThroughput", &kProvisioned},
    {"GlobalSecondaryIndexes", &kGlobalIndexes},
    {"VectorIndexes", &kVectorIndexes},
    {"LocalSecondaryIndexes", &kLocalIndexes},
    {"StreamSpecification", &kStream},
    {"SSESpecification", &kSse},
    {"Tags", &kTags},
    {"TableClass", &kText},
    {"DeletionProtectionEnabled", &kBoolean},
    {"WarmThroughput", &kWarm},
    {"OnDemandThroughput", &kOnDemand},
    {"ResourcePolicy", &kText},
    {"GlobalTableSourceArn", &kText},
    {"GlobalTableSettingsReplicationMode", &kText},
};

constexpr Member kTableCreationMembers[] = {
    {"TableName", &kName, true},
    {"AttributeDefinitions", &kDefinitions, true},
    {"KeySchema", &kSimpleKeySchema, true},
    {"BillingMode", &kBillingMode},
    {"ProvisionedThroughput", &kProvisioned},
    {"OnDemandThroughput", &kOnDemand},
    {"SSESpecification", &kSse},
    {"GlobalSecondaryIndexes", &kGlobalIndexes},
    {"VectorIndexes", &kVectorIndexes},
};

// UpdateTable's index actions.
constexpr Member kIndexUpdateMembers[] = {
    {"IndexName", &kName, true},
    {"ProvisionedThroughput", &kProvisioned},
    {"OnDemandThroughput", &kOnDemand},
    {"WarmThroughput", &kWarm},
};
constexpr Shape kIndexUpdate{
    .class_name = "UpdateGlobalSecondaryIndexAction", .members = kIndexUpdateMembers};
constexpr Shape kIndexCreation{
    .class_name = "CreateGlobalSecondaryIndexAction", .members = kGlobalIndexMembers};
constexpr Member kIndexDeletionMembers[] = {{"IndexName", &kName, true}};
constexpr Shape kIndexDeletion{
    .class_name = "DeleteGlobalSecondaryIndexAction", .members = kIndexDeletionMembers};
constexpr Member kIndexActionMembers[] = {
    {"Update", &kIndexUpdate},
    {"Create", &kIndexCreation},
    {"Delete", &kIndexDeletion},
};
constexpr Shape kIndexAction{
    .class_name = "GlobalSecondaryIndexUpdate", .members = kIndexActionMembers};
constexpr Shape kIndexActions{.type = ShapeType::List, .element = &kIndexAction};

// UpdateTable's replicas.
constexpr Member kReadOverrideMembers[] = {{"ReadCapacityUnits", &kPositiveLong}};
constexpr Shape kReadOverride{
    .class_name = "ProvisionedThroughputOverride", .members = kReadOverrideMembers};
constexpr Member kOnDemandOverrideMembers[] = {{"MaxReadRequestUnits", &kLong}};
constexpr Shape kOnDemandOverride{
    .class_name = "OnDemandThroughputOverride", .members = kOnDemandOverrideMembers};
constexpr Member kReplicaIndexMembers[] = {
    {"IndexName", &kName, true},
    {"ProvisionedThroughputOverride", &kReadOverride},
    {"OnDemandThroughputOverride", &kOnDemandOverride},
};
constexpr Shape kReplicaIndex{
    .class_name = "ReplicaGlobalSecondaryIndex", .members = kReplicaIndexMembers};
constexpr Shape kReplicaIndexes{
    .type = ShapeType::List, .element = &kReplicaIndex, .length_min = 1};
constexpr Shape kTableClassName{
    .type = ShapeType::String, .enum_set = "[STANDARD, STANDARD_INFREQUENT_ACCESS]"};
constexpr Member kReplicaMembers[] = {
    {"RegionName", &kText, true},
    {"KMSMasterKeyId", &kText},
    {"ProvisionedThroughputOverride", &kReadOverride},
    {"OnDemandThroughputOverride", &kOnDemandOverride},
    {"GlobalSecondaryIndexes", &kReplicaIndexes},
    {"TableClassOverride", &kTableClassName},
};
constexpr Shape kReplicaCreation{
    .class_name = "CreateReplicationGroupMemberAction", .members = kReplicaMembers};
constexpr Shape kReplicaChange{
    .class_name = "UpdateReplicationGroupMemberAction", .members = kReplicaMembers};
constexpr Member kReplicaDeletionMembers[] = {{"RegionName", &kText, true}};
constexpr Shape kReplicaDeletion{
    .class_name = "DeleteReplicationGroupMemberAction", .members = kReplicaDeletionMembers};
constexpr Member kReplicaUpdateMembers[] = {
    {"Create", &kReplicaCreation},
    {"Update", &kReplicaChange},
    {"Delete", &kReplicaDeletion},
};
constexpr Shape kReplicaUpdate{
    .class_name = "ReplicationGroupUpdate", .members = kReplicaUpdateMembers};
constexpr Shape kReplicaUpdates{
    .type = ShapeType::List, .element = &kReplicaUpdate, .length_min = 1};
constexpr Member kWitnessRegion[] = {{"RegionName", &kText, true}};
constexpr Shape kWitnessCreation{
    .class_name = "CreateGlobalTableWitnessGroupMemberAction", .members = kWitnessRegion};
constexpr Shape kWitnessDeletion{
    .class_name = "DeleteGlobalTableWitnessGroupMemberAction", .members = kWitnessRegion};
constexpr Member kWitnessUpdateMembers[] = {
    {"Create", &kWitnessCreation}, {"Delete", &kWitnessDeletion}};
constexpr Shape kWitnessUpdate{
    .class_name = "GlobalTableWitnessGroupUpdate", .members = kWitnessUpdateMembers};
constexpr Shape kWitnessUpdates{
    .type = ShapeType::List, .element = &kWitnessUpdate, .length_min = 1, .length_max = 1};
constexpr Shape kSettingsReplication{
    .type = ShapeType::String, .enum_set = "[DISABLED, ENABLED, ENABLED_WITH_OVERRIDES]"};
constexpr Shape kConsistency{.type = ShapeType::String, .enum_set = "[EVENTUAL, STRONG]"};

constexpr Member kUpdateTableMembers[] = {
    {"TableName", &protocol::operations::shapes::kTableNameOrArn},
    {"AttributeDefinitions", &kDefinitions},
    {"BillingMode", &kBillingMode},
    {"ProvisionedThroughput", &kProvisioned},
    {"GlobalSecondaryIndexUpdates", &kIndexActions},
    {"VectorIndexUpdates", &kVectorIndexUpdates},
    {"StreamSpecification", &kStream},
    {"SSESpecification", &kSse},
    {"ReplicaUpdates", &kReplicaUpdates},
    {"TableClass", &kText},
    {"DeletionProtectionEnabled", &kBoolean},
    {"MultiRegionConsistency", &kConsistency},
    {"GlobalTableWitnessUpdates", &kWitnessUpdates},
    {"GlobalTableSettingsReplicationMode", &kSettingsReplication},
    {"OnDemandThroughput", &kOnDemand},
    {"WarmThroughput", &kWarm},
};

constexpr Member kTableNameMembers[] = {
    {"TableName", &protocol::operations::shapes::kTableNameOrArn}};

}  // namespace

const Shape kTableNameText = kName;
const Shape kCreateTable{.members = kCreateTableMembers};
const Shape kTableCreationParameters{
    .class_name = "TableCreationParameters", .members = kTableCreationMembers};
const Shape kBillingModeText = kBillingMode;
const Shape kProvisionedThroughput = kProvisioned;
const Shape kOnDemandThroughput = kOnDemand;
const Shape kGlobalIndexList = kGlobalIndexes;
const Shape kLocalIndexList = kLocalIndexes;
const Shape kVectorIndexList = kVectorIndexes;
const Shape kEncryption = kSse;
const Shape kUpdateTable{.members = kUpdateTableMembers};
const Shape kTableName{.members = kTableNameMembers};

}  // namespace stator::protocol::operations::tables::shapes
