import type { AuditChange } from '#contracts/admin/audit.ts'
import type { ImportReport } from '#contracts/catalogue/import.ts'
import { Slug } from '#contracts/catalogue/slug.ts'
import type { FieldError } from '#contracts/common/problem.ts'
import type { MediaLimits } from '#server/media/media.ts'
import type { MediaLibrary } from '#server/media/store/media-library.ts'
import { type LocalFile, withLocalFiles } from '#server/media/upload/local-files.ts'
import type { Actor } from '#server/platform/audit/action.ts'
import { withAdvisoryLock } from '#server/platform/database/advisory-lock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import { toStorageProblem } from '#server/platform/files/free-disk-space.ts'
import { CommandError, ProblemError } from '#server/platform/problems.ts'
import { checkRow, problemsOf } from './check-row.ts'
import { findChanges, type RowChanges } from './find-changes.ts'
import { identitiesOf } from './identity.ts'
import type { Item, ItemService } from './item-service.ts'
import { locateFile, type MediaFolder } from './locate-file.ts'
import { readSheet, type SheetRow } from './read-sheet.ts'
import { filesOf, type Noun, type Sheet, textsOf } from './sheets.ts'
import { createTextChanges } from './text-changes.ts'

export type ImportListener = {
  onBad?: (row: SheetRow, problems: FieldError[]) => void
  /** Called for a row whose item exists or is in an earlier row. @param repeats number of the earlier row, if any */
  onKnown?: (row: SheetRow, repeats: number | undefined) => void
  /** Called for a row that differs from its item, before any item is changed */
  onDiffering?: (row: SheetRow, changes: AuditChange[]) => void
  onChecked?: (report: ImportReport) => void
  onAdded?: (row: SheetRow, report: ImportReport) => void
  onChanged?: (row: SheetRow, report: ImportReport) => void
  /** Called after the import of a book whose PDF requires a password */
  onLocked?: (row: SheetRow) => void
}

/** Folder with the files of a table, and the uploaded files from which stored recordings were created, once they are known. */
type Source = { folder: MediaFolder; uploads?: Promise<Map<string, string>> }

/**
 * Creates the import, which publishes the rows of a table in order, and changes the items whose slugs are in the table. All rows are
 * checked before any row is imported. If a row is bad, no row is imported, unless bad rows are to be skipped. Rows that don't differ from
 * their items, and rows that repeat a row above, are skipped.
 */
export function createImport(deps: {
  database: Database
  services: Record<Noun, ItemService>
  limits: MediaLimits
  library: Pick<MediaLibrary, 'tempFolder' | 'requireFreeSpace'>
}) {
  const { database, services, limits, library } = deps

  async function check(path: string, source: Source, listener: ImportListener, signal?: AbortSignal) {
    const { onBad, onKnown, onDiffering, onChecked } = listener
    const report: ImportReport = { rows: 0, bad: 0, known: 0, added: 0, changed: 0 }
    /** Rows by the identity of their item, or by the id of the item that they change */
    const good = new Map<string, number>()
    const slugs = new Set<string>()
    let known: Set<string> | undefined
    for await (const { sheet, row } of readSheet(path)) {
      signal?.throwIfAborted()
      const service = services[sheet.noun]
      report.rows += 1
      const refuse = (problems: FieldError[]) => {
        report.bad += 1
        onBad?.(row, problems)
      }
      const skip = (repeats?: number) => {
        report.known += 1
        onKnown?.(row, repeats)
      }
      const item = await findItem(row, sheet)
      if (item) {
        const { problems, changes } = await compare(row, item, sheet, source)
        if (good.has(item.id)) skip(good.get(item.id))
        else if (problems.length > 0) refuse(problems)
        else if (changes.length === 0) skip()
        else {
          good.set(item.id, row.number)
          onDiffering?.(row, changes)
        }
      } else {
        known ??= await identitiesOf(service, sheet)
        const { problems, identity, slug } = await checkRow(row, sheet, { folder: source.folder, limits, service })
        if (problems.length > 0 || identity === undefined) refuse(problems)
        else if (known.has(identity) || good.has(identity)) skip(good.get(identity))
        else if (slug && (slugs.has(slug) || !(await service.isSlugFree(slug)))) refuse([SLUG_TAKEN])
        else {
          good.set(identity, row.number)
          if (slug) slugs.add(slug)
        }
      }
      onChecked?.(report)
    }
    return { report, good: new Set(good.values()) }
  }

  /** Returns the item whose slug is in the row. A row with another title and another content file is a new item, whose slug is taken. */
  async function findItem({ fields }: SheetRow, sheet: Sheet): Promise<Item | undefined> {
    const { data: slug } = Slug.safeParse(fields.slug ?? '')
    const item = slug ? await services[sheet.noun].findBySlug(slug) : undefined
    const key = item?.[sheet.content.key]
    const names = sheet.content.columns.flatMap((column) => fields[column] || [])
    const namesFile = key && names.some((name) => name.includes(key.slice(0, 12)))
    return item && (item.title === fields.title?.trim() || namesFile || names.length === 0) ? item : undefined
  }

  async function compare(row: SheetRow, item: Item, sheet: Sheet, source: Source): Promise<RowChanges> {
    const service = services[sheet.noun]
    source.uploads ??= service.findUploads?.()
    return findChanges(row, item, { sheet, orm: database.orm, folder: source.folder, uploads: await source.uploads, service, limits })
  }

  async function openFiles<Result>(
    { row, sheet }: { row: SheetRow; sheet: Sheet },
    { folder }: Source,
    isWanted: (column: string) => boolean,
    work: Parameters<typeof withLocalFiles<Result>>[2],
  ): Promise<Result> {
    const files: LocalFile[] = []
    for (const rule of filesOf(sheet, row.fields, limits)) {
      if (!isWanted(rule.field)) continue
      const filename = row.fields[rule.field] ?? ''
      files.push({ ...rule, filename, path: await locateFile(folder, filename, rule.field) })
    }
    return withLocalFiles(files, library, work)
  }

  return function importItems(
    table: string,
    {
      folder: path,
      isFlat = false,
      by,
      dryRun = false,
      skipBad = false,
      signal,
      ...listener
    }: {
      folder: string
      isFlat?: boolean
      by?: Actor
      dryRun?: boolean
      skipBad?: boolean
      signal?: AbortSignal
    } & ImportListener,
  ): Promise<ImportReport> {
    const source: Source = { folder: { path, isFlat } }
    // Imports are serialized, since two concurrent imports of one table would both publish its rows.
    return withAdvisoryLock(database, LOCKS.import, run, { refusal: 'Another import is running. Wait until it has finished.' })

    async function run() {
      const { report, good } = await check(table, source, listener, signal)
      if (dryRun || (report.bad > 0 && !skipBad)) return report
      const attempt = async (row: SheetRow, work: () => Promise<void>) => {
        await work().catch((error: unknown) => {
          const problem = toStorageProblem(error)
          if (!(problem instanceof ProblemError)) throw problem
          if (problem.status === 507) throw diskFull(row, problem)
          // The row passed the check before, so that its item or file was changed in the meantime. The rows after it are still imported.
          report.bad += 1
          listener.onBad?.(row, problemsOf(problem))
        })
      }
      const onChanged = (row: SheetRow) => {
        report.changed += 1
        listener.onChanged?.(row, report)
      }
      const texts = createTextChanges(services, { by, attempt, onChanged })
      for await (const { sheet, row } of readSheet(table)) {
        if (!good.has(row.number)) continue
        signal?.throwIfAborted()
        const service = services[sheet.noun]
        const item = await findItem(row, sheet)
        if (!item)
          await attempt(row, async () => {
            const fields = textsOf(sheet, row.fields)
            const { encrypted } = await openFiles(
              { row, sheet },
              source,
              () => true,
              (form) => service.add({ ...form, fields }, { by }),
            )
            report.added += 1
            listener.onAdded?.(row, report)
            if (encrypted) listener.onLocked?.(row)
          })
        else
          await attempt(row, async () => {
            const { texts: fields, files } = await compare(row, item, sheet, source)
            if (files.length === 0 && texts.add({ row, item, fields, noun: sheet.noun })) return
            const change = { ...fields, updatedAt: item.updatedAt }
            await openFiles(
              { row, sheet },
              source,
              (column) => files.includes(column),
              (form) => service.change(item.id, { ...form, fields: change }, { by }),
            )
            onChanged(row)
          })
        await texts.saveFull()
      }
      await texts.save()
      return report
    }
  }
}

const SLUG_TAKEN = {
  field: 'slug',
  message: 'This page address is or was used by another item. Choose a different one, or leave the cell empty.',
}

function diskFull({ number }: SheetRow, cause: ProblemError) {
  return new CommandError(
    `Row ${number} was not imported: the disk is full or nearly full. Earlier rows are imported. Ask the operator to free disk space, then start the import again to continue.`,
    { cause },
  )
}
