import { z } from 'zod'
import { Price } from '#contracts/shop/money.ts'
import { formatPrice, isFree } from '#contracts/shop/price.ts'
import type { ProductKind } from '#contracts/shop/product.ts'
import { askAboutPrice } from '#web/admin/kit/form/ask-about-price.ts'
import { FormDialog } from '#web/admin/kit/form/form-dialog.tsx'
import { Options } from '#web/admin/kit/form/options.tsx'
import type { AdminList } from '#web/admin/kit/list/use-admin-list.ts'
import type { Resource } from '#web/admin/kit/resource.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import type { BulkItem } from './bulk-item.ts'
import { sendChanges } from './send-changes.ts'

export type BulkDialogProps<Item extends BulkItem> = {
  resource: Resource<Item>
  product: ProductKind
  list: AdminList<Item>
  items: Item[]
  open: boolean
  onClose: () => void
  onSaved: () => void
}

const MODES = { set: 'Set to', raise: 'Raise by percent', lower: 'Lower by percent' }
const EXAMPLES = 3
const Mode = z.enum(['set', 'raise', 'lower'])
type Values = { mode: z.infer<typeof Mode>; amount: string; confirmed: boolean }

const Percent = z
  .string()
  .trim()
  .regex(/^\d{1,3}([.,]\d{1,2})?$/, 'Enter a percentage, such as 10.')
  .transform((text) => Number(text.replace(',', '.')))
  .refine((percent) => percent > 0, 'Enter a percentage, such as 10.')

/** Returns the new price of an item, or undefined while the amount is invalid. Percentages do not apply to free items. */
function priceAfter({ price }: BulkItem, { mode, amount }: Values): number | undefined {
  if (mode === 'set') return Price.safeParse(amount).data
  const percent = Percent.safeParse(amount).data
  if (percent === undefined || isFree(price)) return percent && price
  return Math.max(0, Math.round(price * (100 + (mode === 'raise' ? percent : -percent))) / 100)
}

const differsTenfold = (item: BulkItem, values: Values) => {
  const price = priceAfter(item, values)
  return price !== undefined && askAboutPrice(item.price, price) !== undefined
}

/** Mode and amount are validated together, since the mode determines whether the amount is a price or a percentage. */
const formFor = (items: BulkItem[]) =>
  z.object({ mode: Mode, amount: z.string(), confirmed: z.boolean() }).superRefine((values, context) => {
    const { mode, amount } = values
    const { error, data = 0 } = (mode === 'set' ? Price : Percent).safeParse(amount)
    const message = error?.issues[0]?.message ?? (mode === 'lower' && data > 100 ? 'Enter at most 100.' : undefined)
    if (message) context.addIssue({ code: 'custom', path: ['amount'], message })
    else if (!values.confirmed && items.some((item) => differsTenfold(item, values)))
      context.addIssue({ code: 'custom', path: ['amount'], message: 'Check the decimal point, and confirm the change below.' })
  })

/** Dialog that changes the price of several items. */
export function PriceDialog<Item extends BulkItem>({ resource, list, items, open, onClose, onSaved }: BulkDialogProps<Item>) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Change the price of ${pluralize(items.length, resource.singular)}`}
      schema={formFor(items)}
      defaultValues={{ mode: 'set', amount: '', confirmed: false } as Values}
      send={(values) => {
        const changes = items.flatMap((item) => {
          const price = priceAfter(item, values)
          return price === undefined || price === item.price ? [] : [{ item, price }]
        })
        return sendChanges(resource, list, changes)
      }}
      onSent={onSaved}
      failed="Failed to change the prices"
      submitLabel="Change prices"
    >
      {({ form, field }) => (
        <>
          <div className="grid grid-cols-2 gap-x-4">
            <SelectField label="Change" {...field('mode')}>
              <Options options={Object.entries(MODES)} />
            </SelectField>
            <TextField label="Amount" inputMode="decimal" autoComplete="off" required maxLength={20} {...field('amount')} />
          </div>
          <Outcome items={items} values={form.watch()} confirmed={form.register('confirmed')} singular={resource.singular} />
        </>
      )}
    </FormDialog>
  )
}

/** Preview of the first new prices, with a confirmation for prices that change tenfold. */
function Outcome({ items, values, confirmed, singular }: { items: BulkItem[]; values: Values; confirmed: object; singular: string }) {
  const examples = items.slice(0, EXAMPLES).map((item) => ({ item, price: priceAfter(item, values) }))
  const tenfold = items.filter((item) => differsTenfold(item, values)).length
  return (
    <>
      <ul className="grid gap-1 text-sm text-soft tabular-nums">
        {examples.map(({ item, price }) => (
          <li key={item.id} className="truncate">
            {formatPrice(item.price)}
            {price !== undefined && ` → ${formatPrice(price)}`} · {item.title}
          </li>
        ))}
        {items.length > EXAMPLES && <li>and {(items.length - EXAMPLES).toLocaleString('en')} more</li>}
      </ul>
      {tenfold > 0 && (
        <label className="flex min-h-11 items-center gap-3 text-base">
          <input type="checkbox" {...confirmed} className="size-5 shrink-0 accent-lamp-deep" />
          {pluralize(tenfold, singular)} will cost ten times as much, or a tenth. This is correct.
        </label>
      )}
    </>
  )
}
