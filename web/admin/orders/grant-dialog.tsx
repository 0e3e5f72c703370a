import { GrantForm, OrderDetails } from '#contracts/shop/order-admin.ts'
import { post } from '#web/admin/kit/api.ts'
import { FormDialog } from '#web/admin/kit/form/form-dialog.tsx'
import { toast } from '#web/lib/toast.ts'
import { EmailField } from '#web/ui/email-field.tsx'
import { TextAreaField } from '#web/ui/field.tsx'
import { ItemPicker, PickedItem } from './item-picker.tsx'

const Form = GrantForm.omit({ product: true }).extend({ productId: PickedItem })

/** Dialog that grants an item to a person without a payment. */
export function GrantDialog({
  open,
  onClose,
  onGranted,
}: {
  open: boolean
  onClose: () => void
  onGranted: (order: OrderDetails) => void
}) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Grant an item"
      description="As a gift or a replacement, without a payment."
      schema={Form}
      defaultValues={{ email: '', productId: undefined, reason: '' }}
      send={({ email, productId: item, reason }) =>
        post(OrderDetails, '/admin/orders/grants', { email, reason, product: item.product, productId: item.id } satisfies GrantForm)
      }
      onSent={(order) => {
        toast.success(`“${order.product.title}” granted`)
        onGranted(order)
      }}
      failed="Failed to grant the item"
      draft="grant"
      submitLabel="Grant item"
      actionsClass="mt-6 border-rule border-t pt-5"
    >
      {({ form, field }) => (
        <>
          <EmailField
            label="Email address"
            autoComplete="off"
            required
            hint="We send a link that opens the item there."
            {...field('email')}
          />
          <ItemPicker control={form.control} name="productId" />
          <TextAreaField
            label="Reason"
            rows={3}
            required
            maxLength={500}
            hint="Saved with the order, for other administrators."
            {...field('reason')}
          />
        </>
      )}
    </FormDialog>
  )
}
