import type { Actor } from '#server/platform/audit/action.ts'
import { notFound } from '#server/platform/problems.ts'
import type { Items, ItemTypes } from './item-kind.ts'
import { assetIdOf, assetsOf, storedFields } from './item-row.ts'

/** Removes an item with its files. Its slugs stay taken until another item claims them. */
export async function removeItem<Types extends ItemTypes>(
  { kind, store, publish, announce, record }: Items<Types>,
  id: string,
  { by }: { by?: Actor | undefined } = {},
): Promise<void> {
  await publish(async ({ transaction, drop }) => {
    const row = await store.lock(transaction, id)
    if (!row) throw notFound(kind.label)
    await store.remove(transaction, id)
    await announce(transaction, store.slugs.kind, await store.slugs.release(transaction, id))
    const sharePicture = await store.sharePictures.release(transaction, id)
    if (sharePicture) await drop(sharePicture)
    for (const [, asset] of assetsOf(kind)) await drop(assetIdOf(row, asset))
    await record(transaction, { noun: kind.noun, verb: 'deleted', subject: { id, name: kind.nameOf(storedFields(kind, row)) }, by })
  })
}
