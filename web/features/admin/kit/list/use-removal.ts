import { useState } from 'react'
import toast from 'react-hot-toast'
import { remove } from '#web/features/admin/kit/api.ts'
import { explain, hasStatus, toastFailure } from '#web/features/admin/kit/failures.ts'
import type { Resource } from '#web/features/admin/kit/resource.ts'
import { writeToken } from '#web/features/admin/kit/token.ts'
import type { AdminList } from './use-admin-list.ts'
import { useNameCheck } from './use-name-check.ts'
import { useOwnId } from './use-own-id.ts'
import { type Owners, useOwners } from './use-owners.ts'

/**
 * Asks, deletes, takes the row away. What was gone already is taken away too, and said so. One's own account is only deleted by its
 * name, and whoever deleted it is signed out.
 */
export function useRemoval<Item extends { id: string }>(
  resource: Pick<Resource<Item>, 'path' | 'nameOf' | 'product' | 'findOwnId'> & { toasts: { deleteFailed: string } },
  list: AdminList<Item>,
) {
  const [item, setItem] = useState<Item>()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const name = item ? resource.nameOf(item) : ''
  const ownId = useOwnId(resource.findOwnId)
  const isOwn = item !== undefined && ownId.value === item.id
  // An account of which it is not known may be one's own.
  const asksName = isOwn || ownId.value === 'unknown'
  const nameCheck = useNameCheck(name)
  const owners = useOwners(resource.product, open ? item?.id : undefined)

  function takeAway({ id }: Item) {
    setOpen(false)
    const neighbour = neighbourOf(list.items, id)
    list.remove(id)
    // The button that had the focus is gone with its row. The dialog gives the focus back first.
    setTimeout(() => focusRow(neighbour), 50)
  }

  async function confirm() {
    if (!item || (asksName && !nameCheck.passes())) return
    setBusy(true)
    setProblem(undefined)
    try {
      await remove(resource.path, item.id)
      toast.success('Deleted successfully')
      // Its sessions ended with it; there is no list to go back to.
      if (isOwn) return writeToken(null)
      takeAway(item)
    } catch (error) {
      if (hasStatus(error, 404)) {
        takeAway(item)
        return toast(`“${name}” had been deleted already.`)
      }
      toastFailure(error, resource.toasts.deleteFailed)
      setProblem(explain(error))
    } finally {
      setBusy(false)
    }
  }

  return {
    open,
    busy,
    // Nobody confirms before it stands there from whom the item is taken.
    waiting: owners === 'asking' || ownId.value === 'asking',
    /** The name that has to be typed before, where it does */
    nameCheck: asksName ? nameCheck : undefined,
    message: problem
      ? `“${name}” was not deleted. ${problem}`
      : `“${name}” will be deleted. ${loss(owners)}${isOwn ? 'It is your own account: you will be signed out. ' : ''}This can’t be undone.`,
    // The item stays while the dialog closes, so that its name doesn't vanish before it.
    ask: (wanted: Item) => {
      setProblem(undefined)
      nameCheck.clear()
      ownId.read()
      setItem(wanted)
      setOpen(true)
    },
    confirm,
    close: () => setOpen(false),
  }
}

function loss(owners: Owners) {
  if (owners === 'asking' || owners === 0) return ''
  if (owners === 'unknown') return 'How many own it could not be found out; none of them could open it any more. '
  if (owners === 1) return 'One buyer owns it and could not open it any more. '
  return `${owners.toLocaleString('en')} buyers own it and could not open it any more. `
}

function neighbourOf(items: { id: string }[], id: string) {
  const at = items.findIndex((item) => item.id === id)
  return (items[at + 1] ?? items[at - 1])?.id
}

function focusRow(id: string | undefined) {
  const row = id && document.getElementById(`row-${id}`)
  const target = row ? row.querySelector<HTMLElement>('a, button') : document.querySelector<HTMLElement>('main h1')
  target?.focus()
}
