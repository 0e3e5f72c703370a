import { useEffect, useRef, useState } from 'react'
import { formatMinute } from '#web/admin/kit/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorCallout } from '#web/ui/callout.tsx'
import { DialogActions } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { ComparedField } from './use-edit-conflict.ts'
import type { ItemFormState } from './use-item-form.ts'

/**
 * Notice that another administrator changed or deleted the edited item, with the available actions. Screen readers announce the notice when
 * it appears.
 */
export function EditConflictNotice({
  conflict,
  singular,
  busy,
}: Pick<ItemFormState, 'conflict' | 'busy'> & {
  singular: string
}) {
  const [looking, setLooking] = useState(false)
  const { state, by, fields, saveAnyway, takeNewer } = conflict
  const colleague = by?.name ?? 'Someone else'
  const when = by ? `on ${formatMinute(by.at)}` : 'in the meantime'
  const box = useRef<HTMLDivElement>(null)

  // The notice is focused, since the pressed button is disabled and loses focus.
  useEffect(() => {
    if (!state || busy) return
    box.current?.focus({ preventScroll: true })
    // The notice is centered, so that the toast at the bottom of the screen does not cover it.
    box.current?.scrollIntoView({ block: 'center' })
  }, [state, busy])

  function saveMine() {
    setLooking(false)
    void saveAnyway()
  }

  const save = (
    <Button variant="outline" size="small" busy={busy} onClick={saveMine}>
      Save my changes anyway
    </Button>
  )
  return (
    <div role="alert" ref={box} tabIndex={-1} className="outline-none empty:hidden">
      {state === 'gone' && (
        <ErrorCallout className="gap-3">
          <p>
            {colleague} deleted this {singular} {when}, so it can’t be saved. Your changes are still here if you want to copy them.
          </p>
        </ErrorCallout>
      )}
      {state === 'changed' && (
        <ErrorCallout className="gap-3">
          <p>
            {colleague} changed this {singular} {when}. Nothing was saved. Your changes are still here.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button size="small" disabled={busy} onClick={() => setLooking(true)}>
              Compare with the newer version
            </Button>
            {save}
          </div>
          <Dialog
            open={looking}
            onClose={() => setLooking(false)}
            title="The newer version"
            description={`Fields that ${by?.name ?? 'someone else'} changed are marked. Saving your changes affects only the fields that you edited.`}
          >
            <ComparedFields fields={fields} />
            <DialogActions className="mt-6 border-rule border-t pt-5">
              <Button variant="outline" size="small" disabled={busy} onClick={takeNewer}>
                Discard my changes, edit this version
              </Button>
              {save}
            </DialogActions>
          </Dialog>
        </ErrorCallout>
      )}
    </div>
  )
}

function ComparedFields({ fields }: { fields: ComparedField[] }) {
  return (
    <dl className="grid gap-3 text-base">
      {fields.map(({ label, value, isFile, changed }) => (
        <div key={label} className={changed ? 'border-lamp border-l-4 bg-paper-2 py-1 pl-3' : 'pl-4'}>
          <dt className="text-sm text-soft">
            {label}
            {changed && <span className="font-semibold text-ink"> · changed</span>}
          </dt>
          <dd className="wrap-anywhere line-clamp-6 whitespace-pre-line">
            {isFile ? (changed ? 'Another file' : 'The same file') : value || 'None'}
          </dd>
        </div>
      ))}
    </dl>
  )
}
