// Waits until the table that a plugin of Serverless creates has the item that it seeds.
const { clientOf, demandStator, eventually } = require('./client');

const port = process.env.LAUNCHER_PORT;
const client = clientOf(`http://127.0.0.1:${port}`);

eventually(async () => {
  const { Item } = await client.getItem({ TableName: 'notes', Key: { id: { S: '1' } } });
  if (Item?.text?.S !== 'from the seed') throw new Error(`the item is ${JSON.stringify(Item)}`);
  await demandStator(port);
}).then(
  () => process.exit(0),
  (error) => {
    console.error(error.message);
    process.exit(1);
  },
);
