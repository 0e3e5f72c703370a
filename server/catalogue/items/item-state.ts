import { v7 as uuidv7 } from 'uuid'
import type { ItemState, StateFields } from '#contracts/catalogue/item-state.ts'
import { isReachable, REACHABLE_STATES } from '#contracts/catalogue/item-visibility.ts'
import type { ShopTime } from '#contracts/shop/shop-time.ts'
import type { Publication } from '#server/media/store/publish-media.ts'
import { invalidRequest } from '#server/platform/problems.ts'
import type { AssetIds, ItemKind, Items, ItemTypes } from './item-kind.ts'
import { assetsOf, findAssetIds, storedFields } from './item-row.ts'
import type { StateRow } from './item-state.schema.ts'

export function hasStates({ form }: Pick<ItemKind<ItemTypes>, 'form'>): boolean {
  return 'state' in form
}

/** Splits form data into the state fields and all other fields. A state that was sent empty stays unchanged. */
export function splitState<Fields extends object>(fields: Fields): { stateFields: StateFields; others: Omit<Fields, keyof StateFields> } {
  const { state, publishAt, ...others } = fields as Fields & StateFields
  return { stateFields: { state, publishAt }, others }
}

/** Returns the changed columns of an item's state. @throws invalidRequest when a scheduled item has no time in the future */
export function changeState({ state: wanted, publishAt: time }: StateFields, shopTime: ShopTime, former?: StateRow) {
  const state = wanted ?? former?.state ?? 'published'
  const publishAt = state === 'scheduled' ? readTime(time, shopTime, former?.publishAt) : null
  return { state, publishAt, ...(REACHABLE_STATES.includes(state) && firstPublication(former)) }
}

function readTime(time: string | undefined, { momentOf }: ShopTime, former: Date | null | undefined): Date {
  if (!time && former) return former
  if (!time) throw invalidRequest([{ field: 'publishAt', message: 'Choose a date and a time.' }])
  const chosen = time.endsWith('Z') ? new Date(time) : momentOf(time)
  if (chosen.getTime() !== former?.getTime() && chosen.getTime() <= Date.now())
    throw invalidRequest([{ field: 'publishAt', message: 'Choose a time in the future.' }])
  return chosen
}

/** Whether the time of a scheduled item passed while it was in the bin, or in another state. Such an item is restored as a draft. */
export function isOverdue({ state, publishAt }: { state?: unknown; publishAt?: unknown }): boolean {
  return state === 'scheduled' && Boolean(publishAt) && new Date(publishAt as Date | string).getTime() <= Date.now()
}

/** Returns the columns that change when an item is first published. A former draft becomes the newest item of its list. */
export function firstPublication(former: StateRow | undefined) {
  if (former?.publishedAt) return {}
  // The publication time is unknown for items of earlier versions.
  if (former?.state && REACHABLE_STATES.includes(former.state)) return { publishedAt: former.createdAt ?? new Date() }
  return { publishedAt: new Date(), ...(former && { publicationId: uuidv7() }) }
}

/** Returns whether an item is visible by the given rule. Items of kinds without states are always visible. */
export function isVisible({ state, deletedAt }: { state?: ItemState; deletedAt?: unknown }, rule: typeof isReachable): boolean {
  return state === undefined || rule({ state, deletedAt })
}

/** Stores the changed state columns of a locked row, and the audience of its files. Returns the changed row and the item's fields. */
export async function storeState<Types extends ItemTypes>(
  items: Items<Types>,
  publication: Publication,
  { id, row, columns }: { id: string; row: Types['row']; columns: StateRow },
): Promise<{ after: Types['row']; fields: Types['fields'] }> {
  const after: Types['row'] = { ...row, ...columns }
  const { kind, store } = items
  const fields = storedFields(kind, row)
  await store.update(publication.transaction, id, columns as Partial<Types['row']>)
  await setAudiences(kind, publication, { row: after, fields, assetIds: await findAssetIds(items, publication.transaction, row) })
  return { after, fields }
}

/** Makes the files of an item public or private, depending on its state and price. */
export async function setAudiences<Types extends ItemTypes>(
  kind: ItemKind<Types>,
  { setAudience }: Publication,
  { row, fields, assetIds }: { row: StateRow; fields: Types['fields']; assetIds: AssetIds<Types['file']> },
): Promise<void> {
  const isOpen = isVisible(row, isReachable)
  for (const [name, { audience }] of assetsOf(kind)) {
    const assetId = assetIds[name]
    if (audience && assetId) await setAudience(assetId, isOpen ? { original: audience(fields), preview: 'public' } : CLOSED)
  }
}

/** Audience of private files: buyers may open the original, and holders of a preview link may open the files that would be public. */
const CLOSED = { original: 'owners', preview: 'owners' } as const
