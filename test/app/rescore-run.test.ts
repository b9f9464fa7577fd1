import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { unpublish } from '../../src/app/published-files.ts';
import { rescoreRun } from '../../src/app/rescore-run.ts';
import { scorecardOf, showRun } from '../../src/app/stored-runs.ts';
import { digestOf } from '../../src/base/digest.ts';
import type { Sha256 } from '../../src/contracts/identifiers.ts';
import { openResults } from '../../src/store/open-results.ts';
import { asOtherUser } from '../fixtures/as-other-user.ts';
import { smallPlan } from '../fixtures/plan.ts';
import { blobFile, change, firstValue, publishedRun } from '../fixtures/published-run.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const plan = smallPlan();
const other = smallPlan({ runId: '20260102-030405-000000' });
const trial = 'task:greet:with-skill:1';
const second = 'task:greet:baseline:1';
const record = `${trial}, attempt 1, record`;

const OF_TRIAL = `where trial_id = '${trial}' and run_id = '${plan.runId}'`;
const OF_RUN = `where id = '${plan.runId}'`;

const NO_DIGEST: Sha256 = `sha256:${'0'.repeat(64)}`;

/** Two published runs in one folder. */
async function publishedRuns() {
  const folder = temporaryFolder();
  const { rootDigest } = await publishedRun(folder, plan);
  await publishedRun(folder, other);
  return { folder, rootDigest, pathTo: (name: string) => join(folder, plan.runId, name) };
}

function rescore(resultsDir: string, rootDigest: Sha256 | null = null) {
  return rescoreRun({ resultsDir, runId: plan.runId, overrides: {}, rootDigest });
}

async function changedParts(folder: string, rootDigest: Sha256 | null = null): Promise<string[]> {
  const { seal } = await rescore(folder, rootDigest);
  return seal.differences.map(({ part, problem }) => `${part}: ${problem}`);
}

function evidenceOf(folder: string, id: string, runId = plan.runId): string {
  const path = "json_extract(record, '$.result.evidence')";
  const where = `trial_id = '${id}' and run_id = '${runId}'`;
  return blobFile(folder, firstValue(folder, `select ${path} from trials where ${where}`));
}

function wireOf(folder: string, id: string): string {
  const { wireLog } = JSON.parse(readFileSync(evidenceOf(folder, id), 'utf8'));
  return blobFile(folder, wireLog.digest);
}

function edit(file: string, from: string | RegExp, to: string): void {
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(from);
  writeFileSync(file, text.replace(from, to));
}

function swap(a: string, b: string): void {
  renameSync(a, `${a}.aside`);
  renameSync(b, a);
  renameSync(`${a}.aside`, b);
}

test('an untouched run matches its root digest, published or not', async () => {
  const { folder, rootDigest } = await publishedRuns();
  const { seal, differing, scorecard } = await rescore(folder);
  expect(seal).toEqual({ rootDigest, differences: [] });
  expect([differing, scorecard?.rootDigest]).toEqual([[], rootDigest]);
  expect(await changedParts(folder, rootDigest)).toEqual([]);
});

test('the root digest is the digest of the seal and appears in every published file', async () => {
  const { rootDigest, pathTo } = await publishedRuns();
  expect(digestOf(readFileSync(pathTo('seal.json')))).toBe(rootDigest);
  for (const name of ['scorecard.json', 'scorecard.html'])
    expect(readFileSync(pathTo(name), 'utf8')).toContain(rootDigest);
});

test('the seal names each field of the plan, each row, each evidence file and each copy of the scorecard', async () => {
  const { folder, pathTo } = await publishedRuns();
  const { parts } = JSON.parse(readFileSync(pathTo('seal.json'), 'utf8'));
  const names: string[] = parts.map(({ name }: { name: string }) => name);
  const ofTrials = plan.trials.flatMap(({ id }) =>
    ['record', 'evidence', 'raw wire', "its agent's own events"].map((what) => `${id}, attempt 1, ${what}`),
  );
  const ofPlan = ['format', ...Object.keys(plan)].map((field) => `plan: ${field}`);
  const copies = ['scorecard in the database', 'scorecard.json', 'scorecard.html'];
  expect(names.toSorted()).toEqual([...ofTrials, ...ofPlan, 'place in the list', ...copies].toSorted());
  expect(readdirSync(join(folder, 'blobs'), { recursive: true }).length).toBeGreaterThan(8);
});

/** What is done, and what has to be told. The rest of the run must not be. */
const ATTACKS: [string, (folder: string) => void, string[]][] = [
  [
    'a verdict in a row is flipped',
    (folder) =>
      change(
        folder,
        `update trials set record = replace(record, '"passed":true', '"passed":false') ${OF_TRIAL}`,
      ),
    [`${record}: was changed`],
  ],
  [
    'a column beside the record is changed',
    (folder) => change(folder, `update trials set ended_at = '2030-01-01T00:00:00.000Z' ${OF_TRIAL}`),
    [`${record}: was changed`],
  ],
  [
    'a row is deleted',
    (folder) => change(folder, `delete from trials ${OF_TRIAL}`),
    [`${record}: is missing`],
  ],
  [
    'a row is added as a later attempt',
    (folder) =>
      change(
        folder,
        `insert into trials select run_id, trial_id, 2, ended_at, status, replace(record, '"attempt":1', '"attempt":2') from trials ${OF_TRIAL}`,
      ),
    [`${trial}, attempt 2, record: was added since`],
  ],
  [
    'a trial is taken from another run',
    (folder) => {
      const record = `select record from trials where trial_id = '${trial}' and run_id = '${other.runId}'`;
      change(folder, `update trials set record = (${record}) ${OF_TRIAL}`);
    },
    [`${record}: was changed`],
  ],
  [
    'two trials swap places',
    (folder) => {
      const rename = (from: string, to: string) =>
        change(
          folder,
          `update trials set trial_id = '${to}' where trial_id = '${from}' and run_id = '${plan.runId}'`,
        );
      rename(trial, 'aside');
      rename(second, trial);
      rename('aside', second);
    },
    [`${record}: was changed`, `${second}, attempt 1, record: was changed`],
  ],
  [
    'the parameters of the plan are changed',
    (folder) => change(folder, `update runs set plan = json_set(plan, '$.parameters.thetaS', 1) ${OF_RUN}`),
    ['plan: parameters: was changed'],
  ],
  [
    'the trials of the plan are put in another order',
    (folder) =>
      change(
        folder,
        `update runs set plan = json_set(plan, '$.trials', json_array(json_extract(plan, '$.trials[1]'), json_extract(plan, '$.trials[0]'), json_extract(plan, '$.trials[2]'), json_extract(plan, '$.trials[3]'))) ${OF_RUN}`,
      ),
    ['plan: trials: was changed'],
  ],
  [
    'a field of the plan is removed and another added',
    (folder) =>
      change(folder, `update runs set plan = json_set(json_remove(plan, '$.budget'), '$.more', 1) ${OF_RUN}`),
    ['plan: budget: is missing', 'plan: more: was added since'],
  ],
  [
    'a run is moved within the list',
    (folder) => change(folder, `update runs set created_at = '1999' ${OF_RUN}`),
    ['place in the list: was changed'],
  ],
  [
    'evidence is edited',
    (folder) => edit(evidenceOf(folder, trial), '"finished"', '"timeout"'),
    [`${trial}, attempt 1, evidence: was changed`],
  ],
  [
    'the evidence of two trials is swapped',
    (folder) => swap(evidenceOf(folder, trial), evidenceOf(folder, second)),
    [`${trial}, attempt 1, evidence: was changed`, `${second}, attempt 1, evidence: was changed`],
  ],
  [
    'evidence is taken from another run',
    (folder) => copyFileSync(evidenceOf(folder, trial, other.runId), evidenceOf(folder, trial)),
    [`${trial}, attempt 1, evidence: was changed`],
  ],
  [
    'a raw wire is cut short',
    (folder) => truncateSync(wireOf(folder, trial), 5),
    [`${trial}, attempt 1, raw wire: was changed`],
  ],
  [
    'the scorecard in the database is edited',
    (folder) =>
      change(
        folder,
        `update runs set scorecard = json_set(scorecard, '$.scores.security', 100, '$.scores.status', 'Pass') ${OF_RUN}`,
      ),
    ['scorecard in the database: was changed'],
  ],
  [
    'the scorecard in the database is deleted',
    (folder) => change(folder, `update runs set scorecard = null ${OF_RUN}`),
    ['scorecard in the database: is missing'],
  ],
  [
    'the published JSON is edited',
    (folder) => edit(join(folder, plan.runId, 'scorecard.json'), '"utility"', '"Utility"'),
    ['scorecard.json: was changed'],
  ],
  [
    'the published page is edited',
    (folder) => edit(join(folder, plan.runId, 'scorecard.html'), '</main>', '<p>Pass</p></main>'),
    ['scorecard.html: was changed'],
  ],
  [
    'the root digest on the page is replaced',
    (folder) =>
      edit(join(folder, plan.runId, 'scorecard.html'), /(Root digest<\/dt><dd>)sha256:\w+/, `$1${NO_DIGEST}`),
    ['scorecard.html: was changed'],
  ],
  [
    'the root digest on the page is replaced by its placeholder in the seal',
    (folder) =>
      edit(
        join(folder, plan.runId, 'scorecard.html'),
        /(Root digest<\/dt><dd>)sha256:\w+/,
        `$1${digestOf(`the root digest of ${plan.runId}`)}`,
      ),
    ['scorecard.html: was changed'],
  ],
  [
    'a published file is deleted',
    (folder) => rmSync(join(folder, plan.runId, 'scorecard.json')),
    ['scorecard.json: is missing'],
  ],
  [
    'a folder takes the place of a published file',
    (folder) => {
      rmSync(join(folder, plan.runId, 'scorecard.html'));
      mkdirSync(join(folder, plan.runId, 'scorecard.html'));
    },
    ['scorecard.html: is missing'],
  ],
  [
    'the page is that of another run',
    (folder) =>
      copyFileSync(join(folder, other.runId, 'scorecard.html'), join(folder, plan.runId, 'scorecard.html')),
    ['scorecard.html: was changed'],
  ],
];

test.each(ATTACKS)('exactly the affected parts are reported when %s', async (_, attack, told) => {
  const { folder, rootDigest } = await publishedRuns();
  attack(folder);
  expect((await changedParts(folder)).toSorted()).toEqual(told.toSorted());
  expect((await changedParts(folder, rootDigest)).toSorted()).toEqual(told.toSorted());
});

test('missing evidence and a missing raw wire are reported as lost, with their digests', async () => {
  const { folder } = await publishedRuns();
  const wire = wireOf(folder, second);
  rmSync(evidenceOf(folder, trial));
  rmSync(wire);
  const { seal } = await rescore(folder);
  const problem = expect.stringMatching(/^is missing: sha256:/);
  expect(seal.differences).toEqual([
    { kind: 'blob', part: `${second}, attempt 1, raw wire`, problem, isLost: true },
    { kind: 'blob', part: `${trial}, attempt 1, evidence`, problem, isLost: true },
  ]);
});

describe('a seal that is forged together with what it covers', () => {
  /** A row is changed, and the seal in the database made to fit, as far as one copy of the seal goes. */
  function forge(folder: string): Sha256 {
    change(
      folder,
      `update trials set record = replace(record, '"passed":true', '"passed":false') ${OF_TRIAL}`,
    );
    const row = firstValue(
      folder,
      `select json_object('attempt', attempt, 'ended_at', ended_at, 'record', record, 'status', status, 'trial_id', trial_id) from trials ${OF_TRIAL}`,
    );
    const seal = JSON.parse(readFileSync(join(folder, plan.runId, 'seal.json'), 'utf8'));
    for (const part of seal.parts)
      if (part.name === record) part.digest = digestOf(JSON.stringify(JSON.parse(row)));
    const text = `${JSON.stringify(seal, null, 2)}\n`;
    change(folder, `update runs set seal = '${text.replaceAll("'", "''")}' ${OF_RUN}`);
    return digestOf(text);
  }

  test('in the database is exposed by the copy beside it, which still names the changed part', async () => {
    const { folder, rootDigest } = await publishedRuns();
    const forged = forge(folder);
    expect(await changedParts(folder)).toEqual(
      expect.arrayContaining([
        `seal.json: has the root digest ${rootDigest} instead of ${forged}`,
        `${record}: was changed`,
        'scorecard.json: was changed',
      ]),
    );
  });

  test('is exposed by the published root digest', async () => {
    const { folder, rootDigest } = await publishedRuns();
    const forged = forge(folder);
    expect(await changedParts(folder, rootDigest)).toEqual([
      `seal in the database: has the root digest ${forged} instead of ${rootDigest}`,
      `${record}: was changed`,
    ]);
  });

  test('in both places is exposed by the published root digest', async () => {
    const { folder, rootDigest, pathTo } = await publishedRuns();
    const forged = forge(folder);
    writeFileSync(pathTo('seal.json'), firstValue(folder, `select seal from runs ${OF_RUN}`));
    const told = await changedParts(folder, rootDigest);
    expect(told).toContain(`seal.json: has the root digest ${forged} instead of ${rootDigest}`);
    expect(told).toContain(`seal in the database: has the root digest ${forged} instead of ${rootDigest}`);
  });
});

describe('a seal', () => {
  test('that names a file outside the run’s folder does not cause it to be read', async () => {
    const { folder, pathTo } = await publishedRuns();
    const outside = { kind: 'published', name: '../outside', digest: NO_DIGEST };
    writeFileSync(join(folder, 'outside'), '');
    edit(pathTo('seal.json'), '"parts": [', `"parts": [${JSON.stringify(outside)},`);
    expect(await changedParts(folder)).toContain('../outside: is missing');
  });

  test.each([
    ['is deleted from the database', `seal = null`, 'seal in the database: is missing'],
    ['is not valid JSON', `seal = '{'`, /^seal in the database: .* cannot be read: not valid JSON/],
    [
      'does not match its schema',
      `seal = '{}'`,
      /^seal in the database: .* cannot be read: "format": missing/,
    ],
  ])('that %s is reported', async (_, set, told) => {
    const { folder } = await publishedRuns();
    change(folder, `update runs set ${set} ${OF_RUN}`);
    expect(await changedParts(folder)).toContainEqual(
      typeof told === 'string' ? told : expect.stringMatching(told),
    );
  });

  test('of another run is reported', async () => {
    const { folder, pathTo } = await publishedRuns();
    copyFileSync(join(folder, other.runId, 'seal.json'), pathTo('seal.json'));
    expect(await changedParts(folder)).toContain(`seal.json: is that of run ${other.runId}`);
  });

  test('that is deleted in both places is missed by the scorecards that name its root digest', async () => {
    const { folder, rootDigest, pathTo } = await publishedRuns();
    change(folder, `update runs set seal = null, scorecard = null ${OF_RUN}`);
    rmSync(pathTo('seal.json'));
    const missing = ['seal in the database: is missing', 'seal.json: is missing'];
    expect((await rescore(folder)).seal.rootDigest).toBe(rootDigest);
    expect(await changedParts(folder)).toEqual(missing);
    unpublish({ resultsDir: folder, runId: plan.runId });
    expect(await changedParts(folder)).toEqual([]);
    expect(await changedParts(folder, rootDigest)).toEqual(missing);
  });
});

test('a plan that can no longer be read is reported and yields no scorecard', async () => {
  const { folder } = await publishedRuns();
  change(folder, `update runs set plan = '{' ${OF_RUN}`);
  const { scorecard, differing, seal } = await rescore(folder);
  expect([scorecard, differing]).toEqual([null, null]);
  expect(seal.differences.map(({ part }) => part)).toContain('plan: parameters');
});

test('the parts are checked even if the scoring parameters differ', async () => {
  const { folder } = await publishedRuns();
  const rescored = (eta: number) =>
    rescoreRun({ resultsDir: folder, runId: plan.runId, overrides: { eta }, rootDigest: null });
  expect(await rescored(40)).toMatchObject({
    differing: null,
    seal: { differences: [] },
    scorecard: { rootDigest: null },
  });
  writeFileSync(evidenceOf(folder, trial), '{}');
  expect((await rescored(40)).seal.differences).toHaveLength(1);
});

test('the results of another user are checked without writing to them', async () => {
  const { folder, rootDigest } = await publishedRuns();
  chmodSync(folder, 0o755);
  expect((await asOtherUser(() => rescore(folder))).seal).toEqual({ rootDigest, differences: [] });
  expect(await asOtherUser(() => scorecardOf(folder, plan.runId))).toMatchObject({ rootDigest });
});

test('an unfinished run has no root digest, and a resumed run loses its own', async () => {
  const folder = temporaryFolder();
  {
    await using store = await openResults(folder, 'writing');
    await store.createRun(plan);
  }
  expect(await rescore(folder)).toMatchObject({
    seal: { rootDigest: null, differences: [] },
    differing: null,
  });
  const published = await publishedRuns();
  unpublish({ resultsDir: published.folder, runId: plan.runId });
  await using store = await openResults(published.folder, 'writing');
  await store.reopenRun(plan);
  expect(await rescore(published.folder)).toMatchObject({ seal: { rootDigest: null, differences: [] } });
  expect((await store.loadRun(plan.runId)).scorecard).toBeNull();
});

test('a run recorded by an older Assay has no root digest, but its scorecard is still compared', async () => {
  const { folder } = await publishedRuns();
  unpublish({ resultsDir: folder, runId: plan.runId });
  change(
    folder,
    `update runs set seal = null, scorecard = json_remove(scorecard, '$.rootDigest'); alter table runs drop column seal; drop table matrices; delete from kysely_migration where name > '0002'`,
  );
  expect(await rescore(folder)).toMatchObject({ seal: { rootDigest: null, differences: [] }, differing: [] });
  await using reader = await openResults(folder, 'reading');
  expect(await reader.listRuns()).toHaveLength(2);
  expect((await showRun(folder, plan.runId)).trials).toHaveLength(4);
});
