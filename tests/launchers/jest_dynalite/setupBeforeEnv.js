const { setup } = require('jest-dynalite');

setup(__dirname);
