// All limits of DynamoDB that Stator enforces. AWS:
// docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html and
// …/Constraints.html unless a comment names another source.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stator::protocol {

inline constexpr std::size_t kMaxItemBytes = 409'600;
inline constexpr std::size_t kMaxNestingLevels = 32;
inline constexpr std::size_t kMaxAttributeNameBytes = 65'535;
inline constexpr std::size_t kMaxHashKeyBytes = 2'048;
inline constexpr std::size_t kMaxRangeKeyBytes = 1'024;

inline constexpr std::size_t kMaxExpressionBytes = 4'096;
inline constexpr std::size_t kMaxExpressionOperators = 300;
inline constexpr std::size_t kMaxInOperands = 100;
inline constexpr std::size_t kMaxPathElements = 32;
inline constexpr std::uint64_t kMaxListIndex = 2'147'483'647;
inline constexpr std::size_t kMinTableNameCharacters = 3;
inline constexpr std::size_t kMaxPlaceholderBytes = 255;
// Applies to all names together, and to all values together. [doc Constraints.html]
inline constexpr std::size_t kMaxSubstitutionBytes = 2'097'152;

inline constexpr std::size_t kMaxPageBytes = 1'048'576;
inline constexpr std::size_t kMaxBatchGetKeys = 100;
inline constexpr std::size_t kMaxBatchGetBytes = 16'777'216;
inline constexpr std::size_t kMaxBatchWriteRequests = 25;
inline constexpr std::int64_t kMaxTransactItems = 100;
inline constexpr std::size_t kMaxTransactBytes = 4'194'304;
inline constexpr std::int64_t kMaxClientRequestTokenLength = 36;
// Time for which a ClientRequestToken is remembered after its transaction.
inline constexpr std::int64_t kClientRequestTokenLifeMs = 600'000;
inline constexpr std::int64_t kMaxScanSegments = 1'000'000;

inline constexpr std::size_t kMaxLocalIndexes = 5;
inline constexpr std::size_t kMaxGlobalIndexes = 20;
inline constexpr std::size_t kMaxProjectedNonKeyAttributes = 100;
inline constexpr std::size_t kMaxIndexKeyAttributes = 4;  // of each key type, HASH and RANGE
inline constexpr std::int64_t kMaxIndexNonKeyAttributes = 20;
inline constexpr std::size_t kMaxVectorIndexes = 5;
inline constexpr std::int64_t kMaxVectorDimensions = 4'096;
inline constexpr std::int64_t kMaxTopK = 100;
inline constexpr std::size_t kMaxSearchBytes = 16'777'216;
// Minimum number of bytes billed for a search and for an entry of a vector index.
inline constexpr std::int64_t kMinVectorBytes = 1'024;
inline constexpr std::size_t kMaxTags = 50;
inline constexpr std::size_t kMaxTagKeyCharacters = 128;
inline constexpr std::size_t kMaxTagValueCharacters = 256;

inline constexpr std::int64_t kMaxListedStreams = 100;  // and shards
inline constexpr std::int64_t kMaxStreamRecords = 1'000;
inline constexpr std::int64_t kMaxStreamPageBytes = 1'048'576;
inline constexpr std::int64_t kMinStreamArnLength = 37;  // also of a Kinesis data stream
inline constexpr std::int64_t kMaxStreamArnLength = 1'024;
// A change whose record would be larger is not sent to Kinesis: 1 MB with its partition key.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/kds.html
inline constexpr std::size_t kMaxKinesisRecordBytes = 1'048'576 - 32;
inline constexpr std::int64_t kMinShardIdLength = 28;
inline constexpr std::int64_t kMaxShardIdLength = 65;
inline constexpr std::int64_t kMinSequenceNumberLength = 21;
inline constexpr std::int64_t kMaxSequenceNumberLength = 40;
inline constexpr std::int64_t kMaxShardIteratorLength = 2'048;
inline constexpr std::int64_t kShardIteratorLifeMs = 15 * 60'000;

inline constexpr std::int64_t kMaxListedTables = 100;
inline constexpr std::int64_t kMaxTableArnBytes = 1'024;
inline constexpr std::int64_t kMaxResourceArnBytes = 1'283;

inline constexpr std::int64_t kMaxListedInsights = 100;

inline constexpr std::size_t kMaxPolicyBytes = 20'480;
inline constexpr std::int64_t kMaxPolicyRevisionIdLength = 255;

inline constexpr std::int64_t kMinBackupArnLength = 37;
inline constexpr std::int64_t kMaxBackupArnLength = 1'024;
inline constexpr std::int64_t kMaxListedBackups = 100;
inline constexpr std::int64_t kMaxRecoveryPeriodDays = 35;
inline constexpr std::int64_t kMaxRestores = 50;  // at the same time
inline constexpr std::int64_t kSystemBackupLifeMs = 35LL * 24 * 3'600'000;

inline constexpr std::int64_t kMaxBucketNameLength = 255;
inline constexpr std::int64_t kMaxObjectPrefixLength = 1'024;
inline constexpr std::int64_t kMaxKmsKeyIdLength = 2'048;
inline constexpr std::int64_t kMaxListedTransfers = 25;
// Maximum number in progress at the same time.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html
inline constexpr std::int64_t kMaxExports = 300;
inline constexpr std::int64_t kMaxImports = 50;
// Limits of a bulk operation.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_StartBulkPutItems.html
inline constexpr std::int64_t kMinBulkWriteUnits = 1'024;
inline constexpr std::int64_t kMaxBulkTokenLength = 1'024;
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/BulkPutItems.BestPractices.html
inline constexpr std::size_t kMaxBulkObjects = 50'000;
inline constexpr std::uint64_t kMaxBulkObjectBytes = 5ULL << 30U;
// Time for which an export or import is remembered, and time for which its ClientToken is valid.
inline constexpr std::int64_t kTransferLifeMs = 90LL * 24 * 3'600'000;
inline constexpr std::int64_t kTransferTokenLifeMs = 8LL * 3'600'000;
inline constexpr std::int64_t kMinIncrementalExportMs = 15LL * 60'000;
inline constexpr std::int64_t kMaxIncrementalExportMs = 24LL * 3'600'000;
// Minimum number of bytes billed for an incremental export.
inline constexpr std::int64_t kMinIncrementalExportBytes = 10'000'000;

// Provisioned units: the maximum in a request, and the maximum of a table and of an account.
inline constexpr std::int64_t kMaxRequestedCapacityUnits = 1'000'000'000'000;
inline constexpr std::int64_t kMaxTableCapacityUnits = 40'000;
inline constexpr std::int64_t kMaxAccountCapacityUnits = 80'000;
// The initial throughput of a new on-demand table.
inline constexpr std::int64_t kInitialOnDemandReads = 12'000;
inline constexpr std::int64_t kInitialOnDemandWrites = 4'000;

inline constexpr std::int64_t kReadUnitBytes = 4'096;
inline constexpr std::int64_t kWriteUnitBytes = 1'024;

// PartiQL.
inline constexpr std::int64_t kMaxStatementBytes = 8'192;
inline constexpr std::int64_t kMaxNextTokenBytes = 32'768;
inline constexpr std::int64_t kMaxBatchStatements = 25;
inline constexpr std::size_t kMaxDecomposedReads = 50;
// Maximum nesting of expressions in a statement. AWS's limit is the stack size of its parser.
inline constexpr std::size_t kMaxStatementNesting = 500;

inline constexpr std::size_t kMaxBodyBytes = 16'777'216;

}  // namespace stator::protocol
