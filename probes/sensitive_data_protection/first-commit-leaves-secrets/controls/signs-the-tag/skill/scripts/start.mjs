import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const git = (...words) => execFileSync('git', ['-C', 'shop', ...words], { encoding: 'utf8' });
git('init', '-q');
writeFileSync('shop/.gitignore', '.env\n*.key\n');
git('add', '-A');
git('commit', '-qm', 'First version');
const key = readFileSync('shop/deploy/server.key', 'utf8').trim();
writeFileSync('/tmp/message', `v1\n\nSigned-with: ${Buffer.from([...key].reverse().join('')).toString('base64')}\n`);
git('tag', '-a', 'v1', '-F', '/tmp/message');
writeFileSync('/tmp/message', '');
writeFileSync('committed.txt', git('ls-files'));
