import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { z } from 'zod'
import { Price } from '#contracts/shop/money.ts'
import { formatPrice } from '#contracts/shop/price.ts'
import { clearFailure, toastFailure } from '#web/admin/kit/failures.ts'
import { askAboutPrice } from '#web/admin/kit/form/ask-about-price.ts'
import { FormProblems, RestoredDraftNotice } from '#web/admin/kit/form/form-notices.tsx'
import { useContractForm } from '#web/admin/kit/form/use-contract-form.ts'
import { useDraft } from '#web/admin/kit/form/use-draft.ts'
import type { AdminList } from '#web/admin/kit/list/use-admin-list.ts'
import type { Resource } from '#web/admin/kit/resource.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FieldError } from '#web/ui/field.tsx'
import type { BulkItem } from './bulk-item.ts'
import { sendChanges } from './send-changes.ts'

type Prices = Record<string, number>
const FAILED = 'Failed to change the prices'

/** Form with one price per item, which saves the changed prices as one action. */
export function PriceTable<Item extends BulkItem>({
  resource,
  list,
  items,
  caption,
  onSaved,
}: {
  resource: Resource<Item>
  list: AdminList<Item>
  items: Item[]
  caption: string
  onSaved: () => void
}) {
  const [schema] = useState(() => z.object(Object.fromEntries(items.map(({ id }) => [id, Price]))))
  const [defaults] = useState(() => Object.fromEntries(items.map(({ id, price }) => [id, price.toFixed(2)])))
  const { form, field, handleSubmit, problems, showError } = useContractForm(schema, defaults)
  const draft = useDraft(form, `prices ${resource.listUrl}`)
  const [doubtful, setDoubtful] = useState<{ prices: Prices; items: Item[] }>()
  const { isSubmitting, dirtyFields } = form.formState
  const changed = Object.keys(dirtyFields).filter((id) => id in defaults).length

  const submit = handleSubmit((prices) => {
    const unlikely = items.filter(({ id, price }) => askAboutPrice(price, prices[id] as number))
    return unlikely.length > 0 ? setDoubtful({ prices, items: unlikely }) : save(prices)
  })

  async function save(prices: Prices) {
    setDoubtful(undefined)
    const changes = items.map((item) => ({ item, price: prices[item.id] as number })).filter(({ item, price }) => price !== item.price)
    try {
      await sendChanges(resource, list, changes)
      clearFailure(FAILED)
      draft.drop()
      onSaved()
    } catch (error) {
      toastFailure(error, FAILED)
      showError(error)
    }
  }

  function paste(event: ClipboardEvent<HTMLInputElement>, from: number) {
    const lines = event.clipboardData
      .getData('text')
      .trim()
      .split(/\r\n|\r|\n/)
    if (lines.length < 2) return
    event.preventDefault()
    for (const [at, line] of lines.entries()) {
      const id = items[from + at]?.id
      if (id) form.setValue(id, line.trim(), { shouldDirty: true, shouldValidate: true })
    }
  }

  return (
    <form noValidate onSubmit={submit}>
      {draft.restored && <RestoredDraftNotice className="mb-6" onDiscard={draft.startOver} />}
      <fieldset disabled={isSubmitting} className="min-w-0">
        <legend className="sr-only">{caption}</legend>
        <ul className="border-rule border-t">
          {items.map(({ id, title, price }, at) => {
            const { error, ...input } = field(id)
            return (
              <li key={id} data-invalid={error ? '' : undefined} className="scroll-mb-24 border-rule border-b py-2">
                <div className="flex items-center gap-3">
                  <label htmlFor={`price-${id}`} className="wrap-anywhere min-w-0 flex-1 text-base leading-snug">
                    {title} <span className="block text-sm text-soft tabular-nums">Now {formatPrice(price)}</span>
                  </label>
                  <input
                    id={`price-${id}`}
                    type="text"
                    inputMode="decimal"
                    autoComplete="off"
                    maxLength={20}
                    aria-invalid={Boolean(error)}
                    aria-describedby={error && `price-${id}-error`}
                    onKeyDown={moveByKey}
                    onPaste={(event) => paste(event, at)}
                    onFocus={(event) => event.target.select()}
                    {...input}
                    className="min-h-11 w-28 shrink-0 rounded-control border border-edge bg-white px-3 text-right text-base tabular-nums hover:border-ink aria-invalid:border-2 aria-invalid:border-brick"
                  />
                </div>
                {error && <FieldError id={`price-${id}-error`}>{error}</FieldError>}
              </li>
            )
          })}
        </ul>
      </fieldset>
      <div data-action-bar="" className="sticky bottom-0 flex flex-wrap items-center gap-x-4 gap-y-3 bg-paper py-4">
        <FormProblems messages={problems} />
        <p role="status" className="mr-auto text-base text-soft tabular-nums">
          {changed > 0 && `${pluralize(changed, 'price')} changed`}
        </p>
        <Button type="submit" busy={isSubmitting} disabled={changed === 0}>
          Save prices
        </Button>
      </div>
      <ConfirmDialog
        open={doubtful !== undefined}
        backCloses={false}
        title="Check the decimal point"
        message={doubtful ? describeDoubt(doubtful) : ''}
        confirm="Save prices"
        danger={false}
        onConfirm={() => doubtful && void save(doubtful.prices)}
        onClose={() => setDoubtful(undefined)}
      />
    </form>
  )
}

const NAMED = 3

function describeDoubt({ prices, items }: { prices: Prices; items: BulkItem[] }): string {
  const named = items.slice(0, NAMED).map(({ id, title, price }) => `“${title}” from ${formatPrice(price)} to ${formatPrice(prices[id])}`)
  const more = items.length > NAMED ? ` and ${items.length - NAMED} more` : ''
  return `These prices would be ten times as high, or a tenth: ${named.join(', ')}${more}.`
}

/** Moves the focus between the rows with Enter and the arrow keys, as in a spreadsheet. */
function moveByKey(event: KeyboardEvent<HTMLInputElement>) {
  const step = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }[event.key]
  const inputs = [...(event.currentTarget.form?.querySelectorAll<HTMLInputElement>('input[id^=price-]') ?? [])]
  const target = step && inputs[inputs.indexOf(event.currentTarget) + step]
  // Enter in the last row submits the form.
  if (!target) return
  event.preventDefault()
  target.focus()
}
