import type { EventEmitter } from 'node:events'

/** SQLSTATE of a server whose disk is full */
const DISK_FULL = '53100'
/** Time in ms for which an outage is attributed to a full disk: PostgreSQL that can't write its log (WAL) stops within moments. */
const RECENT_MS = 60_000

export type FullDiskWatch = ReturnType<typeof watchFullDisk>

/**
 * Remembers errors of a full disk. PostgreSQL that can't write its log restarts and refuses connections, but only the error before names the
 * disk.
 * @param readLog returns the error of a full disk in the log of an embedded server
 */
export function watchFullDisk({ readLog, now = () => performance.now() }: { readLog?: () => string | undefined; now?: () => number } = {}) {
  let last: { message: string; at: number } | undefined
  return {
    /** Follows the error messages of a connection's server, whatever the query was. */
    follow: (client: object): void => {
      const { connection } = client as { connection: EventEmitter }
      connection.on('errorMessage', ({ code, message }: { code?: string; message: string }) => {
        if (code === DISK_FULL) last = { message, at: now() }
      })
    },
    /** Returns the reason of an outage for operators, with what helps if the disk is full. */
    reasonOf: ({ message }: Error): string => {
      const full = readLog?.() ?? (last && now() - last.at < RECENT_MS ? last.message : undefined)
      if (full === undefined) return message
      const after = readLog ? 'The app then starts it again' : 'Then start PostgreSQL if it has stopped'
      return `The disk of the database is full: ${full}. Free disk space. ${after}`
    },
  }
}
