/** Used where the system has no limit of open files, or one so high that memory is the limit. */
const MOST = 10_000
/** File descriptors for the database, child processes, uploads and modules. */
const RESERVED = 256

/** How many files and sockets this process may have open; undefined where the system has no limit. */
export function readOpenFilesLimit(): number | undefined {
  // Otherwise the report resolves the host names of all peers.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | 'unlimited' } } }
  const limit = userLimits?.open_files?.soft
  return typeof limit === 'number' ? limit : undefined
}

/** Connections that leave a descriptor for one open file each, and some for the app itself. */
export function maxConnections(openFiles: number | undefined): number {
  if (openFiles === undefined) return MOST
  const room = openFiles - Math.min(RESERVED, openFiles / 2)
  return Math.min(MOST, Math.floor(room / 2))
}
