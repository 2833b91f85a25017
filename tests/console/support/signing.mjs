// Requests to DynamoDB with a real signature, for a Stator that looks at it.
import { createHash, createHmac } from 'node:crypto';

const REGION = 'us-east-1';
const hash = (text) => createHash('sha256').update(text).digest('hex');
const hmac = (key, text) => createHmac('sha256', key).update(text).digest();

// The reply's status and body.
export async function callAs({ id, secret }, url, operation, input) {
  const { host } = new URL(url);
  const body = JSON.stringify(input);
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const target = `DynamoDB_20120810.${operation}`;
  const scope = `${time.slice(0, 8)}/${REGION}/dynamodb/aws4_request`;
  const signed = 'host;x-amz-date;x-amz-target';
  const canonical = ['POST', '/', '', `host:${host}`, `x-amz-date:${time}`, `x-amz-target:${target}`, '', signed, hash(body)].join('\n');
  const key = scope.split('/').reduce((secretOfNow, part) => hmac(secretOfNow, part), `AWS4${secret}`);
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope, hash(canonical)].join('\n')).toString('hex');
  const response = await fetch(url, {
    method: 'POST', body,
    headers: {
      'Content-Type': 'application/x-amz-json-1.0', 'X-Amz-Target': target, 'X-Amz-Date': time,
      Authorization: `AWS4-HMAC-SHA256 Credential=${id}/${scope}, SignedHeaders=${signed}, Signature=${signature}`,
    },
  });
  return { status: response.status, body: await response.json() };
}
