import { useId } from 'react'
import { FORMER_FILE_DAYS } from '#contracts/admin/retention.ts'
import type { FormerFile, ItemFile } from '#contracts/catalogue/item-files.ts'
import { ListDate } from '#web/admin/kit/list/exact-time.tsx'
import { formatBytes } from '#web/lib/format/bytes.ts'

/** Stored file of a form field, with the previous versions of the file. */
export type Versions = {
  state: 'loading' | 'failed' | 'known'
  present: ItemFile | undefined
  former: FormerFile[]
  onRestore: (file: FormerFile) => void
  onRetry: () => void
}

/** Links to the stored file of a form field and to its previous versions, which can be restored. */
export function FileVersions({ state, present, former, onRestore, onRetry }: Versions) {
  if (state === 'loading')
    return (
      <p role="status" className="min-h-11 py-2.5 text-sm text-soft">
        Loading the current file
      </p>
    )
  if (state === 'failed')
    return (
      <p className="text-sm text-soft">
        The current file could not be loaded.{' '}
        <button type="button" onClick={onRetry} className="min-h-11 text-link">
          Try again
        </button>
      </p>
    )
  return (
    <>
      {present && (
        <p className="flex min-h-11 flex-wrap items-center gap-x-1.5 text-sm text-soft">
          <span>Now:</span>
          <a
            href={present.url}
            target="_blank"
            rel="noreferrer"
            className="wrap-anywhere inline-flex min-h-11 min-w-0 items-center text-link"
          >
            {present.name}
          </a>
          <span className="tabular-nums">{formatBytes(present.bytes)}</span>
        </p>
      )}
      {former.length > 0 && (
        <ul aria-label={`Earlier versions, kept for ${FORMER_FILE_DAYS} days`} className="grid gap-2 border-rule border-l-2 pl-3">
          {former.map((file) => (
            <FormerVersion key={file.id} file={file} onRestore={onRestore} />
          ))}
        </ul>
      )}
    </>
  )
}

function FormerVersion({ file, onRestore }: { file: FormerFile } & Pick<Versions, 'onRestore'>) {
  const id = useId()
  return (
    <li className="text-sm text-soft">
      <p id={id}>
        Replaced <ListDate iso={file.replacedAt} />, {formatBytes(file.bytes)}, kept until <ListDate iso={file.keptUntil} />
      </p>
      <p className="flex flex-wrap gap-x-4">
        <a href={file.url} download={file.name} aria-describedby={id} className="inline-flex min-h-11 items-center text-link">
          Download
        </a>
        <button type="button" aria-describedby={id} onClick={() => onRestore(file)} className="min-h-11 text-link disabled:opacity-55">
          Restore this version
        </button>
      </p>
    </li>
  )
}
