const { behavesAsAlone } = require('../alone.cjs');

test('the first file finds an empty universe', () => behavesAsAlone('first'));
