import X from 'lucide-react/icons/x'
import { useBlocker } from 'react-router'
import { bookForm } from '#contracts/catalogue/book.ts'
import { fileFields } from '#contracts/catalogue/item-form.ts'
import { podcastForm } from '#contracts/catalogue/podcast.ts'
import { FileDrop } from '#web/admin/kit/form/file-drop.tsx'
import { FormProblems } from '#web/admin/kit/form/form-notices.tsx'
import { LeaveDialog } from '#web/admin/kit/form/leave-dialog.tsx'
import { BackLink } from '#web/admin/kit/list/back-link.tsx'
import { adminMeta } from '#web/admin/kit/meta.ts'
import { forgetStates } from '#web/admin/kit/remembered.ts'
import { useKeepRunning } from '#web/admin/kit/running-work.ts'
import { UploadStatus } from '#web/admin/kit/upload/upload-status.tsx'
import { countDiffering, ImportReport } from '#web/admin/transfer/import-report.tsx'
import { useImport } from '#web/admin/transfer/use-import.ts'
import { formatBytes } from '#web/lib/format/bytes.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { Button } from '#web/ui/button.tsx'
import { focusOnMount } from '#web/ui/form-notice.tsx'
import { PageTitle } from '#web/ui/page-title.tsx'

export const meta = adminMeta('Import')

const isTable = ({ name }: File) => name.toLowerCase().endsWith('.csv')
const columnsOf = (form: typeof bookForm | typeof podcastForm) => {
  const files = fileFields(form).map(([name]) => name)
  return [...Object.keys(form).filter((name) => !files.includes(name)), ...files].join(', ')
}

function describeStart(added: number, changed: number): string {
  if (changed === 0) return `Import ${pluralize(added, 'row')}`
  return added === 0 ? `Change ${pluralize(changed, 'item')}` : `Import ${pluralize(added, 'row')}, change ${pluralize(changed, 'item')}`
}

/** Page that imports books or episodes from a table and the files named in it. */
export default function AdminImport() {
  const { phase, files, rows, report, problem, progress, waiting, ...actions } = useImport(forgetStates)
  const busy = phase === 'uploading' || phase === 'checking' || phase === 'importing'
  const blocker = useBlocker(busy)
  useKeepRunning(busy || report !== undefined)
  const table = files.find(isTable)
  const size = files.reduce((sum, file) => sum + file.size, 0)
  const differing = countDiffering(rows)
  const good = report ? report.rows - report.bad - report.known : 0

  return (
    <div className="max-w-3xl">
      <BackLink to="/admin/books">Books</BackLink>
      <PageTitle ref={focusOnMount} className="mt-1 mb-2">
        Import
      </PageTitle>
      <p className="text-base text-soft">
        A table of books or episodes, saved as CSV UTF-8, and the covers, PDFs or recordings that it names. It is checked first; nothing is
        published before you have seen the result.
      </p>
      <details className="mt-2 text-base">
        <summary className="min-h-11 cursor-pointer py-2 text-link">Columns of the table</summary>
        <p className="wrap-anywhere">Books: {columnsOf(bookForm)}</p>
        <p className="wrap-anywhere mt-2">Episodes: {columnsOf(podcastForm)}</p>
        <p className="mt-2">
          The first row has these names, in any order. Columns with a file contain its name, such as cover.jpg. An exported table shows the
          format: change its cells and import it to change the items. Files are needed only where a cell names a new one.
        </p>
      </details>

      <div className="mt-4">
        <FileDrop
          multiple
          disabled={busy}
          aria-label="Table and files"
          onChange={(event) => {
            actions.choose([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        >
          <span className="text-soft">Choose the table together with its files, or drop them here</span>
        </FileDrop>
      </div>

      {files.length > 0 && (
        <details className="mt-3 text-base" open={files.length < 6}>
          <summary className="min-h-11 cursor-pointer py-2 tabular-nums">
            {table ? table.name : 'No table yet'} · {pluralize(files.length, 'file')}, {formatBytes(size)}
          </summary>
          <ul>
            {files.map((file) => (
              <li key={file.name} className="flex items-center gap-2">
                <span className="wrap-anywhere min-w-0 flex-1">{file.name}</span>
                <button
                  type="button"
                  disabled={busy}
                  onClick={() => actions.remove(file)}
                  aria-label={`Remove ${file.name}`}
                  className="grid size-11 shrink-0 place-items-center rounded-control text-soft hover:bg-paper-2 hover:text-ink disabled:opacity-55"
                >
                  <X aria-hidden className="size-5" />
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}

      <div className="mt-4 grid gap-4">
        <FormProblems messages={problem ? [problem] : []} />
        {progress && <UploadStatus progress={progress} waiting={waiting} saving={false} onCancel={actions.cancel} />}
        <div className="flex flex-wrap items-center gap-3">
          {phase === 'checked' && good > 0 ? (
            <Button onClick={actions.start}>{describeStart(good - differing, differing)}</Button>
          ) : (
            phase !== 'finished' && (
              <Button disabled={!table} busy={busy} onClick={actions.check}>
                {busy ? (phase === 'importing' ? 'Importing' : 'Checking') : 'Check'}
              </Button>
            )
          )}
          {busy && !progress && (
            <Button variant="outline" onClick={actions.cancel}>
              Stop
            </Button>
          )}
          {!busy && files.length > 0 && (
            <Button variant="outline" onClick={actions.startOver}>
              {phase === 'finished' ? 'Import another table' : 'Remove all files'}
            </Button>
          )}
        </div>
        {phase === 'checked' && report && report.bad > 0 && (
          <p className="text-base">
            Correct these rows in the table, and choose it again; or import the correct rows now and the others later. Rows that exist
            already and don’t differ are skipped.
          </p>
        )}
      </div>
      <ImportReport report={report} rows={rows} isCheck={phase === 'checking' || phase === 'checked'} />
      <LeaveDialog
        blocker={blocker}
        title="Stop the import?"
        message="Rows that are imported stay. Choose the same files again to continue."
        confirm="Stop and leave"
      />
    </div>
  )
}
