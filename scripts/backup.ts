import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand } from '#scripts/support/run-command.ts'
import { megabytes, showBytes } from '#scripts/support/show-progress.ts'
import type { Manifest } from '#server/backup/archive-format.ts'
import { createCompletedBackups } from '#server/backup/completed-backups.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { openMediaStore } from '#server/media/store/open-media-store.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { CommandError } from '#server/platform/problems.ts'
import { formatVersion, productVersion } from '#server/platform/product-version.ts'

/** Tables whose rows show that a site is in use: at least one of them has rows. */
const CONTENT = ['books', 'podcasts', 'authors', 'orders', 'contact_messages', 'site_sections']

/** Writes a backup while the server runs: `npm run backup [-- --folder FOLDER | --output FILE]` */
await runCommand(async ({ config, signal }) => {
  const { values } = parseArgs({ options: { folder: { type: 'string', default: 'backups' }, output: { type: 'string' } } })
  const output = resolve(values.output ?? join(values.folder, `lectern-${timeStamp()}.tar`))
  const database = await openDatabase({ ...config.database, dataDir: config.dataDir, embedded: 'join', prepare: async () => {} })
  const progress = showBytes('Writing')
  try {
    const manifest = await writeBackup({
      database,
      store: (await openMediaStore(config.dataDir, config.mediaStore)).store,
      workFolder: join(config.dataDir, 'tmp', String(database.controlConnection.instance)),
      output,
      version: formatVersion(productVersion),
      signal,
      onHeld: (manifest) => {
        requireContent(manifest)
        const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
        console.log(`Backing up ${rows} rows of ${manifest.tables.length} tables, and ${manifest.media.files} files.`)
        progress.expect(manifest.tables.reduce((sum, table) => sum + table.bytes, manifest.media.bytes))
      },
      onBytes: progress.add,
    })
    await recordBackup(database, manifest)
    const { tables, media } = manifest
    console.log(`Backed up ${media.files} files (${megabytes(media.bytes)}) and ${tables.length} tables to ${output}`)
  } finally {
    await database.close()
  }
})

/** Records the backup for the admin overview and the metrics. Errors are only printed, since the archive is complete. */
async function recordBackup({ orm }: Database, manifest: Manifest) {
  await createCompletedBackups(orm)
    .add(manifest)
    .catch((error: Error) => console.error(`The backup is complete, but the overview will not display it: ${error.message}`))
}

/** Throws for a database without content, which is most likely the wrong database. */
function requireContent({ tables, media }: Pick<Manifest, 'tables' | 'media'>) {
  const used = tables.some(({ name, rows }) => CONTENT.includes(name) && rows > 0)
  if (media.files === 0 && !used)
    throw new CommandError(
      'There is nothing to back up: no book, episode, author, order, message or text of the site. Is this the database of the app?',
    )
}

/** Formats a time as YYYYMMDD-HHMMSS in UTC, for file names that sort by time. */
export function timeStamp(now = new Date()) {
  return now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
}
