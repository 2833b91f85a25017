'use strict';

module.exports = async () => {
  await globalThis.__STATOR__?.stop();
};
