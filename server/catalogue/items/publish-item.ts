import { v7 as uuidv7 } from 'uuid'
import { fileFields, type ItemForm } from '#contracts/catalogue/item-form.ts'
import { isListed } from '#contracts/catalogue/item-visibility.ts'
import type { FieldError } from '#contracts/common/problem.ts'
import type { MultipartForm } from '#server/media/upload/multipart-form.ts'
import type { Actor } from '#server/platform/audit/action.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { parseFields } from '#server/platform/http/parse-fields.ts'
import { invalidRequest } from '#server/platform/problems.ts'
import type { Items, ItemTypes } from './item-kind.ts'
import { prepareFiles, storeEditions, storeFiles, toColumns } from './item-row.ts'
import { changeState, hasStates, isVisible, setAudiences, splitState } from './item-state.ts'

/**
 * Publishes a new item and returns its id. The form is validated and the files are prepared; then files, row, catalogue version and audit
 * log entry are stored atomically.
 */
export async function publishItem<Types extends ItemTypes>(
  items: Items<Types>,
  form: MultipartForm<Types['file']>,
  { id = uuidv7(), by }: { id?: string; by?: Actor } = {},
): Promise<string> {
  const { kind, store, publish, announce, record } = items
  const { slug, state, given } = parseNew(kind, form.fields, findMissingFiles(kind.form, form.files))
  const prepared = await prepareFiles(kind, form, given)
  const item: Types['fields'] = { ...given, ...kind.complete?.(given, prepared, { isNew: true }) }
  kind.check?.(item)
  const name = kind.nameOf(item)
  const more = await kind.readMore?.(form, undefined)
  await publish(async (publication) => {
    const { transaction, add } = publication
    const assetIds = await storeFiles(kind, item, prepared, add)
    // All columns without a default are set, since each kind declares fields and files for them.
    const row = { id, ...toColumns(kind, item, assetIds), ...state }
    await store.insert(transaction, row)
    await storeEditions(items, transaction, id, assetIds)
    await setAudiences(kind, publication, { row, fields: item, assetIds })
    if (slug) await claimSlug(items, transaction, id, slug)
    const claimed = slug ?? (await store.slugs.claimGenerated(transaction, { id, name }))
    if (isVisible(row, isListed)) await announce(transaction, store.slugs.kind, [claimed])
    await more?.save(transaction, id)
    await record(transaction, { noun: kind.noun, verb: 'added', subject: { id, name }, by })
  })
  return id
}

/** Validates the text fields of a new item, including its state. `missing` files are reported together with invalid fields. */
export function parseNew<Types extends ItemTypes>(
  kind: Pick<Items<Types>['kind'], 'form' | 'fields' | 'shopTime'>,
  fields: Record<string, unknown>,
  missing: FieldError[] = [],
) {
  const { slug, ...rest } = parseFields(kind.fields, fields, missing)
  const { stateFields, others } = splitState(rest)
  return { slug, state: hasStates(kind) ? changeState(stateFields, kind.shopTime()) : {}, given: others as Types['fields'] }
}

function findMissingFiles(form: ItemForm, files: Record<string, unknown>) {
  return fileFields(form).flatMap(([field, { missing, alternative }]) =>
    missing && !files[field] && !(alternative && files[alternative]) ? [{ field, message: missing }] : [],
  )
}

/** Makes a slug the current slug of an item. @throws invalidRequest when another item has or had the slug */
export async function claimSlug<Types extends ItemTypes>(
  { kind, store }: Items<Types>,
  transaction: Transaction,
  id: string,
  slug: string,
): Promise<void> {
  if (!(await store.slugs.claim(transaction, id, slug)))
    throw invalidRequest([{ field: 'slug', message: `This page address is or was used by another ${kind.label}. Choose a different one.` }])
}
