'use strict';

// Where the program is: STATOR_BINARY, or in the package of this platform. Throws a sentence that
// names the fix when there is none.
function binaryPath() {
  if (process.env.STATOR_BINARY) return process.env.STATOR_BINARY;
  const platform = `${process.platform}-${process.arch}`;
  try {
    return require.resolve(`@stator/${platform}/bin/stator`);
  } catch {
    throw new Error(
      `there is no program for ${platform}: install stator without --omit=optional, on Linux for ` +
        'x64 or arm64, or name one by the variable STATOR_BINARY.',
    );
  }
}

module.exports = { binaryPath };
