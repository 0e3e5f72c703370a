import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { checkArchive } from '#server/backup/read-archive.ts'
import { requireNoFiles, restoreBackup } from '#server/backup/restore-backup.ts'
import { openMediaStore } from '#server/media/store/open-media-store.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { CommandError } from '#server/platform/problems.ts'
import { runCommand } from './support/run-command.ts'
import { showBytes } from './support/show-progress.ts'

/** Restores a backup into an empty data folder and database, or only verifies it: `npm run restore -- FILE [--check]` */
await runCommand(
  async ({ config, signal }) => {
    const { values, positionals } = parseArgs({ options: { check: { type: 'boolean' } }, allowPositionals: true })
    if (!positionals[0] || positionals.length > 1) throw new CommandError('Missing argument: npm run restore -- FILE')
    const path = resolve(positionals[0])
    const { store, place } = await openMediaStore(config.dataDir, config.mediaStore)
    if (!values.check) await requireNoFiles(store, place)

    const checking = showBytes('Checking')
    const restoring = showBytes('Restoring')
    await checkArchive(path, {
      signal,
      onManifest: ({ createdAt, version, tables, media }) => {
        console.log(`Backup of ${createdAt}, created by Lectern ${version}, with ${media.files} files.`)
        const bytes = tables.reduce((sum, table) => sum + table.bytes, media.bytes)
        for (const progress of [checking, restoring]) progress.expect(bytes)
      },
      onBytes: checking.add,
    })
    console.log('The backup is complete and undamaged.')
    if (values.check) return

    await mkdir(config.dataDir, { recursive: true })
    const database = await openDatabase({ ...config.database, dataDir: config.dataDir, prepare: async () => {} })
    try {
      await restoreBackup({ path, database, store, place, signal, onBytes: restoring.add })
    } finally {
      await database.close()
    }
    const {
      dataDir,
      mediaStore,
      database: { url },
    } = config
    const targets = [...(url ? ['the database at DATABASE_URL'] : [dataDir]), ...(url || mediaStore ? [place] : [])]
    console.log(`Restored into ${targets.join(' and ')}.`)
  },
  { isNew: true },
)
