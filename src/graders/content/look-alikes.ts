/**
 * Characters of other scripts that look like an English letter or a digit, as code points in hexadecimal: those of UTS #39
 * (confusables.txt of Unicode 13) that look like one of them, with or without a mark, but for what NFKD turns into it. Small
 * capitals, and a few that differ only in detail, are added.
 */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  2: '1a7 1bb 3e8 14bf a644 a6ef a75a',
  3: '1b7 21c 417 498 4e0 2ccc a76a a7ab 118ca 16f3b 1d206',
  4: '13ce 118af',
  5: '1bc 118bb',
  6: '431 13ee 2cd2 118d5',
  7: '104d2 118c6 1d212',
  8: '222 223 9ea a6a b03 1031a 1e8cb',
  9: '9ed a67 b68 d6d 2cca a76e 118ac 118cc 118d6',
  A: '391 410 13aa 15c5 a4ee 102a0 16f40',
  B: '392 412 13f4 15f7 a4d0 a7b4 10282 102a1 10301',
  C: '421 4aa 13df 20a1 2ca4 a4da 102a2 10302 10415 1051c 118e9 118f2 1f74c',
  D: 'd0 110 189 13a0 15de 15ea a4d3',
  E: '246 395 415 13ac 22ff 2d39 a4f0 10286 118a6 118ae',
  F: '191 3dc 15b4 a4dd a798 10287 102a5 10525 118a2 118c2 1d213',
  G: '1e4 50c 13c0 13f3 a4d6',
  H: '126 397 41d 4a2 4c7 4c9 13bb 157c 2c67 2c8e a4e7 102cf',
  J: '248 37f 408 13ab 148d a4d9 a7b2',
  K: '39a 41a 49a 49e 13e6 16d5 20ad 2c69 2c94 a4d7 a740 10518',
  L: '141 13de 14aa 2cd0 a4e1 1041b 10526 118a3 118b2 16f16 1d22a',
  M: '39c 3fa 41c 4cd 13b7 15f0 16d6 2c98 a4df 102b0 10311',
  N: '19d 39d 2c9a a4e0 1018e 10513',
  O:
    'd8 19f 398 39f 3b8 41e 472 4e8 555 7c0 9e6 b20 b66 12d0 13be 13eb 2296 229d 236c 2c9e 2d31 2d41 ' +
    '2d54 3007 a4f3 a74a 10292 102ab 10404 104c2 10516 114d0 118b5 118e0 1d21a 1f714',
  P: '3a1 420 13e2 146d 2ca2 a4d1 10295',
  Q: '2d55',
  R: '1a6 13a1 13d2 1587 a4e3 104b4 16f35 1d216',
  S: '405 54f 13d5 13da a4e2 10296 10420 16f3a',
  T: '166 1ae 23e 3a4 422 4ac 13a2 20ae 22a4 2361 27d9 2ca6 a4d4 10297 102b1 10315 118bc 16f0a ' + '1f768',
  U: '244 54d 1200 13cc 144c 222a 22c3 a4f4 104ce 118b8 16f42',
  V: '474 667 6f7 13d9 142f 2d38 a4e6 a6df 10197 1051d 118a0 16f08 1d20d 1f708',
  W: '51c 13b3 13d4 20a9 a4ea 118e6 118ef',
  X: '3a7 425 4b2 166d 16b7 2573 2cac 2d5d a4eb a7b3 10196 10290 102b4 10317 10322 10527 118ec',
  Y: 'a5 24e 3a5 423 4ae 4b0 13a9 13bd 2ca8 a4ec 102b2 118a4 16f43',
  Z: '1b5 224 396 13c3 a4dc 102f5 118a9 118e5',
  a: '251 3b1 430 1d00 2376 237a ab7a',
  b: '180 182 183 184 253 299 411 42c 432 462 463 48c 48d 13cf 13fc 1472 1473 15af',
  c: 'a2 23c 441 4ab 1d04 2ca5 abaf 1043d',
  d: '111 18c 256 257 501 13e7 146f 1d05 20ab a4d2 ab70',
  e: '247 25b 3b5 435 4bd 4bf 1d07 212e ab32 ab7c',
  f: '192 584 1d6e 1e9d a730 a799 ab35',
  g: '18d 1e5 260 261 262 50d 581 13fb 1d83 ab90',
  h: '127 266 29c 43d 45b 4a3 4bb 4c8 4ca 570 13c2 13f2 a695 ab8b',
  i: '131 268 269 26a 3b9 456 4cf 13a5 1d7b 1d7c 2373 2378 a647 ab75 118c3',
  j: '249 3f3 458 1d0a ab7b',
  k: '138 199 3ba 43a 1d0b',
  l:
    '142 196 197 19a 1c0 26b 26d 29f 399 406 4c0 5c0 5d5 5df 627 661 673 6f1 7ca 16c1 2223 23fd 2c92 ' +
    '2cd1 2d4f a4f2 abae 1028a 10309 10320 10443 16f28 1e8c7',
  m: '43c 1d0d 11700 118e3',
  n: '19e 273 274 3b7 578 57c 1d70',
  o:
    'f8 275 3bf 3c3 43e 473 4e9 585 5e1 647 665 6be 6c1 6d5 6f5 6ff 966 a66 ae6 be6 c02 c66 c82 ce6 d02 ' +
    'd20 d66 d82 e50 ed0 1010 101d 1040 10ff 1d0f 1d11 2c9f a74b ab3d ab3e ab74 ab8e abbb 1042c 104ea ' +
    '118c8 118d7',
  p: '1a5 3c1 440 1d18 1d29 1d7d 2374 2ca3 abb2',
  q: '2a0 51b 563 566 a7af',
  r: '24d 27c 27d 280 433 493 1d26 1d72 2c85 ab47 ab48 ab71 ab81 aba2',
  s: '1bd 282 455 1d74 a731 abaa 10448 118c1',
  t: '167 1ad 3c4 442 4ad 1d1b 1d75 ab72',
  u: '28b 3c5 57d 1d1c 1d7e a79f ab4e ab52 ab9c 104f6 118d8',
  v: '3bd 475 5d8 1d20 2228 22c1 aba9 11706 118c0',
  w: '26f 3c9 461 47d 51d 561 1d21 a761 ab83 114c5 1170a 1170e 1170f',
  x: 'd7 445 1541 157d 166e 292b 292c 2a2f 2a30',
  y: '1b4 24f 263 28f 3b3 443 4af 4b1 10e7 1d8c 1eff ab5a 118dc',
  z: '1b6 225 290 1d22 1d76 ab93 118c4',
};

/** What these look like has the shape of the other: UTS #39 has one entry for all of them. */
const SAME_SHAPE: Readonly<Record<string, string>> = { I: 'l', i: 'l', 1: 'l', '|': 'l', 0: 'O' };

const FOUND = new Map<string, readonly string[]>();

/** The characters that people may take for this one, and itself. */
export function lookAlikes(character: string): readonly string[] {
  const known = FOUND.get(character) ?? [character, ...others(character), ...others(SAME_SHAPE[character])];
  FOUND.set(character, known);
  return known;
}

const LETTERS = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([letter, codes]) => decoded(codes).map((other) => [other, letter])),
);

/** The English letter or digit that people may take this character for, or itself. */
export function likenessOf(character: string): string {
  return LETTERS.get(character) ?? character;
}

function others(character = ''): string[] {
  const codes = LOOK_ALIKES[character] ?? '';
  return codes === '' ? [] : decoded(codes);
}

function decoded(codes: string): string[] {
  return codes.split(' ').map((code) => String.fromCodePoint(Number.parseInt(code, 16)));
}
