import { BIN_DAYS } from '#contracts/admin/retention.ts'
import { isReachable } from '#contracts/catalogue/item-visibility.ts'
import { isFree } from '#contracts/shop/price.ts'
import { useOwners } from '#web/admin/kit/owners.ts'
import { useAdminAction } from '#web/admin/kit/use-admin-action.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { joinSentences } from '#web/lib/sentences.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { BulkItem } from './bulk-item.ts'
import type { BulkDialogProps } from './price-dialog.tsx'
import { sendChanges } from './send-changes.ts'

/** Dialog that moves several items to the bin and explains the effect on visitors and owners. */
export function DeletionDialog<Item extends BulkItem>({ resource, product, list, items, open, onClose, onSaved }: BulkDialogProps<Item>) {
  const { singular, toasts } = resource
  const owners = useOwners(product, items, { open, effect: 'can open them until then' })
  const { busy, run, problem, forget } = useAdminAction(async () => {
    await sendChanges(
      resource,
      list,
      items.map((item) => ({ item, deleted: true })),
    )
    onSaved()
  }, `${toasts.deleteFailed}s`)

  function close() {
    forget()
    onClose()
  }

  const count = pluralize(items.length, singular)
  return (
    <ConfirmDialog
      open={open}
      title={`Delete ${count}?`}
      message={
        problem
          ? joinSentences(`${count} ${items.length === 1 ? 'was' : 'were'} not deleted`, problem)
          : joinSentences(describeEffect(items, singular), owners ?? 'Counting the owners')
      }
      confirm={`Delete ${count}`}
      busy={busy}
      // The confirm button is disabled until the owners of the items are counted.
      waiting={owners === undefined}
      onConfirm={() => void run()}
      onClose={close}
    />
  )
}

/** Returns a sentence about the effect of the deletion on visitors. */
function describeEffect(items: BulkItem[], singular: string): string {
  const shown = items.filter(isReachable)
  const free = shown.filter(({ price }) => isFree(price)).length
  const them = shown.length === items.length ? (items.length === 1 ? 'it' : 'them') : `${shown.length.toLocaleString('en')} of them`
  return joinSentences(
    items.length === 1
      ? `The ${singular} moves to the bin, from which it can be restored for ${BIN_DAYS} days`
      : `The ${singular}s move to the bin, from which they can be restored for ${BIN_DAYS} days`,
    shown.length > 0 ? `Visitors can no longer find, open or buy ${them}` : '',
    free > 0 ? `${free.toLocaleString('en')} of them can be opened for free now, and will be closed` : '',
  )
}
