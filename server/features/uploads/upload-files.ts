import { constants } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { UploadField } from '#contracts/upload.ts'
import type { MediaType } from '#server/platform/media/intake/media-type.ts'

/** What is known of an upload beside its bytes. */
export type UploadRecord = {
  field: UploadField
  filename: string
  /** Bytes of the whole file */
  size: number
  /** As the client sent it, which has it back when it asks */
  metadata: Record<string, string | null>
  /** What its first bytes announced, since they were there */
  type?: MediaType
  /** Hex, of the whole content, since it was there */
  sha256?: string
}

export type UploadFiles = ReturnType<typeof openUploadFiles>

/**
 * One folder for each upload, in one for each administrator: `key` is "admin/upload", so that nobody reaches what is
 * another's. Outlives the app that wrote it.
 */
export function openUploadFiles(root: string) {
  const folderOf = (key: string) => join(root, key)
  const bytesOf = (key: string) => join(root, key, 'bytes')
  const noteOf = (key: string) => join(root, key, 'note.json')

  return {
    root,
    bytesOf,

    create: async (key: string, note: UploadRecord) => {
      await mkdir(folderOf(key), { recursive: true, mode: 0o700 })
      try {
        await writeFile(bytesOf(key), '', { mode: 0o600, flag: 'wx' })
        await writeNote(noteOf(key), note)
      } catch (error) {
        await rm(folderOf(key), { recursive: true, force: true })
        throw error
      }
    },

    /** Undefined when there is no such upload. */
    find: async (key: string): Promise<{ save: UploadRecord; bytes: number; touchedAt: Date } | undefined> => {
      try {
        const [text, { size, mtime }] = await Promise.all([readFile(noteOf(key), 'utf8'), stat(bytesOf(key))])
        return { save: JSON.parse(text) as UploadRecord, bytes: size, touchedAt: mtime }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },

    note: (key: string, note: UploadRecord) => writeNote(noteOf(key), note),

    /** Opens the bytes for reading and writing. */
    open: (key: string) => open(bytesOf(key), constants.O_RDWR),

    remove: (key: string) => rm(folderOf(key), { recursive: true, force: true, maxRetries: 3 }),
  }
}

/** A crash leaves the old note or the new one, never half of one. */
async function writeNote(path: string, note: UploadRecord) {
  const draft = `${path}.new`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(JSON.stringify(note))
    await file.sync()
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  } finally {
    await file.close()
  }
}
