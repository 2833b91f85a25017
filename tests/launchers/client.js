// A client of the server that a launcher has started, as the launchers' own documentation shows one.
const { DynamoDB } = require('@aws-sdk/client-dynamodb');

exports.clientOf = (endpoint, region = 'localhost') =>
  new DynamoDB({
    endpoint,
    region,
    maxAttempts: 1,
    credentials: { accessKeyId: 'MockAccessKeyId', secretAccessKey: 'MockSecretAccessKey' },
  });

// Repeats until it succeeds; the launchers do not tell when their server answers.
exports.eventually = async (attempt, seconds = 20) => {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
};

// Throws unless what answers at the port is Stator: DynamoDB Local has no such path.
exports.demandStator = async (port) => {
  const reply = await fetch(`http://127.0.0.1:${port}/health`);
  const text = await reply.text();
  if (reply.status !== 200 || !text.startsWith('healthy: ')) throw new Error(`no Stator: ${reply.status} ${text}`);
};
