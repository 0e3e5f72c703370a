import { useEffect, useState } from 'react'
import { FORMER_FILE_DAYS } from '#contracts/admin/retention.ts'
import { type FormerFile, type ItemFile, ItemFiles } from '#contracts/catalogue/item-files.ts'
import { adminApi, read, send } from '#web/admin/kit/api.ts'
import { formatMinute } from '#web/admin/kit/dates.ts'
import { useAdminAction } from '#web/admin/kit/use-admin-action.ts'
import { toast } from '#web/lib/toast.ts'
import { useFetched } from '#web/lib/use-fetched.ts'
import type { Versions } from './file-versions.tsx'
import type { AskedQuestion } from './save-question.ts'

/** Interval between refreshes of the file URLs, whose signatures are valid for an hour. */
const REFRESH_MS = 30 * 60_000
const NONE: ItemFiles = { files: [], former: [] }

/**
 * Loads the stored and previous files of an item, grouped by form field. Restoring a previous file asks for confirmation and takes effect
 * immediately, independently of the rest of the form.
 * @param path API path of the item; undefined if the item has no file list
 */
export function useStoredFiles(
  path: string | undefined,
  {
    isDirty,
    onRestored,
  }: {
    isDirty: boolean
    /** Called with the restored item as JSON of the API */
    onRestored: (stored: unknown) => void
  },
) {
  const { value, retry } = useFetched(path ?? null, (signal) => read(ItemFiles, `${path}/files`, { signal }))
  useEffect(() => {
    const timer = setInterval(retry, REFRESH_MS)
    return () => clearInterval(timer)
  }, [retry])
  const { files, former } = typeof value === 'string' ? NONE : value
  const withUrl = <File extends ItemFile>(file: File): File => ({ ...file, url: adminApi.media(file.url) })

  const [asked, setAsked] = useState<FormerFile>()
  const { busy, run } = useAdminAction(async ({ id }: FormerFile) => {
    const stored = await send('POST', `${path}/former-files/${encodeURIComponent(id)}/restore`, {})
    toast.success('The earlier version was restored')
    onRestored(stored)
  }, 'Failed to restore the earlier version')

  const close = () => setAsked(undefined)
  const question: AskedQuestion | undefined = asked && {
    title: 'Restore this version?',
    message: `Visitors and buyers will get the version that was replaced on ${formatMinute(asked.replacedAt)}. The present file is kept for ${FORMER_FILE_DAYS} days.${isDirty ? ' What you entered and did not save will be lost.' : ''}`,
    confirm: 'Restore',
    answer: async () => {
      close()
      await run(asked)
    },
    close,
  }

  function versionsOf(field: string): Versions | undefined {
    if (path === undefined || value === 'missing') return undefined
    const present = files.find((file) => file.field === field)
    return {
      state: value === 'loading' || value === 'failed' ? value : 'known',
      present: present && withUrl(present),
      former: former.filter((file) => file.field === field).map(withUrl),
      onRestore: setAsked,
      onRetry: retry,
    }
  }
  return { versionsOf, question, busy }
}
