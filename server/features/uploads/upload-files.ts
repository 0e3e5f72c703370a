import { constants } from 'node:fs'
import { mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { UploadField } from '#contracts/upload.ts'
import { writeFileAtomically } from '#server/platform/files/durable-files.ts'
import { ignoreMissing } from '#server/platform/files/ignore-missing.ts'
import type { MediaType } from '#server/platform/media/intake/media-type.ts'

export type UploadRecord = {
  field: UploadField
  filename: string
  /** Bytes of the whole file */
  size: number
  /** As the client sent it; HEAD returns it */
  metadata: Record<string, string | null>
  /** Detected from the first bytes, once they have arrived */
  type?: MediaType
  /** Hex, of the whole content, once it has arrived */
  sha256?: string
}

export type UploadFiles = ReturnType<typeof openUploadFiles>

/** One folder per upload in one per admin: `key` is "admin/upload", so that no admin can use another's uploads. Survives restarts. */
export function openUploadFiles(root: string) {
  const folderOf = (key: string) => join(root, key)
  const bytesOf = (key: string) => join(root, key, 'bytes')
  const recordOf = (key: string) => join(root, key, 'note.json')
  const save = (key: string, record: UploadRecord) => writeFileAtomically(recordOf(key), JSON.stringify(record))

  return {
    root,
    bytesOf,

    create: async (key: string, record: UploadRecord) => {
      await mkdir(folderOf(key), { recursive: true, mode: 0o700 })
      try {
        await writeFile(bytesOf(key), '', { mode: 0o600, flag: 'wx' })
        await save(key, record)
      } catch (error) {
        await rm(folderOf(key), { recursive: true, force: true })
        throw error
      }
    },

    find: async (key: string): Promise<{ record: UploadRecord; bytes: number; touchedAt: Date } | undefined> => {
      const found = await Promise.all([readFile(recordOf(key), 'utf8'), stat(bytesOf(key))]).catch(ignoreMissing)
      if (!found) return undefined
      const [text, { size, mtime }] = found
      return { record: JSON.parse(text) as UploadRecord, bytes: size, touchedAt: mtime }
    },

    save,

    open: (key: string) => open(bytesOf(key), constants.O_RDWR),

    remove: (key: string) => rm(folderOf(key), { recursive: true, force: true, maxRetries: 3 }),
  }
}
