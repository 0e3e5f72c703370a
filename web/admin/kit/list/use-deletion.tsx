import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { BIN_DAYS } from '#contracts/admin/retention.ts'
import { nameKey } from '#contracts/catalogue/name-key.ts'
import { adminApi } from '#web/admin/kit/api.ts'
import type { DeletionCheck, Resource } from '#web/admin/kit/resource.ts'
import { useAdminAction } from '#web/admin/kit/use-admin-action.ts'
import { toast } from '#web/lib/toast.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { focusFirstError } from '#web/ui/focus-first-error.ts'
import type { AdminList } from './use-admin-list.ts'
import { focusRow } from './use-list-place.ts'

/**
 * Returns a confirmation `dialog`, opened by `ask`, that deletes an item and removes its row. The row of an already deleted item is removed
 * too, with a message. If the deletion check requires it, administrators must type the item's name.
 */
export function useDeletion<Item extends { id: string }>(
  resource: Pick<Resource<Item>, 'apiPath' | 'statesPath' | 'isInBin' | 'singular' | 'nameOf' | 'checkDeletion'> & {
    toasts: { deleteFailed: string }
  },
  list: AdminList<Item>,
) {
  // The state retains the item while the dialog closes, so that the item's name doesn't vanish early.
  const [item, setItem] = useState<Item>()
  const [open, setOpen] = useState(false)
  const [check, setCheck] = useState<DeletionCheck>()
  const [typedName, setTypedName] = useState('')
  const [nameError, setNameError] = useState<string>()
  const checking = useRef<AbortController>(null)
  const nameForm = useRef<HTMLFormElement>(null)
  const name = item ? resource.nameOf(item) : ''
  const isForGood = item !== undefined && (!resource.statesPath || (resource.isInBin?.(item) ?? false))

  const { busy, run, problem, forget } = useAdminAction(
    async ({ id }: Item) => {
      const path = isForGood ? (resource.statesPath ?? resource.apiPath) : resource.apiPath
      await adminApi.call(`${path}/${encodeURIComponent(id)}`, { method: 'DELETE' })
      toast.success('Deleted successfully')
      if (check?.onDeleted) check.onDeleted()
      else removeRow(id)
    },
    resource.toasts.deleteFailed,
    {
      onGone: () => {
        if (item) removeRow(item.id)
        toast(`“${name}” was already deleted.`)
      },
    },
  )

  function ask(wanted: Item) {
    forget()
    setTypedName('')
    setNameError(undefined)
    setItem(wanted)
    setOpen(true)
    setCheck(resource.checkDeletion ? undefined : {})
    checking.current?.abort()
    checking.current = new AbortController()
    // The promise of `checkDeletion` only rejects when the check is aborted.
    resource.checkDeletion?.(wanted, { signal: checking.current.signal }).then(setCheck, () => undefined)
  }

  function close() {
    checking.current?.abort()
    setOpen(false)
  }

  function removeRow(id: string) {
    close()
    const neighbor = findNeighbor(list.items, id)
    list.remove(id)
    // A neighboring row is focused, since the focused button was removed with its row. The timeout lets the dialog restore the focus first.
    setTimeout(() => focusRow(neighbor), 50)
  }

  function confirm() {
    if (!item) return
    if (check?.nameRequired && nameKey(typedName) !== nameKey(name)) {
      flushSync(() => setNameError(check.nameRequired))
      focusFirstError(nameForm.current)
      return
    }
    void run(item)
  }

  const dialog = (
    <ConfirmDialog
      open={open}
      title={`Delete this ${resource.singular}${isForGood && resource.statesPath ? ' for good' : ''}?`}
      message={
        problem
          ? `“${name}” was not deleted. ${problem}`
          : isForGood
            ? `“${name}” will be deleted${resource.statesPath ? ' for good, with its files' : ''}. ${check?.warning ? `${check.warning} ` : ''}This can’t be undone.`
            : `“${name}” disappears from the site and stays in the bin for ${BIN_DAYS} days. ${check?.warning ?? ''}`
      }
      confirm={isForGood && resource.statesPath ? 'Delete for good' : 'Delete'}
      busy={busy}
      // The confirm button is disabled until the deletion check has returned its warning.
      waiting={check === undefined}
      onConfirm={confirm}
      onClose={close}
    >
      {check?.nameRequired && (
        <form
          ref={nameForm}
          noValidate
          className="mt-5"
          onSubmit={(event) => {
            event.preventDefault()
            confirm()
          }}
        >
          <TextField
            label={`Type “${name}” to confirm`}
            autoComplete="off"
            autoCapitalize="words"
            required
            value={typedName}
            onChange={(event) => setTypedName(event.target.value)}
            error={nameError}
          />
        </form>
      )}
    </ConfirmDialog>
  )

  return { ask, dialog }
}

function findNeighbor(items: { id: string }[], id: string) {
  const at = items.findIndex((item) => item.id === id)
  return (items[at + 1] ?? items[at - 1])?.id
}
