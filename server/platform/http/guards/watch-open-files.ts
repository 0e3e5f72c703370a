import { open } from 'node:fs/promises'
import { devNull } from 'node:os'
import { readOpenFilesLimit } from './limit-connections.ts'

const REMEDIES: Record<string, string> = {
  EMFILE: 'raise the limit of open files of the process (LimitNOFILE of systemd, ulimit -n)',
  ENFILE: 'raise the limit of open files of the system (fs.file-max), or stop what opens them',
}

/**
 * Creates a worker that reports once when no file can be opened because too many are open, and again only after files could be opened. Node
 * closes connections that it can't accept for this reason without an event, so that nothing else reports them.
 */
export function watchOpenFiles({
  alert,
  openFile = async () => (await open(devNull)).close(),
}: {
  alert: (details: Record<string, unknown>, text: string) => void
  openFile?: () => Promise<void>
}) {
  let isReported = false
  return async (): Promise<void> => {
    const code = await openFile().then(
      () => undefined,
      (error: NodeJS.ErrnoException) => error.code,
    )
    const remedy = REMEDIES[code ?? '']
    if (remedy && !isReported)
      alert(
        { code, openFiles: readOpenFilesLimit() },
        `Connections are refused and files can’t be opened, because too many are open: ${remedy}`,
      )
    isReported = remedy !== undefined
  }
}
