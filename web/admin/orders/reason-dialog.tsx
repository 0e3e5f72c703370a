import { type OrderDetails, RefundForm } from '#contracts/shop/order-admin.ts'
import { FormDialog } from '#web/admin/kit/form/form-dialog.tsx'
import { useLast } from '#web/admin/kit/use-last.ts'
import { TextAreaField, TextField } from '#web/ui/field.tsx'

/** Administrator action on an order, with the texts of its confirmation dialog. */
export type OrderAction = {
  title: string
  message: string
  confirm: string
  failed: string
  /** Adds an optional amount field to the dialog, with a maximum of `left` */
  amount?: { currency: string; left: string }
  send: (reason: string, amount: number | undefined) => Promise<OrderDetails>
}

export type OrderProps = { order: OrderDetails; onChanged: (order: OrderDetails) => void; onAsk: (action: OrderAction) => void }

/** Dialog that asks for a reason before an action. */
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
              label={`Amount in ${amount.currency}`}
              inputMode="decimal"
              autoComplete="off"
              hint={`Leave it empty for the remaining ${amount.left}.`}
              {...field('amount')}
            />
          )}
          <TextAreaField
            label="Reason"
            rows={3}
            required
            maxLength={500}
            hint="Saved in the activity, for other administrators."
            {...field('reason')}
          />
        </>
      )}
    </FormDialog>
  )
}
