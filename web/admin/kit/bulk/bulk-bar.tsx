import ArchiveRestore from 'lucide-react/icons/archive-restore'
import CircleDollarSign from 'lucide-react/icons/circle-dollar-sign'
import Eye from 'lucide-react/icons/eye'
import ListOrdered from 'lucide-react/icons/list-ordered'
import Tags from 'lucide-react/icons/tags'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { BULK_ITEMS } from '#contracts/catalogue/bulk-change.ts'
import type { ProductKind } from '#contracts/shop/product.ts'
import { focusRow } from '#web/admin/kit/list/use-list-place.ts'
import type { Resource } from '#web/admin/kit/resource.ts'
import { useAdminAction } from '#web/admin/kit/use-admin-action.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import type { BulkItem } from './bulk-item.ts'
import { CategoryDialog } from './category-dialog.tsx'
import { DeletionDialog } from './deletion-dialog.tsx'
import { PriceDialog } from './price-dialog.tsx'
import { sendChanges } from './send-changes.ts'
import { StateDialog } from './state-dialog.tsx'
import type { BulkBarProps } from './use-selection.ts'

/** Icons are hidden on phones, where the bulk action bar would otherwise cover several rows of the list */
const ICON = 'hidden size-5 sm:block'

type DialogName = 'price' | 'categories' | 'state' | 'deletion'

/** Bar at the bottom of the window with the number of selected items and the bulk actions. Items in the bin can only be restored. */
export function BulkBar<Item extends BulkItem>({
  resource,
  product,
  list,
  selection,
}: BulkBarProps<Item> & { resource: Resource<Item>; product: ProductKind }) {
  const { search } = useLocation()
  const [dialog, setDialog] = useState<DialogName>()
  const { items, busy, isFull } = selection
  const count = items.length
  const canChooseMore = !isFull && count < list.total
  const isBin = items.some(({ deletedAt }) => deletedAt !== null)
  const restoring = useAdminAction(
    async () => {
      await sendChanges(
        resource,
        list,
        items.map((item) => ({ item, deleted: false })),
      )
      finish({ areRemoved: true })
    },
    `Failed to restore ${resource.plural}`,
    { explains: true },
  )

  /** Clears the selection and focuses a row of the list, since the focused button disappears with the bulk action bar. */
  function finish({ areRemoved }: { areRemoved: boolean }) {
    const ids = new Set(items.map(({ id }) => id))
    const at = list.items.findIndex(({ id }) => ids.has(id))
    const isLeft = ({ id }: Item) => !ids.has(id)
    const row = areRemoved ? (list.items.slice(at + 1).find(isLeft) ?? list.items.filter(isLeft).at(-1)) : list.items[at]
    setDialog(undefined)
    selection.clear()
    // The row is focused after a delay, since the closing dialog first returns the focus to its opener.
    setTimeout(() => focusRow(row?.id, { preventScroll: true }), 50)
  }

  const propsOf = (name: DialogName) => ({
    resource,
    product,
    list,
    items,
    open: dialog === name,
    onClose: () => setDialog(undefined),
    onSaved: () => finish({ areRemoved: name === 'deletion' }),
  })
  const button = (name: DialogName, label: string, Icon: typeof Eye) => (
    <Button variant="outline" size="small" onClick={() => setDialog(name)}>
      <Icon aria-hidden className={ICON} />
      {label}
    </Button>
  )

  return (
    <>
      <section
        aria-label="Selection"
        data-action-bar={count === 0 ? undefined : ''}
        className={`sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center gap-x-3 gap-y-2 border-ink border-t bg-paper px-1 py-3 ${count === 0 ? 'hidden' : ''}`}
      >
        <p role="status" className="mr-auto text-base tabular-nums">
          {count > 0 && `${count.toLocaleString('en')} selected${isFull && list.total > BULK_ITEMS ? `, the maximum` : ''}`}
        </p>
        {canChooseMore && (
          <Button variant="quiet" size="small" busy={busy} onClick={selection.chooseMatching}>
            Select {list.total > BULK_ITEMS ? `the first ${BULK_ITEMS}` : `all ${list.total.toLocaleString('en')}`}
          </Button>
        )}
        <Button variant="quiet" size="small" onClick={selection.clear}>
          Clear
        </Button>
        {isBin ? (
          <Button variant="outline" size="small" busy={restoring.busy} onClick={() => void restoring.run()}>
            <ArchiveRestore aria-hidden className="size-5" />
            Restore
          </Button>
        ) : (
          <>
            {button('state', 'Status', Eye)}
            {button('categories', 'Categories', Tags)}
            {button('price', 'Price', CircleDollarSign)}
            <ButtonLink
              variant="outline"
              size="small"
              to={`${resource.listUrl}/prices${search}`}
              state={{ ids: items.map(({ id }) => id) }}
            >
              <ListOrdered aria-hidden className={ICON} />
              Price table
            </ButtonLink>
            {button('deletion', 'Delete', Trash2)}
          </>
        )}
      </section>
      <StateDialog {...propsOf('state')} />
      <PriceDialog {...propsOf('price')} />
      <CategoryDialog {...propsOf('categories')} />
      <DeletionDialog {...propsOf('deletion')} />
    </>
  )
}
