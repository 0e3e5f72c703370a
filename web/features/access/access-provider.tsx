import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import toast from 'react-hot-toast'
import { browserApi } from '#web/lib/browser-api.ts'
import { readCurrency } from '#web/lib/currency.ts'
import { type ItemAccess, ItemAccessContext, type Product } from '#web/lib/item-access.ts'
import { readStorage, STORAGE_KEYS, writeStorage } from '#web/lib/storage.ts'
import { createClientIds } from './client-id.ts'
import { addressOf, askNextAction } from './next-action.ts'

type Opening = { url: string; preview?: true; renew?: () => Promise<string>; origin?: Element | null }
/**
 * What is open, and where its file is read from. `renew` answers a fresh address when that one has expired; `origin` had the focus
 * before.
 */
export type Opened<Kind extends Product['kind'] = Product['kind']> = Extract<Product, { kind: Kind }> & Opening
/** An episode goes on while a book opens over it, so there may be one of each. */
export type Shown = { [Kind in Product['kind']]?: Opened<Kind> | undefined }

const clientIds = createClientIds({
  read: () => readStorage(STORAGE_KEYS.clientId),
  write: (id) => writeStorage(STORAGE_KEYS.clientId, id),
  request: () => browserApi.getClientId(),
})

function prepareClientId() {
  clientIds.get().catch((error: unknown) => {
    console.error(error)
    // Every card asks; the name keeps it one notice.
    toast.error('Failed to fetch client ID', { id: 'client-id' })
  })
}

/** Answers the cards on its pages and shows what they open. */
export function AccessProvider({
  show,
  prepareView,
  children,
}: {
  show: (shown: Shown, close: (kind: Product['kind']) => void) => ReactNode
  prepareView: ItemAccess['prepareView']
  children: ReactNode
}) {
  const [shown, setShown] = useState<Shown>({})
  const origin = useRef<Element>(null)

  // The button that was pressed was disabled meanwhile and so lost the focus: nobody else can give it back.
  const returnFocus = useCallback(() => {
    // A viewer that closes gives it to whatever had it last, a little later.
    requestAnimationFrame(() => setTimeout(() => giveFocusBack(origin.current)))
  }, [])
  const open = useCallback((opened: Opened) => setShown((before) => ({ ...before, [opened.kind]: opened })), [])
  const close = useCallback(
    (kind: Product['kind']) => {
      setShown((before) => ({ ...before, [kind]: undefined }))
      returnFocus()
    },
    [returnFocus],
  )

  const access = useMemo<ItemAccess>(
    () => ({
      prepareClientId,
      prepareView,
      preview: (book) => book.previewUrl && open({ kind: 'book', item: book, url: book.previewUrl, preview: true }),
      async open(product, signal) {
        origin.current = document.activeElement
        try {
          const { action, url } = await ask(product)
          if (signal.aborted) return
          if (action === 'view')
            open({ ...product, url: url ?? fileOf(product), renew: () => renewedAddress(product), origin: origin.current })
          else location.assign(addressOf(action, location.href))
        } catch (error) {
          if (signal.aborted) return
          console.error(error)
          toast.error('Failed to determine next action, retry.')
          returnFocus()
        }
      },
    }),
    [prepareView, open, returnFocus],
  )

  return (
    <ItemAccessContext value={access}>
      {children}
      {show(shown, close)}
    </ItemAccessContext>
  )
}

function ask(product: Product) {
  return askNextAction(
    { productId: product.item.id, product: product.kind, currency: readCurrency(), returnUrl: location.href },
    { clientIds, ask: browserApi.getNextAction },
  )
}

async function renewedAddress(product: Product): Promise<string> {
  const { action, url } = await ask(product)
  if (action !== 'view') throw new Error('Access to this item has ended')
  return url ?? fileOf(product)
}

function fileOf(product: Product): string {
  return product.kind === 'book' ? product.item.pdfUrl : product.item.audioUrl
}

/** Unless somebody took it in the meantime: it is adrift on the page, or in the dialog that the button is in. */
function giveFocusBack(origin: Element | null) {
  const adrift = document.activeElement !== origin && document.activeElement?.contains(origin)
  if (adrift && origin instanceof HTMLElement) origin.focus({ preventScroll: true })
}
