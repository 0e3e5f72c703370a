import { useIsUnstored } from '#web/lib/storage/local-storage.ts'

/** Note above a list that this browser could not store. */
export function UnstoredNote({ list }: { list: 'bookmarks' | 'highlights' }) {
  if (!useIsUnstored(list)) return null
  return <p className="viewer-panel-empty">This browser has no room for your latest changes. They last only until you close this page.</p>
}
