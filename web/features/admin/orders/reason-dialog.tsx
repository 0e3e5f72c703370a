import { type OrderDetails, RefundForm } from '#contracts/order-admin.ts'
import { FormDialog } from '#web/features/admin/kit/form/form-dialog.tsx'
import { useLast } from '#web/features/admin/kit/use-last.ts'
import { TextAreaField, TextField } from '#web/ui/field.tsx'

/** Something that an admin does to an order, with the texts of the dialog that confirms it. */
export type OrderAction = {
  title: string
  message: string
  confirm: string
  failed: string
  /** Asks for an amount too, of at most this much, which may be left empty */
  amount?: { left: string }
  send: (reason: string, amount: number | undefined) => Promise<OrderDetails>
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
  const { title, message, confirm, failed, amount, send } = shown
  return (
    <FormDialog
      open={action !== undefined}
      onClose={onClose}
      title={title}
      description={message}
      width="small"
      schema={RefundForm}
      defaultValues={{ ...(amount && { amount: '' }), reason: '' }}
      send={(values) => send(values.reason, values.amount)}
      onSent={onDone}
      failed={failed}
      draft={`${orderId} ${title}`}
      submitLabel={confirm}
      danger
    >
      {({ field }) => (
        <>
          {amount && (
            <TextField
              label="Amount"
              inputMode="decimal"
              autoComplete="off"
              hint={`Leave it empty for all that is left, ${amount.left}.`}
              {...field('amount')}
            />
          )}
          <TextAreaField
            label="Reason"
            rows={3}
            required
            maxLength={500}
            hint="Kept in the activity, for your colleagues."
            {...field('reason')}
          />
        </>
      )}
    </FormDialog>
  )
}
