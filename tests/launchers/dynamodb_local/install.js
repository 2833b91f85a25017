// dynamodb-local, which installs DynamoDB Local from a file where the place is empty.
const fs = require('node:fs');
const path = require('node:path');
const DynamoDbLocal = require('dynamodb-local');
const { clientOf, demandStator, eventually } = require('../client');

const port = Number(process.env.LAUNCHER_PORT);
const [installPath, downloadUrl] = process.argv.slice(2);

async function main() {
  DynamoDbLocal.configureInstaller({ installPath, downloadUrl });
  await DynamoDbLocal.launch(port, null, ['-sharedDb']);
  if (!fs.existsSync(path.join(installPath, 'DynamoDBLocal.jar'))) throw new Error('nothing is installed');
  await eventually(() => clientOf(`http://localhost:${port}`).listTables({}));
  await demandStator(port);
  DynamoDbLocal.stop(port);
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
