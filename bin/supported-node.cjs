'use strict';

/** As in `^22.15.0 || >=24.0.0`: no other forms are read here. */
const range = require('../package.json').engines.node.split(' || ');

function isSupported(version) {
  return range.some((part) => allows(part, version));
}

function allows(part, version) {
  const least = numbersIn(part);
  const found = numbersIn(version);
  if (found[0] === least[0]) return found[1] >= least[1];
  return part.startsWith('>=') && found[0] > least[0];
}

function numbersIn(text) {
  return text.match(/\d+/g).map(Number);
}

function describe(part) {
  const least = numbersIn(part).slice(0, 2).join('.').replace(/\.0$/, '');
  return part.startsWith('^') ? `${numbersIn(part)[0]} from ${least} on` : `${least} or newer`;
}

module.exports = { isSupported, needed: range.map(describe).join(', or ') };
