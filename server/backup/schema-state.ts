import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import type { ClientBase } from 'pg'
import { MIGRATIONS_FOLDER } from '#server/platform/database/migrate.ts'
import { CommandError } from '#server/platform/problems.ts'
import type { Manifest } from './archive-format.ts'

/** Returns the migrations of the backup's database. Throws if the running version does not know a migration. */
export function requireKnownMigrations({ migrations, version }: Manifest): MigrationMeta[] {
  const known = readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER })
  const wanted = new Set(migrations)
  const found = known.filter(({ folderMillis }) => wanted.has(folderMillis))
  const newest = known.at(-1)?.folderMillis ?? 0
  if (migrations.some((migration) => migration > newest))
    throw new CommandError(
      `This backup was created by a newer version of Lectern (${version}). Restore it with that version or a later one.`,
    )
  // Each migration builds on the previous ones, so none may be missing.
  if (found.length !== wanted.size || found.at(-1) !== known[found.length - 1])
    throw new CommandError(`This backup was created by another edition of Lectern (${version}), whose database schema is unknown.`)
  return found
}

/** Runs the given migrations in an empty database. Drizzle's record of the migrations is restored with the other rows. */
export async function buildSchema(client: ClientBase, migrations: MigrationMeta[]) {
  // Schema and table are defined as in drizzle's migrator.
  await client.query('create schema if not exists drizzle')
  await client.query('create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)')
  for (const statement of migrations.flatMap((migration) => migration.sql)) await client.query(statement)
}

/** Runs and records the migrations that are newer than the database, within the transaction of the client. */
export async function runNewerMigrations(client: ClientBase) {
  const newest = Math.max(...(await readMigrations(client)))
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER })) {
    if (folderMillis <= newest) continue
    for (const statement of sql) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, folderMillis])
  }
}

export async function readMigrations(client: ClientBase): Promise<number[]> {
  const { rows } = await client.query<{ at: string }>('select created_at as at from drizzle.__drizzle_migrations order by created_at')
  return rows.map(({ at }) => Number(at))
}
