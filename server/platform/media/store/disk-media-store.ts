import { randomUUID } from 'node:crypto'
import { chmod, chown, copyFile, link, mkdir, open, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { flushToDisk } from '#server/platform/files/durable-files.ts'
import { isMediaKey, type MediaStore, MissingMediaError } from './media-store.ts'
import { sendRange } from './send-range.ts'

const PRIVATE_FOLDER = 0o700
const PRIVATE_FILE = 0o600

/**
 * Keeps files in a folder, spread over sub-folders named after the first two hex digits of the key.
 * Best on the file system of the temporary folder: then publishing is a rename.
 */
export function openDiskMediaStore(folder: string): MediaStore {
  const root = resolve(folder)
  const shelfOf = (key: string) => join(root, shelfName(key))
  const idFile = join(root, '.store-id')
  const pathOf = (key: string) => join(shelfOf(key), key)

  return {
    async put({ key, path }) {
      const target = pathOf(key)
      await ensureShelf(root, shelfOf(key))
      if ((await sizeOf(target)) === undefined) await publish(path, target, root)
      await rm(path, { force: true })
    },
    async open(key, range) {
      const file = await open(pathOf(key), 'r').catch((error) => {
        throw isMissing(error) ? new MissingMediaError(key) : error
      })
      return file.createReadStream(range)
    },
    async link(key, path) {
      const source = pathOf(key)
      // Not every file system has second names, and none has them across disks.
      await link(source, path)
        .catch((error) => (isMissing(error) ? Promise.reject(error) : copyFile(source, path)))
        .catch((error) => {
          throw isMissing(error) ? new MissingMediaError(key) : error
        })
    },
    async send(key, range, to, begin) {
      await sendRange(pathOf(key), range, to, begin).catch((error) => {
        throw isMissing(error) ? new MissingMediaError(key) : error
      })
    },
    location: (key) => `${shelfName(key)}/${key}`,
    async size(key) {
      return isMediaKey(key) ? sizeOf(pathOf(key)) : undefined
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
    async *keys() {
      for await (const shelf of entriesOf(root)) {
        if (!/^[0-9a-f]{2}$/.test(shelf.name)) continue
        for await (const file of entriesOf(join(root, shelf.name))) if (isMediaKey(file.name)) yield file.name
      }
    },
    async check() {
      await mkdir(root, { recursive: true, mode: PRIVATE_FOLDER })
      const probe = join(root, `.check-${randomUUID()}`)
      await (await open(probe, 'wx')).close()
      await rm(probe, { force: true })
    },
    async tidy() {
      for await (const { name } of entriesOf(root)) if (/^\.(staged|check)-/.test(name)) await rm(join(root, name), { force: true })
    },
    async id() {
      const text = await readFile(idFile, 'utf8').catch((error) => (isMissing(error) ? '' : Promise.reject(error)))
      return text.trim() || undefined
    },
    async setId(id) {
      await mkdir(root, { recursive: true, mode: PRIVATE_FOLDER })
      const staged = join(root, `.staged-${randomUUID()}`)
      await writeFile(staged, `${id}\n`, { flag: 'wx' })
      await keepPrivate(staged, root)
      await flushToDisk(staged)
      await rename(staged, idFile)
      await flushToDisk(root)
    },
  }
}

function shelfName(key: string) {
  // Keys come from addresses: what isn't one must never become a path.
  if (!isMediaKey(key)) throw new MissingMediaError(JSON.stringify(key))
  return key.slice(0, 2)
}

async function publish(path: string, target: string, root: string) {
  await keepPrivate(path, root)
  await flushToDisk(path)
  await rename(path, target).catch(async (error) => {
    if (error.code !== 'EXDEV') throw error
    // The temporary folder is on another disk: copy beside the target first, so that nothing half-written has the key.
    const staged = join(root, `.staged-${randomUUID()}`)
    try {
      await copyFile(path, staged)
      await keepPrivate(staged, root)
      await flushToDisk(staged)
      await rename(staged, target)
    } catch (error) {
      await rm(staged, { force: true })
      throw error
    }
  })
  await flushToDisk(join(target, '..'))
}

async function ensureShelf(root: string, shelf: string) {
  const first = await mkdir(shelf, { recursive: true, mode: PRIVATE_FOLDER })
  if (!first) return
  await handOver(shelf, root)
  await flushToDisk(root)
}

/** What is sold here is nobody else's business on this machine. */
async function keepPrivate(path: string, root: string) {
  await chmod(path, PRIVATE_FILE)
  await handOver(path, root)
}

/** A command may run as root where the app does not; the app must be able to use what that leaves. */
async function handOver(path: string, root: string) {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(root)
  await chown(path, uid, gid)
}

async function sizeOf(path: string) {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function* entriesOf(path: string) {
  try {
    yield* await opendir(path)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

function isMissing(error: unknown) {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
