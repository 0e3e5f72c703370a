import { shareOrCopy } from '#web/lib/share-or-copy.ts'
import { toast } from '#web/lib/toast.ts'
import type { ViewedBook } from './viewer-context.ts'

/** Most characters of shared words. A longer passage is cut, with an ellipsis. */
const MAX_SHARED = 800

/**
 * Shares a page of a book, or words of it with title and author, by the share sheet of the device. Without one, the text with its link is
 * copied.
 */
export async function sharePlace({ title, shared }: Pick<ViewedBook, 'title' | 'shared'>, page: number, words?: string): Promise<void> {
  if (!shared) return
  const named = shared.author ? `${title}, ${shared.author}` : title
  const text = words ? `“${shorten(words.trim())}”\n— ${named}` : `${named}, page ${page}`
  const url = new URL(`${shared.path}#page=${page}`, location.href).href
  const outcome = await shareOrCopy({ title, text, url }, `${text}\n${url}`)
  if (outcome === 'copied')
    toast.success(words ? 'The words are copied, with their link.' : 'The link to this page is copied.', { id: 'shared' })
  if (outcome === 'failed') toast.error('This could not be shared here.', { id: 'shared' })
}

function shorten(words: string): string {
  if (words.length <= MAX_SHARED) return words
  const cut = words.slice(0, MAX_SHARED)
  return `${cut.slice(0, cut.lastIndexOf(' ') > 0 ? cut.lastIndexOf(' ') : MAX_SHARED)} …`
}
