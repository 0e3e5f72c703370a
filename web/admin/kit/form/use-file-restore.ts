import { useState } from 'react'
import { FORMER_FILE_DAYS } from '#contracts/admin/retention.ts'
import type { FormerFile } from '#contracts/catalogue/item-files.ts'
import { send } from '#web/admin/kit/api.ts'
import { formatMinute } from '#web/admin/kit/dates.ts'
import { useAdminAction } from '#web/admin/kit/use-admin-action.ts'
import { toast } from '#web/lib/toast.ts'
import type { AskedQuestion } from './save-question.ts'

/** Restores a former file of an item, after a question: immediately, and not with the rest of the form. */
export function useFileRestore({
  itemPath,
  isDirty,
  onRestored,
}: {
  itemPath: string | undefined
  isDirty: boolean
  /** Called with the API's JSON of the item */
  onRestored: (stored: unknown) => void
}) {
  const [former, setFormer] = useState<FormerFile>()
  const { busy, run } = useAdminAction(async ({ id }: FormerFile) => {
    const stored = await send('POST', `${itemPath}/former-files/${encodeURIComponent(id)}/restore`, {})
    toast.success('The earlier version was restored')
    onRestored(stored)
  }, 'Failed to restore the earlier version')

  const close = () => setFormer(undefined)
  const question: AskedQuestion | undefined = former && {
    title: 'Restore this version?',
    message: `Visitors and buyers will get the version that was replaced on ${formatMinute(former.replacedAt)}. The present file is kept for ${FORMER_FILE_DAYS} days.${isDirty ? ' What you entered and did not save will be lost.' : ''}`,
    confirm: 'Restore',
    answer: async () => {
      close()
      await run(former)
    },
    close,
  }
  return { ask: setFormer, question, busy }
}
