// Explains DynamoDB's errors: the rule, the order of its checks, and the fix. docs/ERRORS.md has a
// section for each.

export interface Rule { why: string; order: number; section: string; fix?: string }

export const RULES_PAGE = 'ERRORS.md';

// The order in which DynamoDB checks a request.
export const CHECKS = [
  'the body is JSON, and the operation exists',
  'the credentials are there',
  'the members have the right types and sizes',
  'expressions parse, and fit together',
  'the table and the index exist and are usable',
  'keys and values fit the table',
  'throughput is left',
  'conditions hold, and no transaction is in the way',
];

const RULES: [RegExp, RegExp, Rule][] = [
  [/^ResourceNotFoundException/, /./, {
    why: 'No such table or index in this universe and region. Tables belong to the region that the request is signed for.',
    order: 4, section: 'no-such-table-or-index', fix: 'Compare the region and universe of the client with those of the table.',
  }],
  [/^ConditionalCheckFailed/, /./, {
    why: 'The condition did not hold for the item as it is. Nothing was written.', order: 7, section: 'condition-not-met',
    fix: 'Ask for ReturnValuesOnConditionCheckFailure=ALL_OLD to see the item that was found.',
  }],
  [/^TransactionCanceled/, /./, {
    why: 'One action of the transaction could not be done, so none was. The reasons stand in the order of the actions.',
    order: 7, section: 'transaction-cancelled', fix: 'Look at CancellationReasons: the first that is not None.',
  }],
  [/^TransactionConflict|^TransactionInProgress/, /./, {
    why: 'Another transaction is working on the same item.', order: 7, section: 'transaction-conflict', fix: 'Repeat the request after a moment.',
  }],
  [/Throughput|Throttl|RequestLimit/, /./, {
    why: 'The request needs more capacity than is left: of the table, of one partition, or of the account.', order: 6, section: 'no-throughput-left',
    fix: 'Spread the keys, raise the throughput, or repeat after a moment. ThrottlingReasons says which limit it was.',
  }],
  [/^ResourceInUse/, /./, { why: 'The table exists already, or its status does not allow this now.', order: 4, section: 'table-in-use', fix: 'Wait until it is ACTIVE.' }],
  [/^SerializationException/, /./, { why: 'The JSON has a member of the wrong type: a number in quotes, a list where a map belongs.', order: 2, section: 'wrong-json-type' }],
  [/^UnknownOperation/, /./, { why: 'DynamoDB has no operation of that name.', order: 0, section: 'unknown-operation' }],
  [/^(MissingAuthentication|IncompleteSignature|UnrecognizedClient|InvalidSignature|AccessDenied)/, /./, {
    why: 'The request is not signed as it should be.', order: 1, section: 'not-signed', fix: 'Any access key and secret will do, but the SDK needs some.',
  }],
  [/^ValidationException/, /reserved keyword/i, {
    why: 'A name in an expression is one of the words that DynamoDB keeps for itself.', order: 3, section: 'reserved-word',
    fix: 'Write #name in the expression and put the name into ExpressionAttributeNames.',
  }],
  [/^ValidationException/, /unused in expressions/i, {
    why: 'Every name and value that is defined must be used.', order: 3, section: 'unused-placeholder', fix: 'Leave out the placeholder that no expression has.',
  }],
  [/^ValidationException/, /not defined/i, {
    why: 'An expression has a placeholder that is not defined.', order: 3, section: 'undefined-placeholder',
    fix: 'Add it to ExpressionAttributeNames (#) or ExpressionAttributeValues (:).',
  }],
  [/^ValidationException/, /Invalid \w*Expression/i, {
    why: 'The expression does not parse, or its parts do not fit together.', order: 3, section: 'expression-that-does-not-parse',
  }],
  [/^ValidationException/, /key element does not match|number of conditions on the keys|missing the key/i, {
    why: 'The key must have exactly the attributes of the key schema, of the right types.', order: 5, section: 'key-that-does-not-fit',
    fix: 'Compare the key with the Definition of the table.',
  }],
  [/^ValidationException/, /key condition|KeyConditionExpression|Query key/i, {
    why: 'A query names the partition key with =, and the sort key with one condition that is a range.', order: 3, section: 'key-condition',
    fix: 'Move other conditions to the FilterExpression; they are paid for all the same.',
  }],
  [/^ValidationException/, /maximum allowed size|Item size/i, { why: 'An item has 400 KB at most, names included.', order: 5, section: 'item-too-large' }],
  [/^ValidationException/, /empty (string|AttributeValue)|may not contain/i, {
    why: 'Keys may not be empty, and sets need at least one element.', order: 5, section: 'empty-value',
  }],
  [/^ValidationException/, /constraint/i, {
    why: 'A member breaks the limits of DynamoDB\'s model: length, pattern, or a list of choices.', order: 2, section: 'limit-of-a-member',
  }],
  [/^ValidationException/, /./, { why: 'The request is not valid as it stands; nothing was done.', order: 2, section: 'other-validation' }],
  [/^InternalServerError|^ServiceUnavailable/, /./, {
    why: 'DynamoDB failed by itself, which it may. In Stator only a fault rule does this.', order: 7, section: 'failure-of-the-service',
    fix: 'Repeat the request: it may or may not have been carried out.',
  }],
];

export function ruleOf(type: string, message = ''): Rule | undefined {
  return RULES.find(([name, text]) => name.test(type) && text.test(message || ' '))?.[2];
}

export const allRules = (): Rule[] => RULES.map(([, , rule]) => rule);

// Returns the parts of the request that a message refers to: words in quotes, names after a colon.
export function suspects(message: string): string[] {
  const found = [...message.matchAll(/['"‘“]([^'"’”]{2,})['"’”]|(?:token|keyword|attribute value|attribute|key|name|operand): *([#:\w.]+)/gi)];
  return [...new Set(found.map((match) => match[1] ?? match[2]!).filter((word) => !/^(the|a|is)$/i.test(word)))];
}
