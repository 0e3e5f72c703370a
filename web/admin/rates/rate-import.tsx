import FileUp from 'lucide-react/icons/file-up'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Rate, RatesImported, type RateTable } from '#contracts/shop/rate.ts'
import { post } from '#web/admin/kit/api.ts'
import { describeFailure, errorsOf } from '#web/admin/kit/failures.ts'
import { readDraft, writeDraft } from '#web/admin/kit/form/drafts.ts'
import { FileButton } from '#web/admin/kit/form/file-button.tsx'
import { FormProblems, RestoredDraftNotice } from '#web/admin/kit/form/form-notices.tsx'
import { useAdminAction } from '#web/admin/kit/use-admin-action.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField } from '#web/ui/field.tsx'
import { focusFirstError } from '#web/ui/focus-first-error.ts'
import { formatMargin } from './format-rate.ts'

const DRAFT = 'rate import'

export function RateImport({ last, onImported }: { last: Rate | null; onImported: () => void }) {
  const [kept] = useState(() => String(readDraft(DRAFT).values.csv ?? ''))
  const [csv, setCsv] = useState(kept)
  const [problems, setProblems] = useState<string[]>([])
  const form = useRef<HTMLFormElement>(null)
  const marginBasisPoints = last?.marginBasisPoints ?? 0

  useEffect(() => writeDraft(DRAFT, { values: csv === '' ? {} : { csv } }), [csv])

  const { busy, run } = useAdminAction(
    async () => {
      toast.success(describeResult(await post(RatesImported, '/rates/import', { csv, marginBasisPoints } satisfies RateTable)))
      setCsv('')
      onImported()
    },
    'Failed to import rates',
    {
      onFailed: (error) => {
        const named = errorsOf(error).map(({ message }) => message)
        showProblems(named.length > 0 ? named : [describeFailure(error)])
      },
    },
  )

  function submit() {
    if (csv.trim() === '') return showProblems(['Choose a file or paste the rows first.'])
    setProblems([])
    void run()
  }

  function showProblems(messages: string[]) {
    flushSync(() => setProblems(messages))
    focusFirstError(form.current)
  }

  return (
    <details open={kept !== ''} className="mt-8 border-rule border-t pt-2">
      <summary className="min-h-11 py-2.5 font-semibold text-base">Import a table of rates</summary>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
        className="mt-2 grid gap-5"
      >
        {kept !== '' && csv === kept && <RestoredDraftNotice />}
        <div data-invalid={problems.length > 0 ? '' : undefined} className="grid scroll-mb-24 gap-5">
          <TextAreaField
            label="Rows"
            rows={5}
            value={csv}
            disabled={busy}
            onChange={(event) => setCsv(event.target.value)}
            placeholder="2026-11-20,26.7431,Reserve Bank"
            hint={`A row for each rate: the day, ZWG for one dollar, the source. ${
              marginBasisPoints > 0 ? `Each gets the current margin of ${formatMargin(marginBasisPoints)}. ` : ''
            }If one row is invalid, none is added.`}
          />
          <FormProblems messages={problems} />
        </div>
        <div className="relative flex flex-wrap gap-3">
          <Button type="submit" size="small" busy={busy}>
            Import
          </Button>
          <FileButton
            label="CSV file"
            accept=".csv,text/csv,text/plain"
            disabled={busy}
            onChosen={async (file) => setCsv(await file.text())}
          >
            <FileUp aria-hidden className="size-5" />
            Choose a CSV file
          </FileButton>
        </div>
      </form>
    </details>
  )
}

function describeResult({ added, known, waiting }: RatesImported): string {
  if (added === 0) return 'All of these rates already existed.'
  const rest = known > 0 ? `, ${known} already existed` : ''
  const wait = waiting > 0 ? ` ${waiting === 1 ? 'One needs' : `${waiting} need`} confirmation.` : ''
  return `${added} ${added === 1 ? 'rate' : 'rates'} added${rest}.${wait}`
}
