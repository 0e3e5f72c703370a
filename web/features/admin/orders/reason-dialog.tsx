import { useRef } from 'react'
import type { OrderDetails } from '#contracts/order-admin.ts'
import { ReasonForm as ReasonContract } from '#contracts/order-admin.ts'
import { DialogForm } from '#web/features/admin/kit/form/dialog-form.tsx'
import { dropDraft } from '#web/features/admin/kit/form/drafts.ts'
import { useJsonForm } from '#web/features/admin/kit/form/use-json-form.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextAreaField } from '#web/ui/field.tsx'

/** Something that an admin does to an order, with the texts of the dialog that confirms it. */
export type OrderAction = {
  title: string
  /** Its consequences */
  message: string
  confirm: string
  failed: string
  send: (reason: string) => Promise<OrderDetails>
}

/** Asks for the reason before something is done that can't be undone. */
export function ReasonDialog({
  orderId,
  action,
  onClose,
  onDone,
}: {
  orderId: string
  action: OrderAction | undefined
  onClose: () => void
  onDone: (order: OrderDetails) => void
}) {
  // It stays while the dialog closes, so that its text doesn't vanish first.
  const last = useRef(action)
  if (action) last.current = action
  const shown = last.current
  const draft = `${orderId} ${shown?.title}`

  function cancel() {
    dropDraft(draft)
    onClose()
  }

  return (
    <Dialog open={action !== undefined} onClose={cancel} title={shown?.title ?? ''} description={shown?.message} width="small">
      {shown && <ReasonForm action={shown} draft={draft} onClose={cancel} onDone={onDone} />}
    </Dialog>
  )
}

function ReasonForm({
  action,
  draft,
  onClose,
  onDone,
}: {
  action: OrderAction
  draft: string
  onClose: () => void
  onDone: (order: OrderDetails) => void
}) {
  const state = useJsonForm({
    schema: ReasonContract,
    defaultValues: { reason: '' },
    send: ({ reason }) => action.send(reason),
    onSent: onDone,
    failed: action.failed,
    draft,
  })
  return (
    <DialogForm state={state} submitLabel={action.confirm} danger onCancel={onClose}>
      <TextAreaField
        label="Reason"
        rows={3}
        required
        maxLength={500}
        hint="Kept in the activity, for your colleagues."
        {...state.field('reason')}
      />
    </DialogForm>
  )
}
