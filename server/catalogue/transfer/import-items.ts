import type { ImportReport } from '#contracts/catalogue/import.ts'
import type { FieldError } from '#contracts/common/problem.ts'
import type { MediaLibrary } from '#server/media/store/media-library.ts'
import { type LocalFile, withLocalFiles } from '#server/media/upload/local-files.ts'
import type { Actor } from '#server/platform/audit/action.ts'
import { withAdvisoryLock } from '#server/platform/database/advisory-lock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import { toStorageProblem } from '#server/platform/files/free-disk-space.ts'
import { CommandError, ProblemError } from '#server/platform/problems.ts'
import { checkRow } from './check-row.ts'
import { identitiesOf } from './identity.ts'
import type { ItemService } from './item-service.ts'
import { locateFile, type MediaFolder } from './locate-file.ts'
import { readSheet, type SheetRow } from './read-sheet.ts'
import { filesOf, type Limits, type Noun, type Sheet, textsOf } from './sheets.ts'

export type ImportListener = {
  onBad?: (row: SheetRow, problems: FieldError[]) => void
  /** Called for a row whose item exists or is in an earlier row. @param repeats number of the earlier row, if any */
  onKnown?: (row: SheetRow, repeats: number | undefined) => void
  onChecked?: (report: ImportReport) => void
  onAdded?: (row: SheetRow, report: ImportReport) => void
  /** Called after the import of a book whose PDF requires a password */
  onLocked?: (row: SheetRow) => void
}

/**
 * Creates the import, which publishes the rows of a table in order. All rows are checked before any row is published. If a row is bad, no
 * row is published, unless bad rows are to be skipped. Rows of existing items, and rows that repeat a row above, are skipped.
 */
export function createImport(deps: {
  database: Database
  services: Record<Noun, ItemService>
  limits: Limits
  library: Pick<MediaLibrary, 'tempFolder' | 'requireFreeSpace'>
}) {
  const { database, services, limits, library } = deps

  async function check(path: string, folder: MediaFolder, { onBad, onKnown, onChecked }: ImportListener, signal?: AbortSignal) {
    const report: ImportReport = { rows: 0, bad: 0, known: 0, added: 0 }
    /** Rows by the identity of their item */
    const good = new Map<string, number>()
    const slugs = new Set<string>()
    let known: Set<string> | undefined
    for await (const { sheet, row } of readSheet(path)) {
      signal?.throwIfAborted()
      known ??= await identitiesOf(services[sheet.noun], sheet)
      report.rows += 1
      const { problems, identity, slug } = await checkRow(row, sheet, { folder, limits, service: services[sheet.noun] })
      if (problems.length > 0 || identity === undefined) {
        report.bad += 1
        onBad?.(row, problems)
      } else if (known.has(identity) || good.has(identity)) {
        report.known += 1
        onKnown?.(row, good.get(identity))
      } else if (slug && (slugs.has(slug) || !(await services[sheet.noun].isSlugFree(slug)))) {
        report.bad += 1
        onBad?.(row, [
          { field: 'slug', message: 'This page address is or was used by another item. Choose a different one, or leave the cell empty.' },
        ])
      } else {
        good.set(identity, row.number)
        if (slug) slugs.add(slug)
      }
      onChecked?.(report)
    }
    return { report, good: new Set(good.values()) }
  }

  async function add(row: SheetRow, sheet: Sheet, folder: MediaFolder, by: Actor | undefined) {
    const files: LocalFile[] = []
    for (const rule of filesOf(sheet, row.fields, limits)) {
      const filename = row.fields[rule.field] ?? ''
      files.push({ ...rule, filename, path: await locateFile(folder, filename, rule.field) })
    }
    const fields = textsOf(sheet, row.fields)
    return withLocalFiles(files, library, (form) => services[sheet.noun].add({ ...form, fields }, { by }))
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
    const folder = { path, isFlat }
    // Imports are serialized, since two concurrent imports of one table would both publish its rows.
    return withAdvisoryLock(database, LOCKS.import, run, { refusal: 'Another import is running. Wait until it has finished.' })

    async function run() {
      const { report, good } = await check(table, folder, listener, signal)
      if (dryRun || (report.bad > 0 && !skipBad)) return report
      for await (const { sheet, row } of readSheet(table)) {
        if (!good.has(row.number)) continue
        signal?.throwIfAborted()
        const { encrypted } = await add(row, sheet, folder, by).catch((error) => {
          const problem = toStorageProblem(error)
          throw problem instanceof ProblemError ? explainRefusal(row, problem) : problem
        })
        report.added += 1
        listener.onAdded?.(row, report)
        if (encrypted) listener.onLocked?.(row)
      }
      return report
    }
  }
}

/** The row passed the check before, so the disk is full or the file was replaced after the check. */
function explainRefusal({ number }: SheetRow, error: ProblemError) {
  if (error.status === 507)
    return new CommandError(
      `Row ${number} was not imported: the disk is full or nearly full. Earlier rows are imported. Ask the operator to free disk space, then start the import again to continue.`,
      { cause: error },
    )
  const reasons = (error.errors ?? []).map(({ field, message }) => `${field}: ${message}`)
  return new CommandError(
    `Row ${number} passed the check but could not be published. ${reasons.join(' ') || `${error.message}.`} Earlier rows are imported. Start the import again to continue.`,
    { cause: error },
  )
}
