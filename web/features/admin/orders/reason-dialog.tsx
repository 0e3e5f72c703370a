import { type OrderDetails, ReasonForm } from '#contracts/order-admin.ts'
import { FormDialog } from '#web/features/admin/kit/form/form-dialog.tsx'
import { useLast } from '#web/features/admin/kit/use-last.ts'
import { TextAreaField } from '#web/ui/field.tsx'

/** Something that an admin does to an order, with the texts of the dialog that confirms it. */
export type OrderAction = {
  title: string
  message: string
  confirm: string
  failed: string
  send: (reason: string) => Promise<OrderDetails>
}

export type OrderProps = { order: OrderDetails; onChanged: (order: OrderDetails) => void; onAsk: (action: OrderAction) => void }

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
  const shown = useLast(action)
  if (!shown) return null
  const { title, message, confirm, failed, send } = shown
  return (
    <FormDialog
      open={action !== undefined}
      onClose={onClose}
      title={title}
      description={message}
      width="small"
      schema={ReasonForm}
      defaultValues={{ reason: '' }}
      send={({ reason }) => send(reason)}
      onSent={onDone}
      failed={failed}
      draft={`${orderId} ${title}`}
      submitLabel={confirm}
      danger
    >
      {({ field }) => (
        <TextAreaField
          label="Reason"
          rows={3}
          required
          maxLength={500}
          hint="Kept in the activity, for your colleagues."
          {...field('reason')}
        />
      )}
    </FormDialog>
  )
}
