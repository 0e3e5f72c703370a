import { randomUUID } from 'node:crypto'
import { copyFile, link, mkdir, readdir, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileLimits, UploadId } from '#contracts/upload.ts'
import { hashFile } from '#server/platform/files/hash-file.ts'
import type { ClaimUpload } from '#server/platform/media/intake/with-form.ts'
import type { MediaLibrary } from '#server/platform/media/store/media-library.ts'
import { invalidRequest } from '#server/platform/problems.ts'
import type { TusServer } from './tus-server.ts'
import { openUploadFiles, type UploadRecord } from './upload-files.ts'
import { createUploadLocks } from './upload-locks.ts'

/** Uploads expire so long after their last bytes arrived. */
const UPLOAD_LIFETIME_MS = 24 * 3_600_000

export type UploadOptions = { library: Pick<MediaLibrary, 'requireFreeSpace'>; uploadFolder: string; limits: FileLimits }
export type UploadService = Awaited<ReturnType<typeof createUploadService>>

/** Files that admins upload in chunks before they send the form. */
export async function createUploadService({ library, uploadFolder: root, limits }: UploadOptions) {
  const { requireFreeSpace } = library
  await mkdir(root, { recursive: true, mode: 0o700 })
  const files = openUploadFiles(root)
  const locks = createUploadLocks()
  const isExpired = (touchedAt: Date) => Date.now() - touchedAt.getTime() > UPLOAD_LIFETIME_MS

  /** Hashes the whole file once, since the state of a hash can't be stored between chunks. */
  async function complete(key: string): Promise<UploadRecord | undefined> {
    const upload = await files.find(key)
    if (!upload || upload.record.sha256) return upload?.record
    const record = { ...upload.record, sha256: await hashFile(files.bytesOf(key)) }
    await files.save(key, record)
    return record
  }

  const claim: ClaimUpload = async ({ id, field, adminId, folder }) => {
    const refuse = (message: string) => invalidRequest([{ field, message }])
    const key = `${adminId}/${id}`
    const upload = UploadId.safeParse(id).success ? await files.find(key) : undefined
    if (!upload || isExpired(upload.touchedAt)) {
      throw refuse('This upload was used already, or has expired. If nothing was saved, choose the file again.')
    }
    if (upload.record.field !== field) throw refuse('This upload is for another field. Choose the file again.')
    if (upload.bytes < upload.record.size) throw refuse('The file has not arrived completely yet.')
    const release = locks.tryAcquire(key)
    if (!release) throw refuse('This file is being used by another request. Try again in a moment.')
    try {
      const record = await complete(key)
      if (!record?.sha256 || !record.type) throw new Error(`The upload ${id} is complete, but nothing is known of it`)
      // A hard link, so that the upload stays until the form is saved.
      const path = join(folder, `${randomUUID()}.part`)
      await link(files.bytesOf(key), path).catch(() => copyFile(files.bytesOf(key), path))
      const file = { path, bytes: record.size, sha256: record.sha256, filename: record.filename, field, type: record.type }
      return { file, release, consume: () => files.remove(key) }
    } catch (error) {
      release()
      throw error
    }
  }

  async function sweep(): Promise<number> {
    let removed = 0
    for (const admin of await readdir(root)) {
      for (const id of await readdir(join(root, admin))) {
        const key = `${admin}/${id}`
        const touchedAt = (await files.find(key))?.touchedAt ?? (await stat(join(root, key))).mtime
        if (!isExpired(touchedAt)) continue
        const release = locks.tryAcquire(key)
        if (!release) continue
        await files.remove(key).finally(release)
        removed++
      }
      // Fails while the folder is not empty.
      await rmdir(join(root, admin)).catch(() => undefined)
    }
    return removed
  }

  /** Imported with the first upload, so that the start is faster. */
  let tusServer: Promise<TusServer> | undefined
  async function openTusServer() {
    const { createTusServer } = await import('./tus-server.ts')
    return createTusServer({
      files,
      locks,
      limits: { pdf: limits.pdfBytes, audio: limits.audioBytes },
      lifetimeMs: UPLOAD_LIFETIME_MS,
      requireFreeSpace,
      complete: async (key) => void (await complete(key)),
    })
  }
  const handle: TusServer = async (...request) => {
    tusServer ??= openTusServer()
    return (await tusServer)(...request)
  }

  return { handle, claim, sweep }
}
