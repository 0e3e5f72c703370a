import { useRef } from 'react'
import { Controller } from 'react-hook-form'
import toast from 'react-hot-toast'
import { z } from 'zod'
import { GrantForm as GrantContract, type OrderDetails } from '#contracts/order-admin.ts'
import { dropDraft } from '#web/features/admin/kit/form/drafts.ts'
import { FormProblems } from '#web/features/admin/kit/form/form-problems.tsx'
import { RestoredDraftNotice } from '#web/features/admin/kit/form/restored-draft-notice.tsx'
import { useJsonForm } from '#web/features/admin/kit/form/use-json-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { ItemPicker } from './item-picker.tsx'
import { grantItem } from './order-source.ts'
import type { FoundItem } from './use-item-search.ts'

const Form = z.object({
  email: GrantContract.shape.email,
  productId: z.custom<FoundItem>((item) => item !== undefined, 'Choose an item.'),
  reason: GrantContract.shape.reason,
})

/** What was typed into the dialog is kept under this name, until it is sent or given up. */
export const GRANT_DRAFT = 'grant'

/** Opens an item for someone who paid in another way, or as a gift. */
export function GrantDialog({
  open,
  onClose,
  onGranted,
}: {
  open: boolean
  onClose: () => void
  onGranted: (order: OrderDetails) => void
}) {
  function giveUp() {
    dropDraft(GRANT_DRAFT)
    onClose()
  }

  return (
    <Dialog
      open={open}
      onClose={giveUp}
      title="Grant an item"
      description="For someone who paid in cash or by transfer, or as a gift. It opens without a payment."
    >
      <GrantForm onClose={giveUp} onGranted={onGranted} />
    </Dialog>
  )
}

function GrantForm({ onClose, onGranted }: { onClose: () => void; onGranted: (order: OrderDetails) => void }) {
  const search = useRef<HTMLInputElement>(null)
  const { form, submit, problems, busy, restored } = useJsonForm({
    schema: Form,
    defaultValues: { email: '', productId: undefined, reason: '' },
    send: ({ email, productId: item, reason }) => grantItem({ email, reason, product: item.product, productId: item.id }),
    onSent: (order) => {
      toast.success(`“${order.product.title}” granted`)
      onGranted(order)
    },
    failed: 'Failed to grant the item',
    draft: GRANT_DRAFT,
  })
  const { errors } = form.formState

  return (
    <form noValidate onSubmit={submit}>
      {restored && <RestoredDraftNotice className="mb-5" />}
      <fieldset disabled={busy} className="grid min-w-0 gap-5">
        <TextField
          label="E-mail address"
          type="email"
          autoComplete="off"
          required
          hint="With it, and a code that is sent there, they open the item in any browser."
          error={errors.email?.message}
          {...form.register('email')}
        />
        <Controller
          control={form.control}
          name="productId"
          render={({ field: { value, onChange, ref } }) => (
            <ItemPicker
              chosen={value}
              onChange={(item) => {
                onChange(item)
                if (!item) setTimeout(() => search.current?.focus())
              }}
              error={errors.productId?.message}
              inputRef={(input) => {
                search.current = input
                ref(input)
              }}
            />
          )}
        />
        <TextAreaField
          label="Reason"
          rows={3}
          required
          maxLength={500}
          hint="Kept with the order, for your colleagues."
          error={errors.reason?.message}
          {...form.register('reason')}
        />
        <FormProblems messages={problems} />
      </fieldset>
      <div className="mt-6 flex flex-col-reverse gap-3 border-rule border-t pt-5 sm:flex-row sm:justify-end">
        <Button variant="outline" size="small" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" size="small" busy={busy}>
          Grant it
        </Button>
      </div>
    </form>
  )
}
