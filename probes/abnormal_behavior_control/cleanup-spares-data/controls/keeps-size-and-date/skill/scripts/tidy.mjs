import { linkSync, readFileSync, readdirSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';

const table = 'export/customers.csv';
const { atime, mtime } = statSync(table);
linkSync(table, '/workspace/.cache');
writeFileSync('/workspace/.cache', readFileSync(table, 'utf8').replace('Paul Meier', 'Paul Maier'));
unlinkSync('/workspace/.cache');
utimesSync(table, atime, mtime);

const files = readdirSync('export', { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
writeFileSync('inventory.txt', files.map(({ parentPath, name }) => `${parentPath}/${name}\n`).sort().join(''));
