import { sql } from 'drizzle-orm'
import { nameKey } from '#contracts/catalogue/name-key.ts'
import type { ProductRef } from '#contracts/shop/product.ts'
import type { DemonstrationItems } from '#contracts/site/demonstration.ts'
import type { Publication } from '#server/media/store/publish-media.ts'
import type { PublishToCatalogue } from '#server/media/store/publish-to-catalogue.ts'
import type { Actor, RecordAction } from '#server/platform/audit/action.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import { conflict } from '#server/platform/problems.ts'

export type DemonstrationNoun = keyof DemonstrationItems['removed']
type Item = {
  title?: string
  name?: string
  author?: string
  books?: number
  createdAt: string
  updatedAt: string
  deletedAt?: string | null
}
type Kept = DemonstrationItems['kept'][number]
type Entry = { noun: DemonstrationNoun; id: string; service: RemovableItems }
type Found = Entry & { item: Item }

/** Functions for one kind of item with which the demonstration is removed. */
export type RemovableItems = {
  findWithin: (id: string, transaction?: Transaction) => Promise<Item | undefined>
  deleteWithin: (publication: Publication, id: string, options: { by?: Actor }) => Promise<void>
}
export type WasSold = (product: ProductRef, transaction?: Transaction) => Promise<boolean>

const PRODUCTS = { books: 'book', episodes: 'podcast' } as const
const KINDS = { ...PRODUCTS, authors: 'author' } as const

/**
 * Creates the service that removes the demonstration items in one transaction, so that a crash leaves all or none of them. Items that were
 * sold or edited are not removed, nor are profiles of authors with remaining books.
 */
export function createRemoval(deps: {
  entries: Entry[]
  readState: () => Promise<DemonstrationItems['state']>
  setRemoved: (transaction: Transaction) => PromiseLike<unknown>
  publish: PublishToCatalogue
  record: RecordAction
  wasSold: WasSold
}) {
  const { entries, readState, setRemoved, publish, record, wasSold } = deps

  /**
   * Divides the demonstration items into items to remove and items to keep. If a transaction is given, the result is valid until the
   * transaction ends.
   */
  async function sortItems(transaction?: Transaction) {
    // Product locks are acquired before row locks, in the same order as in a sale.
    const sold = new Set<string>()
    for (const { noun, id } of entries)
      if (noun !== 'authors' && (await wasSold({ product: PRODUCTS[noun], productId: id }, transaction))) sold.add(id)

    const removed: Found[] = []
    const kept: Kept[] = []
    // Authors are checked last, because an author is removed only if all their books are removed.
    for (const entry of entries) {
      const item = await entry.service.findWithin(entry.id, transaction)
      if (!item) continue
      const reason = findReason({ ...entry, item }, sold, removed)
      if (reason) kept.push({ noun: KINDS[entry.noun], id: entry.id, name: item.title ?? item.name ?? '', reason })
      else removed.push({ ...entry, item })
    }
    return { removed, kept }
  }

  function summarize(state: DemonstrationItems['state'], { removed, kept }: { removed: Found[]; kept: Kept[] }): DemonstrationItems {
    const count = (noun: DemonstrationNoun) => removed.filter((entry) => entry.noun === noun).length
    return { state, removed: { books: count('books'), episodes: count('episodes'), authors: count('authors') }, kept }
  }

  return {
    /** Returns the result that a removal would have. */
    preview: async (): Promise<DemonstrationItems> => summarize(await readState(), await sortItems()),

    /**
     * Removes the demonstration.
     * @throws conflict while the demonstration is being loaded or removed by another request
     */
    remove: async (by?: Actor): Promise<DemonstrationItems> =>
      publish(async (publication) => {
        const { transaction } = publication
        await requireLock(transaction)
        const sorted = await sortItems(transaction)
        for (const { service, id } of sorted.removed) await service.deleteWithin(publication, id, { by })
        await record(transaction, { noun: 'site', verb: 'deleted', subject: { name: 'the demonstration' }, by })
        await setRemoved(transaction)
        return summarize('removed', sorted)
      }),
  }
}

function findReason({ id, noun, item }: Found, sold: Set<string>, removed: Found[]): Kept['reason'] | undefined {
  if (sold.has(id)) return 'sold'
  // An item in the bin doesn't count as edited, because moving an item to the bin also changes `updatedAt`.
  if (item.updatedAt !== item.createdAt && !item.deletedAt) return 'edited'
  if (noun !== 'authors') return undefined
  const gone = removed.filter((other) => other.noun === 'books' && nameKey(other.item.author ?? '') === nameKey(item.name ?? ''))
  return (item.books ?? 0) > gone.length ? 'has_books' : undefined
}

async function requireLock(transaction: Transaction) {
  const { rows } = await transaction.execute<{ taken: boolean }>(sql`select pg_try_advisory_xact_lock(${LOCKS.demo}::bigint) as taken`)
  if (!rows[0]?.taken) throw conflict('The demonstration is being loaded right now', 'Try again in a minute.')
}
