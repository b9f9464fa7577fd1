#!/usr/bin/env node
'use strict';

// Written for the oldest Node there may be: it has to get far enough to say which one is needed.
const node = require('./supported-node.cjs');

if (node.isSupported(process.versions.node)) {
  import('../dist/cli/main.js');
} else {
  console.error(`assay: this is Node.js ${process.versions.node}, at ${process.execPath}.`);
  console.error(`Assay needs Node.js ${node.needed}. Install one of those and start assay with it.`);
  process.exitCode = 3;
}
