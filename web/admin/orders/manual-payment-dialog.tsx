import type { ComponentProps } from 'react'
import { ManualPaymentForm, OrderDetails } from '#contracts/shop/order-admin.ts'
import { CURRENCIES } from '#contracts/shop/price.ts'
import { post } from '#web/admin/kit/api.ts'
import { FormDialog } from '#web/admin/kit/form/form-dialog.tsx'
import { useLast } from '#web/admin/kit/use-last.ts'
import { useShopTime } from '#web/lib/shop-time.ts'
import { toast } from '#web/lib/toast.ts'
import { Callout } from '#web/ui/callout.tsx'
import { EmailField } from '#web/ui/email-field.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { ItemPicker, PickedItem } from './item-picker.tsx'

const Form = ManualPaymentForm.omit({ product: true }).extend({ productId: PickedItem })

/** Dialog that records a manual payment in cash or by bank transfer. */
export function ManualPaymentDialog({
  open,
  onClose,
  onRecorded,
}: {
  open: boolean
  onClose: () => void
  onRecorded: (order: OrderDetails) => void
}) {
  const today = useShopTime().dayOf(new Date())
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Paid in person"
      description="For someone who paid in cash or by transfer. The payment counts in the sales and has a receipt."
      schema={Form}
      defaultValues={{
        email: '',
        productId: undefined,
        amount: '',
        currency: 'USD',
        method: 'cash',
        paidOn: today,
        note: '',
        confirmed: false,
      }}
      send={({ productId: item, ...values }) =>
        post(OrderDetails, '/admin/orders/payments', { ...values, product: item.product, productId: item.id } satisfies ManualPaymentForm)
      }
      onSent={(order) => {
        toast.success('Payment recorded')
        onRecorded(order)
      }}
      failed="Failed to record the payment"
      draft="payment in person"
      submitLabel="Record payment"
      actionsClass="mt-6 border-rule border-t pt-5"
    >
      {({ form, field }) => (
        <>
          <EmailField
            label="Email address"
            autoComplete="off"
            required
            hint="We send the receipt there, with a link that opens the item."
            {...field('email')}
          />
          <ItemPicker
            control={form.control}
            name="productId"
            onChosen={({ price }) => {
              if (!form.getValues('amount') && form.getValues('currency') === 'USD') form.setValue('amount', price.toFixed(2))
            }}
          />
          <div className="grid grid-cols-2 gap-x-4 gap-y-5">
            <TextField
              label="Amount"
              inputMode="decimal"
              autoComplete="off"
              required
              maxLength={20}
              {...field('amount')}
              onInput={() => form.setValue('confirmed', false)}
            />
            <SelectField label="Currency" {...field('currency')}>
              {CURRENCIES.map((currency) => (
                <option key={currency}>{currency}</option>
              ))}
            </SelectField>
            <SelectField label="Paid by" {...field('method')}>
              <option value="cash">Cash</option>
              <option value="transfer">Bank transfer</option>
            </SelectField>
            <TextField label="Date" type="date" max={today} required {...field('paidOn')} />
          </div>
          <ConfirmAmount {...field('confirmed')} isConfirmed={form.watch('confirmed') ?? false} />
          <TextAreaField
            label="Note (optional)"
            rows={2}
            maxLength={500}
            hint="Saved with the payment, for other administrators."
            {...field('note')}
          />
        </>
      )}
    </FormDialog>
  )
}

/** Confirmation of an amount far from the price, which the API asks for. */
function ConfirmAmount({ error, isConfirmed, ...checkbox }: ComponentProps<'input'> & { error: string | undefined; isConfirmed: boolean }) {
  const last = useLast(error)
  if (!error && !isConfirmed) return null
  return (
    <Callout className="px-4 py-3 text-base">
      <p role="alert">{last}</p>
      <label className="mt-2 flex min-h-11 items-center gap-3">
        <input type="checkbox" {...checkbox} className="size-5 shrink-0 accent-lamp-deep" />
        The amount is correct.
      </label>
    </Callout>
  )
}
