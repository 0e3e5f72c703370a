import { isListed } from '#contracts/catalogue/item-visibility.ts'
import type { Items, ItemTypes } from './item-kind.ts'
import { firstPublication, isVisible, storeState } from './item-state.ts'

/** Number of items that are published per batch; small, so that administrators can publish between batches. */
const AT_A_TIME = 20

/** Publishes the scheduled items whose publication time has passed. */
export async function publishScheduled<Types extends ItemTypes>(items: Items<Types>, signal?: AbortSignal): Promise<void> {
  let published: number
  // Batches are repeated, since many items may be scheduled for one time.
  do {
    published = 0
    for (const id of await items.store.listScheduled(AT_A_TIME)) if (!signal?.aborted && (await publishOne(items, id))) published++
  } while (published === AT_A_TIME)
}

/** Publishes one item, unless another instance has published it or an administrator has changed it. Returns whether it was published. */
async function publishOne<Types extends ItemTypes>(items: Items<Types>, id: string): Promise<boolean> {
  const { kind, store, publish, announce, record } = items
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
