import { type Kysely, sql } from 'kysely';
import type { Migration, MigrationProvider } from 'kysely/migration';

/**
 * Migrations run in the order of their names. A released migration is never edited; add a new one instead.
 */
const MIGRATIONS: Record<string, Migration> = {
  '0001-runs-and-trials': { up: createRunsAndTrials },
  '0002-seals': { up: addSeals },
  '0003-matrices': { up: createMatrices },
};

export const MIGRATION_NAMES: readonly string[] = Object.keys(MIGRATIONS);

export const NEWEST_MIGRATION = MIGRATION_NAMES.at(-1) ?? '';

export const migrationProvider: MigrationProvider = { getMigrations: async () => MIGRATIONS };

async function createRunsAndTrials(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('runs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) =>
      column.notNull().check(sql`status in ('running', 'interrupted', 'finished')`),
    )
    .addColumn('plan', 'text', (column) => column.notNull())
    .addColumn('scorecard', 'text')
    .execute();
  await database.schema
    .createTable('trials')
    .addColumn('run_id', 'text', (column) => column.notNull().references('runs.id').onDelete('cascade'))
    .addColumn('trial_id', 'text', (column) => column.notNull())
    .addColumn('attempt', 'integer', (column) => column.notNull())
    .addColumn('ended_at', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull().check(sql`status in ('measured', 'faulted')`))
    .addColumn('record', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('trials_pk', ['run_id', 'trial_id', 'attempt'])
    .execute();
}

async function addSeals(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('runs').addColumn('seal', 'text').execute();
}

async function createMatrices(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('matrices')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('plan', 'text', (column) => column.notNull())
    .execute();
}
