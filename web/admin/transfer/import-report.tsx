import type { ImportReport as Report } from '#contracts/catalogue/import.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import type { ImportRow } from './use-import.ts'

const OUTCOMES: Record<Exclude<ImportRow['outcome'], 'bad'>, string> = {
  known: 'exists already and is skipped',
  added: 'imported',
  locked: 'imported; the PDF opens only with a password, which the page of the book says before it is bought',
}

/** Import report by table row, with the same findings as the command `npm run import`. */
export function ImportReport({ report, rows, isCheck }: { report: Report | undefined; rows: ImportRow[]; isCheck: boolean }) {
  return (
    <section aria-label="Report" className="mt-6">
      {report && (
        <p role="status" className="text-base tabular-nums">
          {`${pluralize(report.rows, 'row')}: ${count(report.bad)} invalid, ${count(report.known)} existing or repeated, ${
            isCheck ? `${count(report.rows - report.bad - report.known)} can be imported` : `${count(report.added)} imported`
          }.`}
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

const count = (number: number) => number.toLocaleString('en')
