// The reads of the delivery lists as PartiQL statements, for developers who know SQL.
//
// Their results and costs are those of the other operations. The only write is the delivery itself:
// the DELETE returns the deleted item, so exactly one caller gets the text to send.

import {
  BatchExecuteStatementCommand,
  ExecuteStatementCommand,
  ExecuteTransactionCommand,
} from '@aws-sdk/client-dynamodb';

import { DELIVERY_INDEX, ORDERS_TABLE, PARTS_TABLE, TARGETS_TABLE } from './delivery_lists.js';
import * as tables from './tables.js';

export const PART = `SELECT user_ids FROM "${PARTS_TABLE}" WHERE delivery_id = ? AND "order" = ?`;
export const PARTS = `SELECT * FROM "${PARTS_TABLE}" WHERE delivery_id = ?`;
export const PARTS_BETWEEN = `${PARTS} AND "order" BETWEEN ? AND ?`;
export const PARTS_BACKWARDS = `${PARTS} ORDER BY "order" DESC`;
const ORDER = `SELECT "order", nextSequence FROM "${ORDERS_TABLE}" WHERE delivery_id = ?`;
export const TARGET = `SELECT * FROM "${TARGETS_TABLE}" WHERE user_id = ? AND delivery_id = ?`;
export const DELIVERIES_OF = `SELECT delivery_id FROM "${TARGETS_TABLE}" WHERE user_id = ?`;
export const PENDING =
  `SELECT user_id FROM "${TARGETS_TABLE}"."${DELIVERY_INDEX}" WHERE delivery_id = ?`;
export const TARGETS = `SELECT * FROM "${TARGETS_TABLE}"`;
export const TARGETS_NAMING = `${TARGETS} WHERE contains("text", ?)`;
const DELIVER =
  `DELETE FROM "${TARGETS_TABLE}" WHERE user_id = ? AND delivery_id = ? ` +
  'RETURNING ALL OLD *';

const STATEMENTS_MAX = 25;

// A string or an integer as an attribute value.
export function parameter(value) {
  return typeof value === 'string' ? { S: value } : { N: String(value) };
}

// A request, or an element of one, for a statement with its parameters.
export function statement(Statement, values = [], options = {}) {
  const Parameters = values.length > 0 ? values.map(parameter) : undefined;
  return { Statement, Parameters, ...options };
}

// The contents of PARTS_TABLE, ORDERS_TABLE and TARGETS_TABLE, read by statements.
export class DeliveryStatements {
  #client;

  constructor(client) {
    this.#client = client;
  }

  // The rows of all pages of a strongly consistent SELECT, following NextToken to the end.
  async rows(text, values = [], options = {}) {
    const request = statement(text, values, { ConsistentRead: true, ...options });
    const rows = [];
    do {
      const page = await this.#client.send(new ExecuteStatementCommand(request));
      rows.push(...page.Items);
      request.NextToken = page.NextToken;
    } while (request.NextToken);
    return rows;
  }

  // All users of a delivery, part by part in the order of the order table, all read at the same
  // moment.
  async parts(deliveryId) {
    const [{ order }] = await this.rows(ORDER, [deliveryId]);
    const reads = order.L.map((number) => statement(PART, [deliveryId, Number(number.N)]));
    const request = { TransactStatements: reads };
    const { Responses } = await this.#client.send(new ExecuteTransactionCommand(request));
    return Responses.map((part) => users(part.Item));
  }

  // Like parts(), but in batches of 25: each part is read separately, and is undefined if missing.
  async partsInGroups(deliveryId, numbers) {
    const parts = [];
    for (const group of tables.groupsOf(STATEMENTS_MAX, numbers)) {
      const Statements = group.map((number) =>
        statement(PART, [deliveryId, number], { ConsistentRead: true }),
      );
      const request = { Statements };
      const { Responses } = await this.#client.send(new BatchExecuteStatementCommand(request));
      parts.push(...Responses.map((part) => part.Item && users(part.Item)));
    }
    return parts;
  }

  async deliveriesOf(userId) {
    return (await this.rows(DELIVERIES_OF, [userId])).map((row) => row.delivery_id.S);
  }

  // The users without the delivery, from the index. They may be outdated; `deliver` decides.
  async pending(deliveryId) {
    const request = statement(PENDING, [deliveryId]);
    const { Items } = await this.#client.send(new ExecuteStatementCommand(request));
    return Items.map((row) => row.user_id.S);
  }

  // The text to send, for exactly one caller; undefined for every other.
  async deliver(userId, deliveryId) {
    const request = statement(DELIVER, [userId, deliveryId]);
    const { Items } = await this.#client.send(new ExecuteStatementCommand(request));
    return Items[0]?.text.S;
  }
}

function users(part) {
  return part.user_ids.L.map((user) => user.S);
}
