// dynamodb-local as its README shows it: launch, use, stop.
const DynamoDbLocal = require('dynamodb-local');
const { clientOf, demandStator, eventually } = require('../client');

const dynamoLocalPort = Number(process.env.LAUNCHER_PORT);

async function main() {
  DynamoDbLocal.configureInstaller({ installPath: process.env.LAUNCHER_INSTALLED });
  const child = await DynamoDbLocal.launch(dynamoLocalPort, null, ['-sharedDb']); // if you want to share with Javascript Shell
  const ended = new Promise((resolve) => child.on('exit', (code, signal) => resolve(signal)));
  const client = clientOf(`http://localhost:${dynamoLocalPort}`);
  await eventually(() => client.listTables({}));
  await demandStator(dynamoLocalPort);
  await client.createTable({
    TableName: 'notes',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  });
  // -sharedDb: another region sees the table.
  const elsewhere = await clientOf(`http://localhost:${dynamoLocalPort}`, 'eu-west-2').listTables({});
  if (elsewhere.TableNames.join() !== 'notes') throw new Error(`tables: ${elsewhere.TableNames}`);
  DynamoDbLocal.stop(dynamoLocalPort);
  if ((await ended) !== 'SIGKILL') throw new Error('the launcher has stopped another process');
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
