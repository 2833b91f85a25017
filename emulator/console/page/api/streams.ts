// The available records of a stream, shard by shard.
import type { Where } from '../base/place';
import { ApiError, call } from './client';
import type { Operations, Shard, StreamRecord } from './types';

export type StreamDescription = Operations['DescribeStream'][1]['StreamDescription'];

export async function describeStream(where: Where, arn: string): Promise<StreamDescription> {
  let whole: StreamDescription | undefined;
  let start: string | undefined;
  do {
    const input = { StreamArn: arn, ...(start ? { ExclusiveStartShardId: start } : {}) };
    const { StreamDescription: part } = await call(where, 'DescribeStream', input);
    whole = whole ? { ...whole, Shards: [...whole.Shards, ...part.Shards] } : part;
    start = part.LastEvaluatedShardId;
  } while (start);
  return whole!;
}

export interface ShardRecord extends StreamRecord { shard: string }

// Reads a stream continuously. It does not run by itself: the caller must call `next`.
export class StreamReader {
  private iterators = new Map<string, string | undefined>(); // undefined: read to the end
  shards: Shard[] = [];

  constructor(private where: Where, private arn: string, private from: 'TRIM_HORIZON' | 'LATEST') {}

  // Returns the records since the last call, in the order of their sequence numbers.
  async next(): Promise<ShardRecord[]> {
    this.shards = (await describeStream(this.where, this.arn)).Shards;
    const isFirst = this.iterators.size === 0;
    const found: ShardRecord[] = [];
    for (const shard of this.shards) {
      if (!this.iterators.has(shard.ShardId)) await this.begin(shard.ShardId, isFirst ? this.from : 'TRIM_HORIZON');
      found.push(...await this.read(shard.ShardId));
    }
    return found.sort((a, b) => compareNumbers(a.dynamodb.SequenceNumber, b.dynamodb.SequenceNumber));
  }

  private async begin(shard: string, type: string): Promise<void> {
    const reply = await call(this.where, 'GetShardIterator', { StreamArn: this.arn, ShardId: shard, ShardIteratorType: type });
    this.iterators.set(shard, reply.ShardIterator);
  }

  private async read(shard: string): Promise<ShardRecord[]> {
    const found: ShardRecord[] = [];
    for (let page = 0; page < 20; page++) {
      const iterator = this.iterators.get(shard);
      if (!iterator) return found;
      try {
        const reply = await call(this.where, 'GetRecords', { ShardIterator: iterator, Limit: 1000 });
        this.iterators.set(shard, reply.NextShardIterator);
        found.push(...reply.Records.map((record) => ({ ...record, shard })));
        if (reply.Records.length === 0) return found;
      } catch (error) {
        // An iterator is valid for fifteen minutes on a clock that can be advanced.
        if (!(error instanceof ApiError) || !/Expired|Trimmed/.test(error.type)) throw error;
        this.iterators.delete(shard);
        await this.begin(shard, 'TRIM_HORIZON');
        return found;
      }
    }
    return found;
  }
}

// Sequence numbers have up to forty digits.
export const compareNumbers = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
