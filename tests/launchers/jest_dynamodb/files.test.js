const { DynamoDB } = require('@aws-sdk/client-dynamodb');
const { demandStator } = require('../client');

const ddb = new DynamoDB({
  endpoint: `http://localhost:${process.env.LAUNCHER_PORT}`,
  tls: false,
  region: 'local-env',
  credentials: { accessKeyId: 'fakeMyKeyId', secretAccessKey: 'fakeSecretAccessKey' },
});

it('should insert item into table', async () => {
  await ddb.putItem({ TableName: 'files', Item: { id: { S: '1' }, hello: { S: 'world' } } });
  const { Item } = await ddb.getItem({ TableName: 'files', Key: { id: { S: '1' } } });
  expect(Item).toEqual({ id: { S: '1' }, hello: { S: 'world' } });
});

it('is Stator that answers', () => demandStator(process.env.LAUNCHER_PORT));
