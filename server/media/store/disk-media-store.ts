import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { chmod, chown, copyFile, link, mkdir, open, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { flushToDisk } from '#server/platform/files/durable-files.ts'
import { ignoreMissing } from '#server/platform/files/ignore-missing.ts'
import { isMediaKey, type MediaStore, MissingMediaError } from './media-store.ts'
import { sendRange } from './send-range.ts'

const PRIVATE_FOLDER = 0o700
const PRIVATE_FILE = 0o600

/**
 * Stores files in subfolders named after the first two hex digits of the key. The media folder should be on the file system of the
 * temporary folder, so that publishing a file is a rename.
 */
export function openDiskMediaStore(folder: string): MediaStore {
  const root = resolve(folder)
  const shardFolder = (key: string) => join(root, shardName(key))
  const idFile = join(root, '.store-id')
  const pathOf = (key: string) => join(shardFolder(key), key)

  return {
    async put({ key, path }) {
      const target = pathOf(key)
      await ensureShard(root, shardFolder(key))
      if ((await sizeOf(target)) === undefined) await publish(path, target, root)
      await rm(path, { force: true })
    },
    async write(key, content) {
      const target = pathOf(key)
      await ensureShard(root, shardFolder(key))
      const staged = join(root, `.staged-${randomUUID()}`)
      try {
        await pipeline(content, createWriteStream(staged, { flags: 'wx', mode: PRIVATE_FILE }))
        await publish(staged, target, root)
      } catch (error) {
        await rm(staged, { force: true })
        throw error
      }
    },
    async open(key, range) {
      const file = await open(pathOf(key), 'r').catch(explainMissing(key))
      return file.createReadStream(range)
    },
    async link(key, path) {
      const source = pathOf(key)
      // The file is copied if a hard link fails: not every file system supports hard links, and none supports links to another disk.
      await link(source, path)
        .catch((error) => (error.code === 'ENOENT' ? Promise.reject(error) : copyFile(source, path)))
        .catch(explainMissing(key))
    },
    async send(key, range, to, begin) {
      await sendRange(pathOf(key), range, to, begin).catch(explainMissing(key))
    },
    location: (key) => `${shardName(key)}/${key}`,
    async size(key) {
      return isMediaKey(key) ? sizeOf(pathOf(key)) : undefined
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
    async *keys() {
      for await (const shard of entriesOf(root)) {
        if (!/^[0-9a-f]{2}$/.test(shard.name)) continue
        for await (const file of entriesOf(join(root, shard.name))) if (isMediaKey(file.name)) yield file.name
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
      return (await readFile(idFile, 'utf8').catch(ignoreMissing))?.trim() || undefined
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

function shardName(key: string) {
  // Keys come from URLs, so an invalid key must never become a path.
  if (!isMediaKey(key)) throw new MissingMediaError(JSON.stringify(key))
  return key.slice(0, 2)
}

async function publish(path: string, target: string, root: string) {
  await keepPrivate(path, root)
  await flushToDisk(path)
  await rename(path, target).catch(async (error) => {
    if (error.code !== 'EXDEV') throw error
    // The temporary folder is on another disk: the file is first copied under a temporary name, so that no partial file has the key.
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

async function ensureShard(root: string, shard: string) {
  const first = await mkdir(shard, { recursive: true, mode: PRIVATE_FOLDER })
  if (!first) return
  await matchOwner(shard, root)
  await flushToDisk(root)
}

/** Restricts a file to the store's owner, since other accounts on the machine must not read files that are sold. */
async function keepPrivate(path: string, root: string) {
  await chmod(path, PRIVATE_FILE)
  await matchOwner(path, root)
}

/** Gives a file to the owner of the store if a command runs as root, so that the server can use the file. */
async function matchOwner(path: string, root: string) {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(root)
  await chown(path, uid, gid)
}

async function sizeOf(path: string) {
  return (await stat(path).catch(ignoreMissing))?.size
}

async function* entriesOf(path: string) {
  const folder = await opendir(path).catch(ignoreMissing)
  if (folder) yield* folder
}

function explainMissing(key: string) {
  return (error: NodeJS.ErrnoException): never => {
    throw error.code === 'ENOENT' ? new MissingMediaError(key) : error
  }
}
