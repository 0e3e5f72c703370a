import { mkdir } from 'node:fs/promises'
import { type MediaStore, MissingMediaError } from '#server/media/store/media-store.ts'
import { DamagedMediaError, readVerified } from '#server/media/store/read-verified.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { isDiskFull } from '#server/platform/files/free-disk-space.ts'
import { CommandError } from '#server/platform/problems.ts'
import { type LibraryFolder, openLibraryFolder } from './library-folder.ts'
import { createLibraryLists, type LibraryCatalogue, type LibraryLists } from './list-library.ts'
import { filesOf, filesOfItem, type Plan, type PlannedFile, planLibrary } from './plan-library.ts'
import { type LibrarySite, writePages } from './write-pages.ts'

/** Space that stays free for the page, the lists and the file system's own tables */
const RESERVE_BYTES = 16 * 1024 * 1024
/** Size from which FAT32 can't hold a file */
const FAT32_LIMIT = 2 ** 32
/** Error codes of file systems that can't store a name, such as FAT without Unicode */
const NAME_ERRORS = ['EINVAL', 'EILSEQ', 'ENAMETOOLONG']
/** Error codes of a card that was pulled out, is broken or is write-protected */
const CARD_ERRORS = ['EIO', 'ENODEV', 'ENXIO', 'EROFS']

export type LibraryOptions = {
  /** Copies recordings as they were published, in place of their low-bitrate audio */
  recordings?: boolean
  /** Compares the content of the files in the folder, in place of their sizes */
  verify?: boolean
  signal?: AbortSignal
  /** Receives the sizes in bytes: of all files, of those that have to be copied, and of the space for them, which may be infinite */
  onPlan?: (plan: { all: number; toCopy: number; free: number }) => void
  /** Receives the number of bytes that were copied since the last call */
  onBytes?: (bytes: number) => void | Promise<void>
}

export type LibraryReport = {
  books: number
  episodes: number
  authors: number
  /** Size of all files of items, authors and the logo */
  bytes: number
  kept: number
  moved: number
  copied: { files: number; bytes: number }
  removed: { files: number; bytes: number }
  /** Files that the folder lacks, by the titles of their items, with the reason */
  leftOut: { title: string; reason: string }[]
  /** Files that a card with FAT32 could not hold */
  large: { path: string; bytes: number }[]
}

/**
 * Creates the export of the library: a folder with all free published items, and a page that opens them without a network, such as for a
 * memory card. A folder of an earlier export is brought up to date: only files that changed are copied, and only files that an export wrote
 * are removed.
 */
export function createLibraryExport(deps: LibraryCatalogue & { orm: Orm; store: MediaStore; library: () => LibrarySite; now: () => Date }) {
  const { store, library, now, podcasts } = deps
  const lists = createLibraryLists(deps)

  return async function exportLibrary(target: string, options: LibraryOptions = {}): Promise<LibraryReport> {
    const { recordings = false, verify = false, signal, onPlan } = options
    await mkdir(target, { recursive: true })
    const folder = await openLibraryFolder(target, { site: (await store.id()) ?? '' })
    const site = library()
    const plan = await planLibrary({ lists, folder, store, readTranscript: podcasts.readTranscript }, { recordings, logo: site.logo })

    const { free, block, largestFile } = await folder.space()
    const files = filesOf(plan)
    const fitting = files.filter(({ bytes }) => bytes <= largestFile)
    const leftOut = files
      .filter(({ bytes }) => bytes > largestFile)
      .map(({ title }) => ({ title, reason: 'its file is too large for a card with FAT32' }))
    const differences = await folder.compare(fitting, { verify })
    const { kept, moved, missing, stale } = differences
    const onDisk = (sized: { bytes: number }[]) => sum(sized.map(({ bytes }) => ({ bytes: Math.ceil(bytes / block) * block })))
    const [needed, available] = [onDisk(missing) + RESERVE_BYTES, free + onDisk(stale)]
    onPlan?.({ all: sum(fitting), toCopy: sum(missing), free: available })
    if (missing.length > 0 && needed > available)
      throw new CommandError(
        `${target} is too small: ${megabytes(needed)} are needed, ${megabytes(available)} are free. Nothing was changed. Free some space, or choose a larger card.`,
      )
    signal?.throwIfAborted()

    await folder.begin(differences)
    const copied = { files: 0, bytes: 0 }
    const finish = () => writePages({ lists, folder, plan, recordings }, { site, now: now() })
    try {
      leftOut.push(...(await copyFiles({ lists, folder, plan, store, target }, missing, { ...options, copied })))
    } catch (error) {
      // The page lists what the folder has, so that no link is broken until the next run. The first error is the one that matters.
      await finish().catch(() => undefined)
      throw error
    }
    const counts = await finish()
    const replaced = new Set(missing.map(({ path }) => path))
    const removed = stale.filter(({ path }) => !replaced.has(path))
    const present = fitting.filter(({ path }) => folder.has(path))
    return {
      ...counts,
      bytes: sum(present),
      kept: kept.length,
      moved: moved.length,
      copied,
      removed: { files: removed.length, bytes: sum(removed) },
      leftOut,
      large: present.filter(({ bytes }) => bytes >= FAT32_LIMIT).map(({ path, bytes }) => ({ path, bytes })),
    }
  }
}

/** Copies files into the folder and adds them to `copied`. Returns the files that could not be copied. */
async function copyFiles(
  { lists, folder, plan, store, target }: { lists: LibraryLists; folder: LibraryFolder; plan: Plan; store: MediaStore; target: string },
  missing: PlannedFile[],
  { signal, onBytes, copied }: Pick<LibraryOptions, 'signal' | 'onBytes'> & { copied: { files: number; bytes: number } },
): Promise<LibraryReport['leftOut']> {
  const leftOut: LibraryReport['leftOut'] = []
  const items = new Map([...plan.items.values()].flatMap((item) => filesOfItem(item).map(({ path }) => [path, item] as const)))

  async function* read(file: PlannedFile) {
    const content = 'key' in file ? readVerified(store, file) : [Buffer.from(await file.text())]
    for await (const chunk of content) {
      await onBytes?.(chunk.length)
      yield chunk
    }
  }

  /** Returns the reason why a file is left out. Throws errors that concern the whole card. */
  function explain(error: unknown, { bytes }: PlannedFile): string {
    const { code = '' } = error as NodeJS.ErrnoException
    const progress = `${copied.files} of ${missing.length} files were copied. Run the command again to continue.`
    if (error instanceof MissingMediaError) return 'a stored file is missing. Upload it again, or restore a backup'
    if (error instanceof DamagedMediaError) return 'a stored file is damaged. Upload it again, or restore a backup'
    if (code === 'EFBIG' && bytes >= FAT32_LIMIT) return 'its file is too large for this card'
    if (NAME_ERRORS.includes(code)) return `the card can’t store its name (${code}). Mount the card with the option utf8`
    if (isDiskFull(error)) throw new CommandError(`${target} is full. ${progress}`)
    if (CARD_ERRORS.includes(code))
      throw new CommandError(
        `${target} can’t be written (${code}). Check that the card is in its place and not write-protected. ${progress}`,
      )
    throw error
  }

  for (const file of missing) {
    signal?.throwIfAborted()
    const item = items.get(file.path)
    // Copying all files may take hours, in which an item may get a price.
    if (item && !(await lists.isStillFree(item))) continue
    try {
      copied.bytes += await folder.write(file.path, read(file), signal)
      copied.files += 1
    } catch (error) {
      leftOut.push({ title: file.title, reason: explain(error, file) })
    }
  }
  return leftOut
}

function sum(files: { bytes: number }[]): number {
  return files.reduce((total, { bytes }) => total + bytes, 0)
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`
}
