import type { OpenableItem } from '#web/lib/access/item-access.ts'
import { ApiError } from '#web/lib/api/api.ts'
import { dropLost } from './drop-lost.ts'
import { readKeptList, toKeptUrl } from './kept-list.ts'

/** Where this browser reads an item's file, of which perhaps only the text is kept; or the URL to follow instead, such as the checkout's. */
export type ItemFile = { url: string; isText?: boolean } | { action: string }

/** A connection that brings nothing within this time is none, for an item that is kept. */
const WAIT_MS = 5000

/**
 * The file of an item that may be kept, for which access was asked: without a connection what is kept opens unasked; with one a refusal
 * removes it.
 */
export async function requestKeptFile({ item }: OpenableItem, asked: Promise<ItemFile>, publicUrl: string): Promise<ItemFile> {
  const kept = readKeptList().find(({ id }) => id === item.id)
  if (!kept) return asked
  try {
    const file = await Promise.race([asked, noAnswer(WAIT_MS)])
    if ('url' in file) return { url: toKeptUrl(file.url), isText: kept.isText }
    await dropLost([item])
    return file
  } catch (error) {
    asked.catch(() => {})
    const url = toKeptUrl(publicUrl)
    if (error instanceof ApiError || url === publicUrl) throw error
    return { url, isText: kept.isText }
  }
}

function noAnswer(ms: number): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('No answer in time')), ms))
}
