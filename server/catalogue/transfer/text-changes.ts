import { BULK_ITEMS } from '#contracts/catalogue/bulk-change.ts'
import { isFree } from '#contracts/shop/price.ts'
import { MAX_NEW_PREVIEWS } from '#server/catalogue/items/change-items.ts'
import type { Actor } from '#server/platform/audit/action.ts'
import { ProblemError } from '#server/platform/problems.ts'
import type { Item, ItemService } from './item-service.ts'
import type { SheetRow } from './read-sheet.ts'
import type { Noun } from './sheets.ts'

type TextChange = { row: SheetRow; item: Item; noun: Noun; fields: Record<string, string> }

/**
 * Collects rows that change only texts, and saves them in few actions, each of which can be reverted from the audit log as one.
 * @param attempt runs the change of a single row, and reports its failure
 */
export function createTextChanges(
  services: Record<Noun, Pick<ItemService, 'changeMany'>>,
  {
    by,
    attempt,
    onChanged,
  }: { by: Actor | undefined; attempt: (row: SheetRow, work: () => Promise<void>) => Promise<void>; onChanged: (row: SheetRow) => void },
) {
  let waiting: TextChange[] = []
  const isNewPrice = ({ item, fields }: TextChange) => fields.price !== undefined && isFree(item.price)

  async function change(changes: TextChange[]) {
    const noun = changes[0]?.noun
    if (!noun) return
    await services[noun].changeMany(changes.map(({ item: { id, updatedAt }, fields }) => ({ ...fields, id, updatedAt })) as never, by)
    for (const { row } of changes) onChanged(row)
  }

  async function save() {
    const saving = waiting
    waiting = []
    await change(saving).catch(async (error) => {
      if (!(error instanceof ProblemError)) throw error
      // An item that was changed in the meantime refuses the whole action. The other rows are saved one by one.
      for (const each of saving) await attempt(each.row, () => change([each]))
    })
  }

  return {
    /** Returns false for a change that clears a field, which only the form of a single item does. */
    add: (change: TextChange): boolean => {
      if (Object.values(change.fields).some((text) => text.trim() === '')) return false
      waiting.push(change)
      return true
    },
    saveFull: async (): Promise<void> => {
      if (waiting.length >= BULK_ITEMS || waiting.filter(isNewPrice).length >= MAX_NEW_PREVIEWS) await save()
    },
    save,
  }
}
