import { Link } from 'react-router'
import type { ImportReport as Report } from '#contracts/catalogue/import.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import type { ImportRow } from './use-import.ts'

const OUTCOMES: Record<Exclude<ImportRow['outcome'], 'bad'>, string> = {
  known: 'exists already and is skipped',
  differs: 'changes',
  added: 'imported',
  changed: 'changed',
  locked: 'imported; the PDF opens only with a password, which the page of the book says before it is bought',
}

/** Import report by table row, with the same findings as the command `npm run import`. */
export function ImportReport({ report, rows: all, isCheck }: { report: Report | undefined; rows: ImportRow[]; isCheck: boolean }) {
  // An import reports the differences again before it changes the items.
  const rows = isCheck ? all : all.filter(({ outcome }) => outcome !== 'differs')
  const differing = countDiffering(all)
  return (
    <section aria-label="Report" className="mt-6">
      {report && (
        <p role="status" className="text-base tabular-nums">
          {`${pluralize(report.rows, 'row')}: ${count(report.bad)} invalid, ${count(report.known)} existing or repeated, ${
            isCheck ? plan(report, differing) : `${count(report.added)} imported, ${count(report.changed)} changed`
          }.`}
        </p>
      )}
      {!isCheck && report !== undefined && report.changed > 0 && (
        <p className="mt-1 text-base">
          Changes of texts, prices and states can be undone in the <Link to="/admin/activity">activity log</Link>; replaced files are on the
          pages of their items.
        </p>
      )}
      {rows.length > 0 && (
        <ol className="mt-3 border-rule border-t text-base">
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are only appended
            <li key={at} className="wrap-anywhere border-rule border-b py-2">
              <span className="font-semibold tabular-nums">Row {row.row}</span>
              {row.title && ` · ${row.title}`}
              {row.outcome === 'bad' ? (
                <ul className="mt-1 grid gap-0.5 pl-4 text-sm text-brick">
                  {row.problems.map(({ field, message }) => (
                    <li key={field + message}>{field ? `${field}: ${message}` : message}</li>
                  ))}
                </ul>
              ) : row.outcome === 'differs' ? (
                <ul aria-label="Changes" className="mt-1 grid gap-0.5 pl-4 text-sm">
                  {row.changes?.map(({ field, from, to }) => (
                    <li key={field}>
                      {field}: <del className="text-soft">{from || 'empty'}</del> → <ins className="no-underline">{to || 'empty'}</ins>
                    </li>
                  ))}
                </ul>
              ) : (
                <span className="text-soft"> · {row.repeats ? `repeats row ${row.repeats} and is skipped` : OUTCOMES[row.outcome]}</span>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function plan({ rows, bad, known }: Report, differing: number): string {
  const added = rows - bad - known - differing
  if (added + differing === 0) return 'nothing to import'
  return [added > 0 && `${count(added)} can be imported`, differing > 0 && `${count(differing)} with changes`].filter(Boolean).join(', ')
}

/** Returns the number of rows that change an existing item. */
export function countDiffering(rows: ImportRow[]): number {
  return rows.filter(({ outcome }) => outcome === 'differs').length
}

const count = (number: number) => number.toLocaleString('en')
