const { DynamoDB } = require('@aws-sdk/client-dynamodb');
const { demandStator } = require('../client');

const client = new DynamoDB({
  ...(process.env.MOCK_DYNAMODB_ENDPOINT && {
    endpoint: process.env.MOCK_DYNAMODB_ENDPOINT,
    sslEnabled: false,
    region: 'local',
  }),
});
const Item = { id: { S: '50' }, name: { S: 'already exists' } };

afterAll(() => client.destroy());

it('has the tables of the configuration', async () => {
  await client.putItem({ TableName: 'table', Item });
  expect((await client.getItem({ TableName: 'table', Key: { id: { S: '50' } } })).Item).toEqual(Item);
});

it('finds them empty in the next test', async () => {
  expect((await client.scan({ TableName: 'table' })).Count).toBe(0);
});

it('is Stator that answers', () => demandStator(process.env.LAUNCHER_PORT));
