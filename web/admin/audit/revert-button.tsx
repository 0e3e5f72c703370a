import { useState } from 'react'
import type { AuditEntry } from '#contracts/admin/audit.ts'
import { describeRevert, revertChange } from '#web/admin/kit/bulk/send-changes.ts'
import { clearFailure, describeFailure, toastFailure } from '#web/admin/kit/failures.ts'
import { joinSentences } from '#web/lib/sentences.ts'
import { toast } from '#web/lib/toast.ts'
import { useAction } from '#web/lib/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { isOfSeveral } from './describe-entry.ts'

const PATHS: Partial<Record<AuditEntry['noun'], [path: string, singular: string]>> = {
  book: ['/books', 'book'],
  podcast: ['/podcasts', 'episode'],
}

const FORMER_VALUES = {
  label: 'Undo change',
  title: 'Undo this change?',
  effect: 'get back the values they had before this change. Items that were changed again or deleted since then stay as they are.',
  confirm: 'Undo',
}

const TEXTS: Partial<Record<AuditEntry['verb'], typeof FORMER_VALUES>> = {
  deleted: {
    label: 'Restore from the bin',
    title: 'Restore from the bin?',
    effect: 'get back the status that they had. Items that are no longer in the bin stay as they are.',
    confirm: 'Restore',
  },
  restored: {
    label: 'Move to the bin again',
    title: 'Move to the bin again?',
    effect: 'go back to the bin. Items that were changed or deleted since then stay as they are.',
    confirm: 'Move to the bin',
  },
}

/** Returns whether an audit entry is a bulk change that records the previous values, so that the change can be reverted. */
export function isRevertible(entry: AuditEntry): boolean {
  return (
    isOfSeveral(entry) && PATHS[entry.noun] !== undefined && entry.changes.every(({ from, to }) => from !== undefined && to !== undefined)
  )
}

/** Button that restores the previous values of all items of a bulk change. */
export function RevertButton({ entry, onReverted }: { entry: AuditEntry; onReverted: () => void }) {
  const [open, setOpen] = useState(false)
  const [path = '', singular = ''] = PATHS[entry.noun] ?? []
  const { label, title, effect, confirm } = TEXTS[entry.verb] ?? FORMER_VALUES
  const { busy, run } = useAction(
    async () => {
      const { changed, skipped } = await revertChange(path, entry.id)
      setOpen(false)
      clearFailure(entry.id)
      toast.success(describeRevert(changed, skipped, { singular, isMoved: entry.verb === 'deleted' || entry.verb === 'restored' }))
      onReverted()
    },
    (error) => {
      setOpen(false)
      toastFailure(error, joinSentences('The change could not be undone', describeFailure(error)), entry.id)
    },
  )
  return (
    <>
      <Button variant="outline" size="small" className="mt-2" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={open}
        title={title}
        message={`${entry.subject.name} ${effect}`}
        confirm={confirm}
        danger={false}
        busy={busy}
        onConfirm={() => void run()}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
