// The parts of DynamoDB's API that the console uses, under DynamoDB's names.

export type Value =
  | { S: string } | { N: string } | { B: string } | { BOOL: boolean } | { NULL: true }
  | { SS: string[] } | { NS: string[] } | { BS: string[] } | { L: Value[] } | { M: Item };
export type TypeName = 'S' | 'N' | 'B' | 'BOOL' | 'NULL' | 'SS' | 'NS' | 'BS' | 'L' | 'M';
export interface Item { [name: string]: Value }

export interface KeyElement { AttributeName: string; KeyType: 'HASH' | 'RANGE' }
export interface Projection { ProjectionType?: string; NonKeyAttributes?: string[] }
export interface Throughput { ReadCapacityUnits: number; WriteCapacityUnits: number }
export interface Index {
  IndexName: string;
  KeySchema: KeyElement[];
  Projection?: Projection;
  IndexStatus?: string;
  Backfilling?: boolean;
  ItemCount?: number;
  IndexSizeBytes?: number;
  ProvisionedThroughput?: Throughput;
}
export interface VectorIndex {
  IndexName: string;
  VectorAttribute: { AttributeName: string };
  SearchSchema?: { AttributeName: string; SearchSchemaElementType: 'HASH' | 'INLINE_FILTER' }[];
  Projection?: Projection;
  Dimensions: number;
  DistanceFunction: string;
  IndexStatus: string;
  ItemCount: number;
  IndexSizeBytes: number;
}
export interface SearchResult { Item: Item; Score: number }
export interface Table {
  TableName: string;
  TableArn: string;
  TableStatus: string;
  CreationDateTime: number;
  KeySchema: KeyElement[];
  AttributeDefinitions: { AttributeName: string; AttributeType: 'S' | 'N' | 'B' }[];
  ItemCount?: number;
  TableSizeBytes?: number;
  ProvisionedThroughput?: Throughput;
  BillingModeSummary?: { BillingMode: string };
  GlobalSecondaryIndexes?: Index[];
  LocalSecondaryIndexes?: Index[];
  VectorIndexes?: VectorIndex[];
  StreamSpecification?: { StreamEnabled: boolean; StreamViewType?: string };
  LatestStreamArn?: string;
  LatestStreamLabel?: string;
  DeletionProtectionEnabled?: boolean;
  TableClassSummary?: { TableClass: string };
  Replicas?: { RegionName: string; ReplicaStatus: string }[];
}
export interface Consumed {
  TableName: string;
  CapacityUnits: number;
  ReadCapacityUnits?: number;
  WriteCapacityUnits?: number;
}
export interface Names { ExpressionAttributeNames?: Record<string, string>; ExpressionAttributeValues?: Item }
export interface PageRequest extends Names {
  TableName: string;
  IndexName?: string;
  KeyConditionExpression?: string;
  FilterExpression?: string;
  ScanIndexForward?: boolean;
  ConsistentRead?: boolean;
  Limit?: number;
  Select?: string;
  ProjectionExpression?: string;
  Segment?: number;
  TotalSegments?: number;
  ExclusiveStartKey?: Item;
}
export interface Page {
  Items?: Item[];
  Count: number;
  ScannedCount: number;
  LastEvaluatedKey?: Item;
  ConsumedCapacity?: Consumed;
}
export interface Write extends Names { TableName: string; ConditionExpression?: string; ReturnValuesOnConditionCheckFailure?: 'ALL_OLD' }
export interface Shard {
  ShardId: string;
  ParentShardId?: string;
  SequenceNumberRange: { StartingSequenceNumber: string; EndingSequenceNumber?: string };
}
export interface StreamRecord {
  eventID: string;
  eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  userIdentity?: { principalId: string };
  dynamodb: {
    ApproximateCreationDateTime: number;
    Keys: Item;
    NewImage?: Item;
    OldImage?: Item;
    SequenceNumber: string;
    SizeBytes: number;
    StreamViewType: string;
  };
}
export type WriteRequest = { PutRequest: { Item: Item } } | { DeleteRequest: { Key: Item } };
export type TransactItem = { Put: Write & { Item: Item } } | { Delete: Write & { Key: Item } };

export interface KinesisRequest { TableName: string; StreamArn: string; [settings: string]: unknown }

// The request and reply of each operation.
export interface Operations {
  ListTables: [{ ExclusiveStartTableName?: string; Limit?: number }, { TableNames: string[]; LastEvaluatedTableName?: string }];
  DescribeTable: [{ TableName: string }, { Table: Table }];
  CreateTable: [object, { TableDescription: Table }];
  UpdateTable: [object, { TableDescription: Table }];
  DeleteTable: [{ TableName: string }, { TableDescription: Table }];
  SearchVectors: [object, { SearchResults: SearchResult[] }];
  DescribeTimeToLive: [
    { TableName: string },
    { TimeToLiveDescription: { TimeToLiveStatus: string; AttributeName?: string } },
  ];
  UpdateTimeToLive: [object, object];
  CreateBackup: [{ TableName: string; BackupName: string }, object];
  DeleteBackup: [{ BackupArn: string }, object];
  RestoreTableFromBackup: [{ BackupArn: string; TargetTableName: string }, object];
  RestoreTableToPointInTime: [{ SourceTableName: string; TargetTableName: string; RestoreDateTime: number }, object];
  UpdateContinuousBackups: [{ TableName: string; PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: boolean } }, object];
  ExportTableToPointInTime: [object, { ExportDescription: { ExportArn: string } }];
  DescribeExport: [{ ExportArn: string }, { ExportDescription: object }];
  ImportTable: [object, { ImportTableDescription: { ImportArn: string } }];
  DescribeImport: [{ ImportArn: string }, { ImportTableDescription: object }];
  StartBulkPutItems: [object, { BulkOperationDescription: { BulkOperationArn: string } }];
  DescribeBulkOperation: [{ BulkOperationArn: string }, { BulkOperationDescription: object }];
  CancelBulkOperation: [{ BulkOperationArn: string }, object];
  EnableKinesisStreamingDestination: [KinesisRequest, object];
  UpdateKinesisStreamingDestination: [KinesisRequest, object];
  DisableKinesisStreamingDestination: [KinesisRequest, object];
  GetResourcePolicy: [{ ResourceArn: string }, { Policy: string; RevisionId: string }];
  PutResourcePolicy: [{ ResourceArn: string; Policy: string; ExpectedRevisionId: string }, { RevisionId: string }];
  DeleteResourcePolicy: [{ ResourceArn: string; ExpectedRevisionId: string }, object];
  ListTagsOfResource: [{ ResourceArn: string }, { Tags?: { Key: string; Value: string }[] }];
  GetItem: [{ TableName: string; Key: Item; ConsistentRead?: boolean }, { Item?: Item; ConsumedCapacity?: Consumed }];
  PutItem: [Write & { Item: Item }, { ConsumedCapacity?: Consumed }];
  UpdateItem: [Write & { Key: Item; UpdateExpression?: string }, { ConsumedCapacity?: Consumed }];
  DeleteItem: [Write & { Key: Item }, { ConsumedCapacity?: Consumed }];
  Query: [PageRequest, Page];
  Scan: [PageRequest, Page];
  BatchWriteItem: [
    { RequestItems: Record<string, WriteRequest[]> },
    { UnprocessedItems?: Record<string, WriteRequest[]>; ConsumedCapacity?: Consumed[] },
  ];
  TransactWriteItems: [{ TransactItems: TransactItem[] }, { ConsumedCapacity?: Consumed[] }];
  ExecuteStatement: [
    { Statement: string; Limit?: number; NextToken?: string; ConsistentRead?: boolean },
    { Items?: Item[]; NextToken?: string; LastEvaluatedKey?: Item; ConsumedCapacity?: Consumed },
  ];
  ListStreams: [{ TableName?: string; ExclusiveStartStreamArn?: string }, { Streams: { StreamArn: string; TableName: string; StreamLabel: string }[] }];
  DescribeStream: [
    { StreamArn: string; ExclusiveStartShardId?: string },
    {
      StreamDescription: {
        StreamArn: string; StreamLabel: string; StreamStatus: string; StreamViewType: string; TableName: string;
        CreationRequestDateTime: number; Shards: Shard[]; LastEvaluatedShardId?: string;
      };
    },
  ];
  GetShardIterator: [
    { StreamArn: string; ShardId: string; ShardIteratorType: string; SequenceNumber?: string },
    { ShardIterator: string },
  ];
  GetRecords: [{ ShardIterator: string; Limit?: number }, { Records: StreamRecord[]; NextShardIterator?: string }];
}
export type OperationName = keyof Operations;
