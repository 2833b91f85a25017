// Follows the stream of a table like applications of the Kinesis Client Library.
//
// Several workers share the shards of a stream. A lease for each shard contains its reader and its
// checkpoint, the SequenceNumber of the last record whose effects are stored. A shard is read only
// when its parent has been read to the end, so all changes of an item arrive in the order in which
// they were made. The writes of the application for a record are in one transaction with the
// checkpoint, under the condition that the worker still holds the lease. So each record takes
// effect exactly once, even if workers stop and others take over.

import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import {
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
  paginateQuery,
} from '@aws-sdk/lib-dynamodb';

import * as tables from './tables.js';

const TRIM_HORIZON = 'TRIM_HORIZON';
export const SHARD_END = 'SHARD_END';
export const FAILOVER_SECONDS = 10;
const SHARDS_PAGE_LIMIT = 3;
const RECORDS_PAGE_LIMIT = 20;

// Another worker has taken the lease.
class LeaseLost extends Error {}

// All shards of a stream as it is now, following LastEvaluatedShardId to the end.
export async function shardsOf(streams, StreamArn) {
  const shards = [];
  let ExclusiveStartShardId;
  do {
    const request = { StreamArn, ExclusiveStartShardId, Limit: SHARDS_PAGE_LIMIT };
    const { StreamDescription } = await streams.send(new DescribeStreamCommand(request));
    shards.push(...StreamDescription.Shards);
    ExclusiveStartShardId = StreamDescription.LastEvaluatedShardId;
  } while (ExclusiveStartShardId);
  return shards;
}

// The lease table of one application; `client` is a document client.
export class Leases {
  #client;
  #tableName;

  constructor(client, application) {
    this.#client = client;
    this.#tableName = application;
  }

  create() {
    return tables.create(this.#client, {
      TableName: this.#tableName,
      AttributeDefinitions: tables.definitions({ streamArn: 'S', shardId: 'S' }),
      KeySchema: tables.keySchema('streamArn', 'shardId'),
      BillingMode: 'PAY_PER_REQUEST',
    });
  }

  // Creates a lease for a shard that has none.
  async add(streamArn, shard) {
    const lease = {
      streamArn,
      shardId: shard.ShardId,
      parentShardId: shard.ParentShardId,
      leaseCounter: 0,
      checkpoint: TRIM_HORIZON,
    };
    const request = {
      TableName: this.#tableName,
      Item: lease,
      ConditionExpression: 'attribute_not_exists(shardId)',
    };
    try {
      await this.#client.send(new PutCommand(request));
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  }

  // The leases of a stream.
  ofStream(streamArn) {
    const request = {
      TableName: this.#tableName,
      KeyConditionExpression: 'streamArn = :streamArn',
      ExpressionAttributeValues: { ':streamArn': streamArn },
      ConsistentRead: true,
    };
    return tables.rows(paginateQuery({ client: this.#client }, request));
  }

  // Makes `owner` the owner of the lease, and returns it; throws LeaseLost if another was faster.
  async take(lease, owner) {
    const request = {
      TableName: this.#tableName,
      Key: keyOf(lease),
      UpdateExpression: 'SET leaseOwner = :owner ADD leaseCounter :one',
      ConditionExpression: 'leaseCounter = :counter',
      ExpressionAttributeValues: { ':owner': owner, ':counter': lease.leaseCounter, ':one': 1 },
      ReturnValues: 'ALL_NEW',
    };
    try {
      return (await this.#client.send(new UpdateCommand(request))).Attributes;
    } catch (error) {
      const isTaken =
        error instanceof ConditionalCheckFailedException ||
        error instanceof TransactionConflictException;
      throw isTaken ? new LeaseLost(lease.shardId) : error;
    }
  }

  // Stores a checkpoint together with the writes of the application; throws LeaseLost.
  async commit(lease, checkpoint, writes) {
    const Update = {
      TableName: this.#tableName,
      Key: keyOf(lease),
      UpdateExpression: 'SET checkpoint = :checkpoint ADD leaseCounter :one',
      ConditionExpression: 'leaseOwner = :owner AND leaseCounter = :counter',
      ExpressionAttributeValues: {
        ':checkpoint': checkpoint,
        ':one': 1,
        ':owner': lease.leaseOwner,
        ':counter': lease.leaseCounter,
      },
    };
    while (!(await this.#write([{ Update }, ...writes])));
    return { ...lease, checkpoint, leaseCounter: lease.leaseCounter + 1 };
  }

  // Whether the transaction was made; false if it conflicted with another and must be repeated.
  async #write(TransactItems) {
    try {
      await this.#client.send(new TransactWriteCommand({ TransactItems }));
      return true;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const codes = error.CancellationReasons.map((reason) => reason.Code);
      if (codes[0] === 'ConditionalCheckFailed') throw new LeaseLost();
      if (codes.some((code) => code !== 'None' && code !== 'TransactionConflict')) throw error;
      return false;
    }
  }
}

function keyOf({ streamArn, shardId }) {
  return { streamArn, shardId };
}

// One of the workers that share a stream; its name is unique.
//
// `process(record)` returns the writes for a record, as elements of TransactItems with JavaScript
// values. A worker that is not run for FAILOVER_SECONDS loses its shards to the others.
export class Worker {
  #name;
  #streams;
  #leases;
  #streamArn;
  #process;
  #clock;
  #leasesMax;
  #held = new Map();
  #iterators = new Map();
  #seen = new Map();

  constructor(name, { streams, leases, streamArn, process, clock, leasesMax = Infinity }) {
    this.#name = name;
    this.#streams = streams;
    this.#leases = leases;
    this.#streamArn = streamArn;
    this.#process = process;
    this.#clock = clock;
    this.#leasesMax = leasesMax;
  }

  // Reads a page of each shard that it holds or can take; resolves to the number of records, and
  // the number of shards that reached their end.
  async runOnce() {
    for (const shard of await shardsOf(this.#streams, this.#streamArn)) {
      if (!this.#seen.has(shard.ShardId)) await this.#leases.add(this.#streamArn, shard);
    }
    await this.#takeFreeLeases();
    const progress = { records: 0, ends: 0 };
    for (const shardId of [...this.#held.keys()]) {
      try {
        progress.records += await this.#readPage(shardId);
        progress.ends += this.#forgetEnded(shardId);
      } catch (error) {
        if (!(error instanceof LeaseLost)) throw error;
        this.#held.delete(shardId);
      }
    }
    return progress;
  }

  async #takeFreeLeases() {
    const leases = await this.#leases.ofStream(this.#streamArn);
    const now = this.#clock.now().getTime();
    const unfinished = leases.filter((lease) => lease.checkpoint !== SHARD_END);
    const unfinishedIds = new Set(unfinished.map((lease) => lease.shardId));
    for (const lease of leases) {
      if (this.#seen.get(lease.shardId)?.leaseCounter !== lease.leaseCounter) {
        this.#seen.set(lease.shardId, { leaseCounter: lease.leaseCounter, at: now });
      }
    }
    for (const lease of unfinished) {
      if (this.#held.size >= this.#leasesMax) return;
      if (unfinishedIds.has(lease.parentShardId) || this.#held.has(lease.shardId)) continue;
      if (this.#isFree(lease, now)) await this.#start(lease);
    }
  }

  #isFree({ shardId, leaseOwner }, now) {
    const isAbandoned = now - this.#seen.get(shardId).at > FAILOVER_SECONDS * 1000;
    return isAbandoned || leaseOwner === undefined || leaseOwner === this.#name;
  }

  async #start(lease) {
    try {
      this.#held.set(lease.shardId, await this.#leases.take(lease, this.#name));
    } catch (error) {
      if (error instanceof LeaseLost) return;
      throw error;
    }
    this.#iterators.set(lease.shardId, await this.#iteratorAfter(lease));
  }

  async #iteratorAfter({ shardId, checkpoint }) {
    const position =
      checkpoint === TRIM_HORIZON
        ? { ShardIteratorType: TRIM_HORIZON }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: checkpoint };
    const request = { StreamArn: this.#streamArn, ShardId: shardId, ...position };
    return (await this.#streams.send(new GetShardIteratorCommand(request))).ShardIterator;
  }

  async #readPage(shardId) {
    const request = { ShardIterator: this.#iterators.get(shardId), Limit: RECORDS_PAGE_LIMIT };
    const page = await this.#streams.send(new GetRecordsCommand(request));
    for (const record of page.Records) {
      await this.#commit(shardId, record.dynamodb.SequenceNumber, this.#process(record));
    }
    if (!page.NextShardIterator) {
      await this.#commit(shardId, SHARD_END, []);
    } else if (page.Records.length === 0) {
      this.#held.set(shardId, await this.#leases.take(this.#held.get(shardId), this.#name));
    }
    this.#iterators.set(shardId, page.NextShardIterator);
    return page.Records.length;
  }

  async #commit(shardId, checkpoint, writes) {
    const lease = await this.#leases.commit(this.#held.get(shardId), checkpoint, writes);
    this.#held.set(shardId, lease);
  }

  // The number of shards that it forgets: one or none.
  #forgetEnded(shardId) {
    if (this.#held.get(shardId).checkpoint !== SHARD_END) return 0;
    this.#held.delete(shardId);
    return 1;
  }
}

// Runs workers in turn until none of them has anything to do; resolves to the number of records.
export async function drain(...workers) {
  let total = 0;
  for (;;) {
    let isIdle = true;
    for (const worker of workers) {
      const { records, ends } = await worker.runOnce();
      total += records;
      isIdle &&= records + ends === 0;
    }
    if (isIdle) return total;
  }
}
