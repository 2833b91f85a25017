// Ion on standard input, read by Amazon's own library, as lines of DynamoDB's JSON on standard output.
"use strict";
const fs = require("fs");
const ion = require("ion-js");

const { IonTypes } = ion;
const base64 = (bytes) => Buffer.from(bytes).toString("base64");
const SETS = { SS: (reader) => reader.stringValue(), NS: (reader) => number(reader), BS: (reader) => base64(reader.uInt8ArrayValue()) };

function number(reader) {
  return reader.type() === IonTypes.INT ? String(reader.bigIntValue()) : reader.decimalValue().toString().replace(/[dD]/, "E");
}

function within(reader, read) {
  const all = [];
  reader.stepIn();
  while (reader.next() !== null) all.push(read(reader));
  reader.stepOut();
  return all;
}

const members = (reader) => Object.fromEntries(within(reader, () => [reader.fieldName(), value(reader)]));

function value(reader) {
  const [mark] = reader.annotations();
  const set = /^\$dynamodb_(SS|NS|BS)$/.exec(mark ?? "");
  if (set) return { [set[1]]: within(reader, SETS[set[1]]) };
  if (reader.isNull()) return { NULL: true };
  switch (reader.type()) {
    case IonTypes.STRING: return { S: reader.stringValue() };
    case IonTypes.BOOL: return { BOOL: reader.booleanValue() };
    case IonTypes.BLOB: return { B: base64(reader.uInt8ArrayValue()) };
    case IonTypes.LIST: return { L: within(reader, value) };
    case IonTypes.STRUCT: return { M: members(reader) };
    default: return { N: number(reader) };
  }
}

const reader = ion.makeReader(fs.readFileSync(0));
const lines = [];
while (reader.next() !== null) lines.push(JSON.stringify({ Item: value(reader).M.Item.M }));
fs.writeFileSync(1, lines.map((line) => `${line}\n`).join(""));
