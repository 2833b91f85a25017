// kinesalite on a port of its own, which it prints.
const server = require('kinesalite')({ createStreamMs: 1, updateStreamMs: 1, shardLimit: 100 });
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
