import { useRef } from 'react'
import type { OrderDetails } from '#contracts/order-admin.ts'
import { ReasonForm as ReasonContract } from '#contracts/order-admin.ts'
import { dropDraft } from '#web/features/admin/kit/form/drafts.ts'
import { FormProblems } from '#web/features/admin/kit/form/form-problems.tsx'
import { RestoredDraftNotice } from '#web/features/admin/kit/form/restored-draft-notice.tsx'
import { useJsonForm } from '#web/features/admin/kit/form/use-json-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { TextAreaField } from '#web/ui/field.tsx'

/** Something that is done to an order, with what has to be known before. */
export type OrderAction = {
  title: string
  /** What follows from it */
  message: string
  confirm: string
  failed: string
  send: (reason: string) => Promise<OrderDetails>
}

/** Asks for the reason before something is done that can't be undone. */
export function ReasonDialog({
  orderId,
  deed,
  onClose,
  onDone,
}: {
  orderId: string
  deed: OrderAction | undefined
  onClose: () => void
  onDone: (order: OrderDetails) => void
}) {
  // It stays while the dialog closes, so that its words don't vanish before it.
  const last = useRef(deed)
  if (deed) last.current = deed
  const shown = last.current
  const draft = `${orderId} ${shown?.title}`

  function giveUp() {
    dropDraft(draft)
    onClose()
  }

  return (
    <Dialog open={deed !== undefined} onClose={giveUp} title={shown?.title ?? ''} description={shown?.message} width="small">
      {shown && <ReasonForm deed={shown} draft={draft} onClose={giveUp} onDone={onDone} />}
    </Dialog>
  )
}

function ReasonForm({
  deed,
  draft,
  onClose,
  onDone,
}: {
  deed: OrderAction
  draft: string
  onClose: () => void
  onDone: (order: OrderDetails) => void
}) {
  const { form, submit, problems, busy, restored } = useJsonForm({
    schema: ReasonContract,
    defaultValues: { reason: '' },
    send: ({ reason }) => deed.send(reason),
    onSent: onDone,
    failed: deed.failed,
    draft,
  })
  return (
    <form noValidate onSubmit={submit}>
      {restored && <RestoredDraftNotice className="mb-5" />}
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
        <FormProblems sentences={problems} />
      </fieldset>
      <DialogActions>
        <Button variant="outline" size="small" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" size="small" busy={busy}>
          {deed.confirm}
        </Button>
      </DialogActions>
    </form>
  )
}
