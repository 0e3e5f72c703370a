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

/** Whether the entry is a change of several items, which lists their former values. */
export function isRevertible(entry: AuditEntry): boolean {
  return (
    isOfSeveral(entry) && PATHS[entry.noun] !== undefined && entry.changes.every(({ from, to }) => from !== undefined && to !== undefined)
  )
}

/** Button that gives the items of an action their former values back. */
export function RevertButton({ entry, onReverted }: { entry: AuditEntry; onReverted: () => void }) {
  const [open, setOpen] = useState(false)
  const [path = '', singular = ''] = PATHS[entry.noun] ?? []
  const { busy, run } = useAction(
    async () => {
      const { changed, skipped } = await revertChange(path, entry.id)
      setOpen(false)
      clearFailure(entry.id)
      toast.success(describeRevert(changed.length, skipped, singular))
      onReverted()
    },
    (error) => {
      setOpen(false)
      toastFailure(error, joinSentences('The change was not undone', describeFailure(error)), entry.id)
    },
  )
  return (
    <>
      <Button variant="outline" size="small" className="mt-2" onClick={() => setOpen(true)}>
        Restore former values
      </Button>
      <ConfirmDialog
        open={open}
        title="Restore the former values?"
        message={`${entry.subject.name} get back what they had before this change, in one action. Those that were changed again or deleted since stay as they are.`}
        confirm="Restore"
        danger={false}
        busy={busy}
        onConfirm={() => void run()}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
