import CircleDollarSign from 'lucide-react/icons/circle-dollar-sign'
import ListOrdered from 'lucide-react/icons/list-ordered'
import Tags from 'lucide-react/icons/tags'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { BULK_ITEMS } from '#contracts/catalogue/bulk-change.ts'
import type { Resource } from '#web/admin/kit/resource.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import type { BulkItem } from './bulk-item.ts'
import { CategoryDialog } from './category-dialog.tsx'
import { PriceDialog } from './price-dialog.tsx'
import type { BulkBarProps } from './use-selection.ts'

/** Number of selected items with their common actions, at the bottom of the window. */
export function BulkBar<Item extends BulkItem>({ resource, list, selection }: BulkBarProps<Item> & { resource: Resource<Item> }) {
  const { search } = useLocation()
  const [dialog, setDialog] = useState<'price' | 'categories'>()
  const { items, busy, isFull } = selection
  const count = items.length
  const canChooseMore = !isFull && count < list.total
  const dialogProps = {
    resource,
    list,
    items,
    onClose: () => setDialog(undefined),
    onSaved: () => {
      setDialog(undefined)
      selection.clear()
    },
  }

  return (
    <>
      <section
        aria-label="Selection"
        className={`sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center gap-x-3 gap-y-2 border-ink border-t bg-paper px-1 py-3 ${count === 0 ? 'hidden' : ''}`}
      >
        <p role="status" className="mr-auto text-base tabular-nums">
          {count > 0 && `${count.toLocaleString('en')} selected${isFull && list.total > BULK_ITEMS ? `, the most at once` : ''}`}
        </p>
        {canChooseMore && (
          <Button variant="quiet" size="small" busy={busy} onClick={selection.chooseMatching}>
            Select {list.total > BULK_ITEMS ? `the first ${BULK_ITEMS}` : `all ${list.total.toLocaleString('en')}`}
          </Button>
        )}
        <Button variant="quiet" size="small" onClick={selection.clear}>
          Clear
        </Button>
        <Button variant="outline" size="small" onClick={() => setDialog('categories')}>
          <Tags aria-hidden className="size-5" />
          Categories
        </Button>
        <Button variant="outline" size="small" onClick={() => setDialog('price')}>
          <CircleDollarSign aria-hidden className="size-5" />
          Price
        </Button>
        <ButtonLink variant="outline" size="small" to={`${resource.listUrl}/prices${search}`} state={{ ids: items.map(({ id }) => id) }}>
          <ListOrdered aria-hidden className="size-5" />
          Price table
        </ButtonLink>
      </section>
      <PriceDialog open={dialog === 'price'} {...dialogProps} />
      <CategoryDialog open={dialog === 'categories'} {...dialogProps} />
    </>
  )
}
