import { useRef } from 'react'
import type { OrderDetails } from '#contracts/order-admin.ts'
import { ReasonForm as ReasonContract } from '#contracts/order-admin.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextAreaField } from '#web/ui/field.tsx'
import { Problems } from '../form/problems.tsx'
import { useSentForm } from '../form/use-sent-form.ts'

/** Something that is done to an order, with what has to be known before. */
export type Deed = {
  title: string
  /** What follows from it */
  message: string
  confirm: string
  failed: string
  send: (reason: string) => Promise<OrderDetails>
}

/** Asks for the reason before something is done that can't be undone. */
export function ReasonDialog({
  deed,
  onClose,
  onDone,
}: {
  deed: Deed | undefined
  onClose: () => void
  onDone: (order: OrderDetails) => void
}) {
  // It stays while the dialog closes, so that its words don't vanish before it.
  const last = useRef(deed)
  if (deed) last.current = deed
  const shown = last.current
  return (
    <Dialog open={deed !== undefined} onClose={onClose} title={shown?.title ?? ''} description={shown?.message} width="small">
      {shown && <ReasonForm deed={shown} onClose={onClose} onDone={onDone} />}
    </Dialog>
  )
}

function ReasonForm({ deed, onClose, onDone }: { deed: Deed; onClose: () => void; onDone: (order: OrderDetails) => void }) {
  const { form, submit, problems, busy } = useSentForm({
    schema: ReasonContract,
    defaultValues: { reason: '' },
    send: ({ reason }) => deed.send(reason),
    onSent: onDone,
    failed: deed.failed,
  })
  return (
    <form noValidate onSubmit={submit}>
      <fieldset disabled={busy} className="grid min-w-0 gap-5">
        <TextAreaField
          label="Reason"
          rows={3}
          required
          maxLength={500}
          hint="Kept in the activity, for your colleagues."
          error={form.formState.errors.reason?.message}
          {...form.register('reason')}
        />
        <Problems sentences={problems} />
      </fieldset>
      <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="outline" size="small" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" size="small" busy={busy}>
          {deed.confirm}
        </Button>
      </div>
    </form>
  )
}
