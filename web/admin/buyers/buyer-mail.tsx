import { useState } from 'react'
import { Link } from 'react-router'
import { EmailCorrection, OrderDetails } from '#contracts/shop/order-admin.ts'
import { post } from '#web/admin/kit/api.ts'
import { FormDialog } from '#web/admin/kit/form/form-dialog.tsx'
import { useAdminAction } from '#web/admin/kit/use-admin-action.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { EmailField } from '#web/ui/email-field.tsx'

export function buyerPath(email: string): string {
  return `/admin/buyer?${new URLSearchParams({ email })}`
}

/** Email address of an order, with buttons that correct the address and resend the order's email with its receipt or grant link. */
export function BuyerMail({
  order: { id, state },
  email,
  onChanged,
}: {
  order: OrderDetails
  email: string
  onChanged: (order: OrderDetails) => void
}) {
  const [isCorrecting, setCorrecting] = useState(false)
  const path = `/admin/orders/${encodeURIComponent(id)}`
  const { busy, run: resend } = useAdminAction(
    async () => {
      onChanged(await post(OrderDetails, `${path}/mail`, {}))
      toast.success('The email will be sent again')
    },
    'Failed to send the email',
    { explains: true },
  )
  return (
    <>
      <Link to={buyerPath(email)} className="text-link">
        {email}
      </Link>
      <span className="mt-2 flex flex-wrap gap-2">
        <Button variant="outline" size="small" onClick={() => setCorrecting(true)}>
          Correct address…
        </Button>
        {state !== 'unpaid' && state !== 'paying' && state !== 'superseded' && (
          <Button variant="outline" size="small" busy={busy} onClick={() => void resend()}>
            Send {state === 'granted' ? 'link' : 'receipt'} again
          </Button>
        )}
      </span>
      <FormDialog
        open={isCorrecting}
        onClose={() => setCorrecting(false)}
        title="Correct the address"
        description={`${email} will no longer open the item: links in earlier emails stop working, also in browsers where they were opened. The new address gets an email with the link, the old one a notice.`}
        width="small"
        schema={EmailCorrection}
        defaultValues={{ email: '', allOrders: false }}
        send={(correction) => post(OrderDetails, `${path}/email`, correction)}
        onSent={(changed) => {
          setCorrecting(false)
          toast.success('Address corrected')
          onChanged(changed)
        }}
        failed="Failed to correct the address"
        draft={`${id} address`}
        submitLabel="Correct address"
        danger
      >
        {({ form, field }) => (
          <>
            <EmailField label="New email address" autoComplete="off" required {...field('email')} />
            <label className="flex min-h-11 items-start gap-3 text-base">
              <input type="checkbox" className="mt-1 size-5 shrink-0 accent-lamp-deep" {...form.register('allOrders')} />
              <span>Correct all orders with the old address. Choose this only if they all belong to the same buyer.</span>
            </label>
          </>
        )}
      </FormDialog>
    </>
  )
}
