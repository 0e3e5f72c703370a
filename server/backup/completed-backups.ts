import { desc } from 'drizzle-orm'
import type { Orm } from '#server/platform/database/database.ts'
import type { Gauge } from '#server/platform/metrics/gauge.ts'
import type { Manifest } from './archive-format.ts'
import { backups } from './backups.schema.ts'

export type CompletedBackups = ReturnType<typeof createCompletedBackups>

export function createCompletedBackups(orm: Orm) {
  return {
    add: async ({ version, tables, media }: Manifest): Promise<void> => {
      const bytes = tables.reduce((sum, table) => sum + table.bytes, media.bytes)
      await orm.insert(backups).values({ version, files: media.files, bytes })
    },
    newest: async (): Promise<{ finishedAt: Date; bytes: number } | undefined> => {
      const { finishedAt, bytes } = backups
      const [row] = await orm.select({ finishedAt, bytes }).from(backups).orderBy(desc(finishedAt)).limit(1)
      return row
    },
  }
}

export function backupGauge({ newest }: Pick<CompletedBackups, 'newest'>): Gauge {
  return {
    name: 'lectern_backup_last_success_timestamp_seconds',
    help: 'Time at which the last backup was completed; 0 if there is none',
    read: async () => Math.floor(((await newest())?.finishedAt.getTime() ?? 0) / 1000),
  }
}
