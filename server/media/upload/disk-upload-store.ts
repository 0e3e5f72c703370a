import { constants, createReadStream } from 'node:fs'
import { copyFile, type FileHandle, link, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomically } from '#server/platform/files/durable-files.ts'
import { type RequireFreeSpace, SPACE_CHECK_BYTES } from '#server/platform/files/free-disk-space.ts'
import { ignoreMissing } from '#server/platform/files/ignore-missing.ts'
import type { UploadRecord, UploadStore } from './upload-store.ts'

/** Stores each upload in its own folder, below the folder of its administrator. */
export function openDiskUploadStore(root: string, requireFreeSpace: RequireFreeSpace): UploadStore {
  const folderOf = (key: string) => join(root, key)
  const bytesOf = (key: string) => join(root, key, 'bytes')
  const recordOf = (key: string) => join(root, key, 'note.json')

  return {
    async create(key, record) {
      await mkdir(folderOf(key), { recursive: true, mode: 0o700 })
      try {
        await writeFile(bytesOf(key), '', { mode: 0o600, flag: 'wx' })
        await writeFileAtomically(recordOf(key), JSON.stringify(record))
      } catch (error) {
        await rm(folderOf(key), { recursive: true, force: true })
        throw error
      }
    },

    async find(key) {
      const found = await Promise.all([readFile(recordOf(key), 'utf8'), stat(bytesOf(key))]).catch(ignoreMissing)
      if (!found) return undefined
      const [text, { size, mtime }] = found
      return { record: JSON.parse(text) as UploadRecord, bytes: size, touchedAt: mtime }
    },

    async append(key, offset, source) {
      await requireFreeSpace(0)
      const file = await open(bytesOf(key), constants.O_WRONLY)
      let position = offset
      let checked = offset
      try {
        for await (const chunk of source) {
          if (position - checked > SPACE_CHECK_BYTES) {
            await requireFreeSpace(0)
            checked = position
          }
          await writeAll(file, chunk, position)
          position += chunk.length
        }
        return position
      } finally {
        await file.sync().finally(() => file.close())
      }
    },

    async *read(key, end) {
      if (end > 0) yield* createReadStream(bytesOf(key), { end: end - 1 })
    },

    link: (key, path) => link(bytesOf(key), path).catch(() => copyFile(bytesOf(key), path)),

    remove: (key) => rm(folderOf(key), { recursive: true, force: true, maxRetries: 3 }),

    async list() {
      const admins = (await readdir(root).catch(ignoreMissing)) ?? []
      const keys = await Promise.all(admins.map(async (admin) => (await readdir(join(root, admin))).map((id) => `${admin}/${id}`)))
      return Promise.all(
        keys.flat().map(async (key) => {
          const { mtime } = await stat(bytesOf(key)).catch(() => stat(folderOf(key)))
          return { key, touchedAt: mtime }
        }),
      )
    },
  }
}

async function writeAll(file: FileHandle, chunk: Buffer, position: number) {
  for (let done = 0; done < chunk.length; ) {
    const { bytesWritten } = await file.write(chunk, done, chunk.length - done, position + done)
    done += bytesWritten
  }
}
