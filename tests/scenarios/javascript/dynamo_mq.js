// A message queue on one table, after DynamoMQ.
//
// A message is in the queue that its `queue_type` names, at the position that its `sent_at` gives
// it in the index. Receiving makes it invisible for a while but does not remove it; the receiver
// deletes it after processing. All updates are guarded by `version`, so consumers need no other
// agreement. Expressions are spelled like those of the Go SDK's builder: numbered placeholders, one
// clause per line.

import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  ScanCommand,
  UpdateCommand,
  paginateQuery,
} from '@aws-sdk/lib-dynamodb';

import * as tables from './tables.js';

export const TABLE_NAME = 'dynamo-mq-table';
export const INDEX_NAME = 'dynamo-mq-index-queue_type-sent_at';
export const STANDARD = 'STANDARD';
export const DLQ = 'DLQ';
const READY = 'READY';
const PROCESSING = 'PROCESSING';
const PAGE_LIMIT = 250;
const LIST_LIMIT = 10;
const VISIBILITY_TIMEOUT_SECONDS = 30;

// The queue has no visible message.
export class EmptyQueue extends Error {}

// A message of this id has been sent before.
export class IdDuplicated extends Error {}

// No message has this id.
export class IdNotFound extends Error {}

// The message is not in a state that allows this operation.
export class InvalidStateTransition extends Error {}

export function createTable(client) {
  return tables.create(client, {
    TableName: TABLE_NAME,
    AttributeDefinitions: tables.definitions({ id: 'S', queue_type: 'S', sent_at: 'S' }),
    KeySchema: tables.keySchema('id'),
    GlobalSecondaryIndexes: [
      {
        IndexName: INDEX_NAME,
        KeySchema: tables.keySchema('queue_type', 'sent_at'),
        Projection: { ProjectionType: 'ALL' },
      },
    ],
    BillingMode: 'PAY_PER_REQUEST',
  });
}

function rfc3339Nano(moment, afterSeconds = 0) {
  const later = new Date(moment.getTime() + afterSeconds * 1000);
  return later.toISOString().replace('Z', '000000Z');
}

// READY, or PROCESSING while the message is invisible.
function statusOf(message, now) {
  return rfc3339Nano(now) <= message.invisible_until_at ? PROCESSING : READY;
}

// The queue's operations. `clock.now()` returns the current time as a Date.
export class MessageQueue {
  #client;
  #clock;
  #useFifo;

  constructor(client, clock, useFifo = false) {
    this.#client = client;
    this.#clock = clock;
    this.#useFifo = useFifo;
  }

  // Sends a message, to be received after a delay; throws IdDuplicated.
  async send(id, data, delaySeconds = 0) {
    const now = this.#clock.now();
    const message = {
      id,
      data,
      receive_count: 0,
      queue_type: STANDARD,
      version: 1,
      created_at: rfc3339Nano(now),
      updated_at: rfc3339Nano(now),
      sent_at: rfc3339Nano(now, delaySeconds),
      received_at: '',
      invisible_until_at: '',
    };
    const request = {
      TableName: TABLE_NAME,
      Item: message,
      ConditionExpression: 'attribute_not_exists (#0)',
      ExpressionAttributeNames: { '#0': 'id' },
    };
    try {
      await this.#client.send(new PutCommand(request));
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) throw new IdDuplicated(id);
      throw error;
    }
    return message;
  }

  // The message as stored; throws IdNotFound.
  async get(id) {
    const request = { TableName: TABLE_NAME, Key: { id }, ConsistentRead: true };
    const { Item } = await this.#client.send(new GetCommand(request));
    if (!Item) throw new IdNotFound(id);
    return Item;
  }

  // The oldest visible message, made invisible to others; throws EmptyQueue, or loses to another
  // receiver.
  async receive(queueType = STANDARD) {
    const now = this.#clock.now();
    for await (const message of this.#sentUntil(queueType, now)) {
      if (statusOf(message, now) === READY) return this.markReceived(message);
      if (this.#useFifo) break;
    }
    throw new EmptyQueue(queueType);
  }

  // Takes a message, as it was read, for this receiver.
  markReceived(message) {
    const now = this.#clock.now();
    return this.#update(message, 'ADD #1 :1, #2 :2\nSET #3 = :3, #4 = :4, #5 = :5\n', [
      ['version', 1],
      ['receive_count', 1],
      ['updated_at', rfc3339Nano(now)],
      ['received_at', rfc3339Nano(now)],
      ['invisible_until_at', rfc3339Nano(now, VISIBILITY_TIMEOUT_SECONDS)],
    ]);
  }

  // Makes a message invisible for `seconds` from now; 0 returns it to the queue.
  async changeVisibility(id, seconds) {
    const now = this.#clock.now();
    return this.#update(await this.get(id), 'ADD #1 :1\nSET #2 = :2, #3 = :3\n', [
      ['version', 1],
      ['updated_at', rfc3339Nano(now)],
      ['invisible_until_at', rfc3339Nano(now, seconds)],
    ]);
  }

  delete(id) {
    return this.#client.send(new DeleteCommand({ TableName: TABLE_NAME, Key: { id } }));
  }

  // Moves a message to the end of the dead-letter queue, as if it had never been received.
  async moveToDLQ(id) {
    const message = await this.get(id);
    if (message.queue_type === DLQ) throw new InvalidStateTransition('message is already in DLQ');
    return this.#move(message, DLQ);
  }

  // Moves a message from the dead-letter queue to the end of the standard queue.
  async redrive(id) {
    const message = await this.get(id);
    if (message.queue_type !== DLQ) {
      throw new InvalidStateTransition('can only redrive messages from DLQ');
    }
    if (statusOf(message, this.#clock.now()) === PROCESSING) {
      throw new InvalidStateTransition('can only redrive messages from READY');
    }
    return this.#move(message, STANDARD);
  }

  // Some messages of any queue, least recently updated first.
  async ls(size = LIST_LIMIT) {
    const { Items } = await this.#client.send(
      new ScanCommand({ TableName: TABLE_NAME, Limit: size }),
    );
    return Items.sort((a, b) => (a.updated_at < b.updated_at ? -1 : 1));
  }

  // How many messages a queue has, and how many of them are being processed.
  async qstat(queueType = STANDARD) {
    const now = this.#clock.now();
    const messages = await this.#messages(queueType);
    const processing = messages.filter((message) => statusOf(message, now) === PROCESSING);
    const first100 = (list) => list.slice(0, 100).map((message) => message.id);
    return {
      total: messages.length,
      processing: processing.length,
      notStarted: messages.length - processing.length,
      first100Ids: first100(messages),
      first100ProcessingIds: first100(processing),
    };
  }

  // Deletes all messages of a queue; returns how many.
  async purge(queueType = STANDARD) {
    const messages = await this.#messages(queueType);
    const deletes = messages.map((message) => tables.deleteRequest({ id: message.id }));
    await tables.writeAll(this.#client, BatchWriteCommand, TABLE_NAME, deletes);
    return deletes.length;
  }

  #messages(queueType) {
    const request = {
      TableName: TABLE_NAME,
      IndexName: INDEX_NAME,
      KeyConditionExpression: '#0 = :0',
      ExpressionAttributeNames: { '#0': 'queue_type' },
      ExpressionAttributeValues: { ':0': queueType },
      Limit: PAGE_LIMIT,
    };
    return tables.rows(paginateQuery({ client: this.#client }, request));
  }

  // The messages of a queue which have been sent by now, oldest first, page by page.
  async *#sentUntil(queueType, now) {
    const request = {
      TableName: TABLE_NAME,
      IndexName: INDEX_NAME,
      KeyConditionExpression: '(#0 = :0) AND (#1 <= :1)',
      ExpressionAttributeNames: { '#0': 'queue_type', '#1': 'sent_at' },
      ExpressionAttributeValues: { ':0': queueType, ':1': rfc3339Nano(now) },
      Limit: PAGE_LIMIT,
      ScanIndexForward: true,
    };
    for await (const page of paginateQuery({ client: this.#client }, request)) yield* page.Items;
  }

  #move(message, queueType) {
    const now = rfc3339Nano(this.#clock.now());
    const update = 'ADD #1 :1\nSET #2 = :2, #3 = :3, #4 = :4, #5 = :5, #6 = :6, #7 = :7\n';
    return this.#update(message, update, [
      ['version', 1],
      ['queue_type', queueType],
      ['receive_count', 0],
      ['updated_at', now],
      ['sent_at', now],
      ['received_at', ''],
      ['invisible_until_at', ''],
    ]);
  }

  // Updates a message if it still has the version which was read; operand n is #n and :n.
  async #update(message, UpdateExpression, operands) {
    const names = {};
    const values = {};
    for (const [number, [name, value]] of [['version', message.version], ...operands].entries()) {
      names[`#${number}`] = name;
      values[`:${number}`] = value;
    }
    const { Attributes } = await this.#client.send(
      new UpdateCommand({
        TableName: TABLE_NAME,
        Key: { id: message.id },
        ConditionExpression: '#0 = :0',
        UpdateExpression,
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: values,
        ReturnValues: 'ALL_NEW',
      }),
    );
    return Attributes;
  }
}

// Receives messages by several workers until the queue is empty or `shutdown` is called.
//
// `process(message)` throws to fail a message: it returns to the queue, and after maximumReceives
// moves to the dead-letter queue. A shutdown lets each worker finish the message it has.
export class Consumer {
  #queue;
  #process;
  #workerCount;
  #maximumReceives;
  #shuttingDown = false;

  constructor(queue, process, workerCount, maximumReceives = 0) {
    this.#queue = queue;
    this.#process = process;
    this.#workerCount = workerCount;
    this.#maximumReceives = maximumReceives;
  }

  // Returns a promise which resolves when the last worker has ended.
  async run() {
    await Promise.all(Array.from({ length: this.#workerCount }, () => this.#consume()));
  }

  // Asks the workers to take no further message.
  shutdown() {
    this.#shuttingDown = true;
  }

  async #consume() {
    while (!this.#shuttingDown) {
      try {
        await this.#handle(await this.#queue.receive());
      } catch (error) {
        if (error instanceof EmptyQueue) return;
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
      }
    }
  }

  async #handle(message) {
    try {
      await this.#process(message);
    } catch {
      await this.#fail(message);
      return;
    }
    await this.#queue.delete(message.id);
  }

  async #fail(message) {
    if (this.#maximumReceives && message.receive_count >= this.#maximumReceives) {
      await this.#queue.moveToDLQ(message.id);
    } else {
      await this.#queue.changeVisibility(message.id, 0);
    }
  }
}
