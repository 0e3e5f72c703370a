import type { Podcast } from '#contracts/catalogue/podcast.ts'
import { fetchItem } from '#web/lib/access/fetch-item.ts'
import { isNotFound } from '#web/lib/api/api.ts'
import { dequeue, readQueue } from '#web/lib/queue/listening-queue.ts'

export { dequeue } from '#web/lib/queue/listening-queue.ts'

/**
 * Returns the first episode of the queue other than the one that plays, as the site has it now. Episodes that were removed from the site
 * leave the queue. Without a connection, the stored data finds a downloaded file.
 */
export async function findNextInQueue(playing: string, signal: AbortSignal): Promise<Podcast | undefined> {
  for (const queued of readQueue()) {
    if (queued.id === playing) continue
    try {
      const { kind, item } = await fetchItem({ kind: 'podcast', id: queued.id }, signal)
      if (kind !== 'book') return item
    } catch (error) {
      if (signal.aborted) throw error
      if (!isNotFound(error)) return queued
      dequeue(queued.id)
    }
  }
  return undefined
}
