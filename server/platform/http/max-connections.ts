/** Where the system does not say how many files a process may have open, or says so many that memory is the limit. */
const MOST = 10_000
/** For the database, child processes, uploads and what is read at a start. */
const RESERVED = 256

/** How many files and sockets this process may have open; undefined where the system does not say. */
export function readOpenFilesLimit(): number | undefined {
  // Else names are looked up, of all whom this process talks to.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | 'unlimited' } } }
  const limit = userLimits?.open_files?.soft
  return typeof limit === 'number' ? limit : undefined
}

/** Connections that leave room for one open file each, and for the app itself. */
export function maxConnections(openFiles: number | undefined): number {
  if (openFiles === undefined) return MOST
  const room = openFiles - Math.min(RESERVED, openFiles / 2)
  return Math.min(MOST, Math.floor(room / 2))
}
