'use strict';

// Returns the program's path: STATOR_BINARY, or the file in the package of this platform. Throws an
// error that explains the fix if there is none.
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
