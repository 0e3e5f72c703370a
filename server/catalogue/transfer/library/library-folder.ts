import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { lstat, mkdir, readdir, readFile, rename, rm, rmdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { hashFile } from '#server/platform/files/hash-file.ts'
import { ignoreMissing } from '#server/platform/files/ignore-missing.ts'
import { CommandError } from '#server/platform/problems.ts'
import { nameForm } from './file-names.ts'

export const FOLDERS = ['Books', 'Episodes', 'Pictures'] as const
export type FolderName = (typeof FOLDERS)[number]
const PAGE = 'index.html'
const COLLECTION = 'collection.json'
const MANIFEST = 'library.json'
const UNFINISHED = '.unfinished'
/** Type of FAT in `statfs` on Linux (https://man7.org/linux/man-pages/man2/statfs.2.html) */
const FAT = 0x4d44

/** Path of a file that an export may have written. Other paths in a manifest are refused, since its files are removed. */
const Path = z.string().regex(/^(?:(?:Books|Episodes|Pictures)\/(?!\.{1,2}$)[^/\\\0]{1,255}|index\.html|collection\.json)$/)
const Manifest = z.object({
  format: z.literal('lectern-library'),
  version: z.literal(1),
  /** Id of the media store from which the files were copied */
  site: z.string(),
  /** SHA-256 of each complete file, by path */
  files: z.record(Path, z.string()),
  /** Files that an interrupted export may have written or removed */
  pending: z.array(Path),
})

/** File of a library: its path in the folder, its SHA-256 in hex, and its size. */
export type LibraryFile = { path: string; digest: string; bytes: number }
/** Differences between a folder and the files that it should have. */
type Differences<File extends LibraryFile = LibraryFile> = {
  kept: File[]
  moved: { from: string; file: File }[]
  missing: File[]
  stale: { path: string; bytes: number }[]
}
export type LibraryFolder = Awaited<ReturnType<typeof openLibraryFolder>>

/**
 * Opens the folder of a library, such as a memory card. A manifest in the folder lists the files that exports wrote: only these are ever
 * replaced or removed. Throws a `CommandError` for a folder that another site or program has filled.
 * @param site id of the media store
 */
export async function openLibraryFolder(folder: string, { site }: { site: string }) {
  for (const name of FOLDERS) {
    const found = await lstat(join(folder, name)).catch(ignoreMissing)
    if (found && !found.isDirectory()) throw new CommandError(`${join(folder, name)} is not a folder. Choose another folder.`)
  }
  const before = await readManifest(folder, site)
  /** Complete files by path, with their digests */
  const files = new Map(Object.entries(before.files))
  /** Paths at which this export or an interrupted one may have written */
  const pending = new Set(before.pending)
  for (const path of [...files.keys(), ...pending, PAGE, COLLECTION, MANIFEST])
    await rm(join(folder, `${path}${UNFINISHED}`), { force: true })

  const sizeOf = async (path: string) => (await stat(join(folder, path)).catch(ignoreMissing))?.size
  const isSame = async ({ path, digest, bytes }: LibraryFile, verify: boolean) => {
    const isListed = files.get(path) === digest
    if (!(isListed || pending.has(path)) || (await sizeOf(path)) !== bytes) return false
    // Files of an interrupted export are compared by content, since a file of the same name may be an earlier one.
    return isListed && !verify ? true : (await hashFile(join(folder, path))) === digest
  }

  async function saveManifest() {
    const content: z.infer<typeof Manifest> = {
      format: 'lectern-library',
      version: 1,
      site,
      files: Object.fromEntries(files),
      pending: [...pending].filter((path) => !files.has(path)),
    }
    await replace(MANIFEST, [JSON.stringify(content, null, 1)])
  }

  /** Writes a file under a temporary name, flushes it to the card and renames it, so that no name ever stands for a part of a file. */
  async function replace(path: string, content: AsyncIterable<string | Uint8Array> | Iterable<string>, signal?: AbortSignal) {
    const draft = join(folder, `${path}${UNFINISHED}`)
    const hash = createHash('sha256')
    let bytes = 0
    async function* measured() {
      for await (const chunk of content) {
        const buffer = Buffer.from(chunk)
        hash.update(buffer)
        bytes += buffer.length
        yield buffer
      }
    }
    try {
      await pipeline(measured, createWriteStream(draft, { flags: 'wx', flush: true }), { signal })
      await rename(draft, join(folder, path))
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    return { digest: hash.digest('hex'), bytes }
  }

  async function remove(path: string) {
    await rm(join(folder, path), { force: true })
    files.delete(path)
  }

  return {
    /** Returns the names of the files in a folder that no export wrote. */
    listStrangers: async (name: FolderName): Promise<string[]> => {
      const own = new Set([...files.keys(), ...pending].map(nameForm))
      const names = (await readdir(join(folder, name)).catch(ignoreMissing)) ?? []
      return names.filter((each) => !own.has(nameForm(`${name}/${each}`)))
    },

    /** Compares the folder with the files that it should have. With `verify`, the content of all files is read. */
    compare: async <File extends LibraryFile>(wanted: File[], { verify = false } = {}): Promise<Differences<File>> => {
      const differences: Differences<File> = { kept: [], moved: [], missing: [], stale: [] }
      const lacking: File[] = []
      for (const file of wanted) ((await isSame(file, verify)) ? differences.kept : lacking).push(file)

      const names = new Set(differences.kept.map(({ path }) => path))
      const movable = new Map([...files].flatMap(([path, digest]) => (names.has(path) ? [] : [[digest, path]])))
      for (const file of lacking) {
        const from = movable.get(file.digest)
        const isMovable = from !== undefined && from !== file.path && (await isSame({ ...file, path: from }, verify))
        if (isMovable) movable.delete(file.digest)
        if (isMovable) differences.moved.push({ from, file })
        else differences.missing.push(file)
      }

      const needed = new Set([...names, ...differences.moved.map(({ from }) => from), PAGE, COLLECTION])
      for (const path of new Set([...files.keys(), ...pending])) {
        const bytes = needed.has(path) ? undefined : await sizeOf(path)
        if (bytes !== undefined) differences.stale.push({ path, bytes })
      }
      return differences
    },

    /** Returns the free space, the size of the blocks in which files are stored, and the largest size of a file. */
    space: async () => {
      const { type, blocks, bavail, bsize } = await statfs(folder)
      // Some file systems in user space state no sizes.
      return {
        free: blocks > 0 ? bavail * bsize : Number.POSITIVE_INFINITY,
        block: bsize,
        largestFile: type === FAT ? 2 ** 32 - 1 : Number.POSITIVE_INFINITY,
      }
    },

    /** Removes stale files and renames moved ones. Before that, all files that the export will write are entered in the manifest. */
    begin: async ({ kept, moved, missing, stale }: Differences) => {
      for (const name of FOLDERS) await mkdir(join(folder, name), { recursive: true })
      for (const path of [...files.keys(), ...missing.map(({ path }) => path), PAGE, COLLECTION]) pending.add(path)
      for (const { file } of moved) pending.add(file.path)
      files.clear()
      for (const { path, digest } of kept) files.set(path, digest)
      await saveManifest()
      // All moved files get temporary names first, since two files may exchange their names.
      for (const { from, file } of moved) await rename(join(folder, from), join(folder, `${file.path}${UNFINISHED}`))
      for (const { path } of stale) await remove(path)
      for (const { file } of moved) {
        await rename(join(folder, `${file.path}${UNFINISHED}`), join(folder, file.path))
        files.set(file.path, file.digest)
      }
    },

    has: (path: string) => files.has(path),

    write: async (path: string, content: Parameters<typeof replace>[1], signal?: AbortSignal) => {
      const { digest, bytes } = await replace(path, content, signal)
      files.set(path, digest)
      return bytes
    },

    remove,

    /** Enters the files that the folder has in the manifest, and removes folders without files. */
    finish: async () => {
      pending.clear()
      await saveManifest()
      for (const name of FOLDERS)
        await rmdir(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
          if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(error.code ?? '')) throw error
        })
    },
  }
}

async function readManifest(folder: string, site: string): Promise<Pick<z.infer<typeof Manifest>, 'files' | 'pending'>> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(ignoreMissing)
  if (text === undefined) {
    for (const name of [PAGE, COLLECTION])
      if (await stat(join(folder, name)).catch(ignoreMissing))
        throw new CommandError(`${join(folder, name)} was not written by this command. Choose another folder.`)
    return { files: {}, pending: [] }
  }
  const parsed = Manifest.safeParse(parseJson(text))
  if (!parsed.success)
    throw new CommandError(`${join(folder, MANIFEST)} is damaged, or was written by another program or version. Choose an empty folder.`)
  if (parsed.data.site !== site) throw new CommandError(`${folder} has the library of another site. Choose another folder.`)
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
