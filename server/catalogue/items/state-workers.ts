import { BIN_DAYS } from '#contracts/admin/retention.ts'
import { isListed } from '#contracts/catalogue/item-visibility.ts'
import type { WorkerTask } from '#server/platform/jobs/workers.ts'
import { ignoreNotFound } from '#server/platform/problems.ts'
import { removeOldFiles } from './item-files.ts'
import type { Items, ItemTypes } from './item-kind.ts'
import { firstPublication, isVisible, storeState } from './item-state.ts'
import { deleteForGood } from './remove-item.ts'

/** Longest delay of a scheduled publication. */
const PUBLISH_SECONDS = 2
const EMPTY_BIN_SECONDS = 3600
/** Batch size. Small, so that other publications can run between batches. */
const AT_A_TIME = 20

/** Creates the workers that publish scheduled items at their time, delete those that are in the bin for long, and remove former files. */
export function createStateWorkers<Types extends ItemTypes>(items: Items<Types>) {
  const { kind, store, publish, announce, record } = items

  /** Publishes one item, unless another app was faster or an administrator has changed it. Returns whether it was published. */
  async function publishScheduled(id: string): Promise<boolean> {
    return publish(async (publication) => {
      const { transaction } = publication
      const row = await store.lock(transaction, id)
      if (row?.state !== 'scheduled' || row.deletedAt || !row.publishAt || row.publishAt.getTime() > Date.now()) return false
      const columns = { state: 'published' as const, publishAt: null, ...firstPublication(row) }
      const { after, fields } = await storeState(items, publication, { id, row, columns })
      const slug = await store.slugs.findCurrent(transaction, id)
      if (slug && isVisible(after, isListed)) await announce(transaction, store.slugs.kind, [slug])
      await record(transaction, { noun: kind.noun, verb: 'published', subject: { id, name: kind.nameOf(fields) } })
      return true
    })
  }

  const publishDue = async (signal?: AbortSignal): Promise<void> => {
    let published: number
    // Many items may be scheduled for one moment.
    do {
      published = 0
      for (const id of await store.listScheduled(AT_A_TIME)) if (!signal?.aborted && (await publishScheduled(id))) published++
    } while (published === AT_A_TIME)
  }

  const emptyBin = async (signal?: AbortSignal): Promise<void> => {
    for (const id of await store.listDeleted(AT_A_TIME, { days: BIN_DAYS }))
      if (!signal?.aborted) await ignoreNotFound(deleteForGood(items, id, { onlyInBin: true }))
  }

  const workers: WorkerTask[] = [
    { name: `publish scheduled items (${kind.noun})`, everySeconds: PUBLISH_SECONDS, run: publishDue },
    { name: `remove former files (${kind.noun})`, everySeconds: EMPTY_BIN_SECONDS, afterSeconds: 90, run: () => removeOldFiles(items) },
    { name: `empty the bin (${kind.noun})`, everySeconds: EMPTY_BIN_SECONDS, afterSeconds: 60, run: emptyBin },
  ]
  return { publishDue, emptyBin, workers }
}
