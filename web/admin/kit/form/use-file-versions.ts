import { useEffect } from 'react'
import { type ItemFile, ItemFiles } from '#contracts/catalogue/item-files.ts'
import { adminApi, read } from '#web/admin/kit/api.ts'
import { useFetched } from '#web/lib/use-fetched.ts'
import type { Versions } from './file-versions.tsx'

/** Interval after which the URLs are fetched again: their grants are valid for an hour. */
const REFRESH_MS = 30 * 60_000
const NONE: ItemFiles = { files: [], former: [] }

/** Returns the stored and former files of an item by the fields of its form. @param path path of the item; undefined if it has no such list */
export function useFileVersions(path: string | undefined) {
  const { value, retry } = useFetched(path ?? null, (signal) => read(ItemFiles, `${path}/files`, { signal }))
  useEffect(() => {
    const timer = setInterval(retry, REFRESH_MS)
    return () => clearInterval(timer)
  }, [retry])
  const { files, former } = typeof value === 'string' ? NONE : value
  const withUrl = <File extends ItemFile>(file: File): File => ({ ...file, url: adminApi.media(file.url) })

  return (field: string): Omit<Versions, 'onRestore'> | undefined => {
    if (path === undefined || value === 'missing') return undefined
    const present = files.find((file) => file.field === field)
    return {
      state: value === 'loading' || value === 'failed' ? value : 'known',
      present: present && withUrl(present),
      former: former.filter((file) => file.field === field).map(withUrl),
      onRetry: retry,
    }
  }
}
