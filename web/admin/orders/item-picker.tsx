import { useEffect, useRef, useState } from 'react'
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form'
import { z } from 'zod'
import { formatPrice, isFree } from '#contracts/shop/price.ts'
import type { ProductKind } from '#contracts/shop/product.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { useFetched } from '#web/lib/use-fetched.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { Callout } from '#web/ui/callout.tsx'
import { TextField } from '#web/ui/field.tsx'

type FoundItem = { product: ProductKind; id: string; title: string; by: string; price: number }

/** Schema of the selected item in a form */
export const PickedItem = z.custom<FoundItem>((item) => item !== undefined, 'Choose an item.')

const KINDS = { book: 'Book', podcast: 'Episode' }
const DEBOUNCE_MS = 300
const PER_KIND = 20
const SHOWN = 8

/** Form field that searches for an item on sale. */
export function ItemPicker<Input extends FieldValues, Output>({
  control,
  name,
  onChosen,
}: {
  control: Control<Input, unknown, Output>
  name: Path<Input>
  onChosen?: (item: FoundItem) => void
}) {
  const { field, fieldState } = useController({ control, name })
  const chosen: FoundItem | undefined = field.value
  const error = fieldState.error?.message
  const search = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const { status, items } = useItemSearch(chosen ? '' : text)

  function drop() {
    field.onChange(undefined)
    setTimeout(() => search.current?.focus())
  }

  function choose(item: FoundItem) {
    field.onChange(item)
    onChosen?.(item)
  }

  if (chosen) return <ChosenItem item={chosen} onDrop={drop} />

  return (
    <div>
      <TextField
        ref={(input) => {
          search.current = input
          field.ref(input)
        }}
        label="Item"
        type="search"
        required
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
        // Enter is ignored, since it would submit the form before an item is selected.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        hint="Type a few letters of the title, then choose."
        {...(error && { error })}
      />
      <p role="status" className="mt-2 text-sm text-soft empty:hidden">
        {status === 'loading' && 'Searching'}
        {status === 'failed' && 'The search failed. Check your connection and type again.'}
        {status === 'found' && items.length === 0 && 'No items for sale match.'}
        {status === 'found' && items.length > 0 && <span className="sr-only">{items.length} found</span>}
      </p>
      {items.length > 0 && (
        <ul aria-label="Items found" className="mt-1 border-rule border-t">
          {items.map((item) => (
            <li key={`${item.product} ${item.id}`} className="border-rule border-b">
              <button
                type="button"
                onClick={() => choose(item)}
                className="wrap-anywhere block min-h-11 w-full px-2 py-2 text-left text-base leading-snug hover:bg-paper-2"
              >
                <span className="font-semibold">{item.title}</span>
                <span className="block text-sm text-soft">{describe(item)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function ChosenItem({ item, onDrop }: { item: FoundItem; onDrop: () => void }) {
  const another = useRef<HTMLButtonElement>(null)
  // The “Choose another” button is focused, since the focused search result disappears after the selection.
  useEffect(() => another.current?.focus(), [])
  return (
    <div>
      <p className="mb-1.5 font-semibold text-base">Item</p>
      <Callout className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2 text-base">
        <p className="wrap-anywhere min-w-0">
          <span className="font-semibold">{item.title}</span>
          <span className="block text-sm text-soft">{describe(item)}</span>
        </p>
        <button ref={another} type="button" onClick={onDrop} className="min-h-11 text-link">
          Choose another
        </button>
      </Callout>
    </div>
  )
}

function describe({ product, by, price }: FoundItem) {
  return `${KINDS[product]} · ${by} · ${formatPrice(price)}`
}

/** Searches books and episodes for sale once typing pauses. The previous results stay visible until the new results arrive. */
function useItemSearch(text: string) {
  const q = text.trim()
  const { value, current } = useFetched(useSettled(q, DEBOUNCE_MS) || null, (signal) => findItems(q, { signal }))
  return { status: q && (typeof current === 'string' ? current : 'found'), items: q && typeof value !== 'string' ? value : [] }
}

async function findItems(q: string, init: RequestInit): Promise<FoundItem[]> {
  const [books, episodes] = await Promise.all([
    browserApi.listBooks({ q, limit: PER_KIND }, init),
    browserApi.listPodcasts({ q, limit: PER_KIND }, init),
  ])
  const found: FoundItem[] = [
    ...books.items.map(({ id, title, author, price }) => ({ product: 'book' as const, id, title, by: author, price })),
    ...episodes.items.map(({ id, title, host, price }) => ({ product: 'podcast' as const, id, title, by: host, price: price ?? 0 })),
  ]
  // Free items are excluded, since they need no grant.
  return found.filter(({ price }) => !isFree(price)).slice(0, SHOWN)
}
