import type { AuditChange } from '#contracts/admin/audit.ts'
import type { FieldError } from '#contracts/common/problem.ts'
import { parseDuration } from '#contracts/listening/duration.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { hashFile } from '#server/platform/files/hash-file.ts'
import { checkFile, checkHours, collectProblems, type FileChecks } from './check-row.ts'
import { cellsOf, type FileCell, isStoredFile } from './item-cells.ts'
import type { Item, ItemService } from './item-service.ts'
import { locateFile, type MediaFolder } from './locate-file.ts'
import type { SheetRow } from './read-sheet.ts'
import { filesOf, type Sheet } from './sheets.ts'

/** Changes that a row makes to its item: texts as in a form, and columns with new files. Both are empty when nothing differs. */
export type RowChanges = { texts: Record<string, string>; files: string[]; changes: AuditChange[]; problems: FieldError[] }

/** Column that names the item of a row, and therefore never changes it. */
const SLUG = 'slug'

/**
 * Compares a row with its item. Missing columns, empty cells of files, and names of stored files change nothing, so that an exported table
 * needs no files. Changed cells are validated with the rules of the form.
 */
export async function findChanges(
  row: SheetRow,
  item: Item,
  {
    sheet,
    orm,
    folder,
    uploads,
    service,
    limits,
  }: FileChecks & { sheet: Sheet; orm: Orm; folder: MediaFolder; uploads: Map<string, string> | undefined; service: ItemService },
): Promise<RowChanges> {
  const { problems, attempt } = collectProblems(row)
  const stored = await cellsOf(item, sheet, { orm, service })
  const columns = sheet.texts.filter((column) => column !== SLUG && row.fields[column] !== undefined)
  const differing = columns.filter((column) => row.fields[column]?.trim() !== stored.texts[column]?.trim())
  const texts = Object.fromEntries(differing.map((column) => [column, row.fields[column] ?? '']))
  if (texts.duration) await attempt(() => checkHours(row, parseDuration(item.duration ?? '')))
  const changes = (await attempt(() => service.checkChange(item.id, texts))) ?? []
  const files: string[] = []
  for (const rule of filesOf(sheet, row.fields, limits)) {
    const name = row.fields[rule.field] ?? ''
    const cell = stored.files[rule.field]
    if (name === '' || (cell && isStoredFile(name, cell))) continue
    const path = await attempt(() => locateFile(folder, name, rule.field))
    if (path === undefined || (cell && (await hasContentOf(path, cell, uploads)))) continue
    if (!(await attempt(() => checkFile(name, folder, rule, { limits, service })))) continue
    files.push(rule.field)
    changes.push({ field: rule.field, from: cell?.name ?? '', to: name })
  }
  return {
    texts: Object.fromEntries(changes.flatMap(({ field }) => (field in texts ? [[field, texts[field] ?? '']] : []))),
    files,
    changes,
    problems,
  }
}

/** Returns whether a file is the stored one, or the uploaded one from which the stored file was created. */
async function hasContentOf(path: string, { key }: FileCell, uploads: Map<string, string> | undefined): Promise<boolean> {
  const sha256 = await hashFile(path)
  return key.startsWith(sha256) || uploads?.get(key) === sha256
}
