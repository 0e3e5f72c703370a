import { randomUUID } from 'node:crypto'
import { basename, join, win32 } from 'node:path'
import { EDITION_FORMATS, type EditionFormat } from '#contracts/common/file-formats.ts'
import { type FileLimits, type UploadField, UploadId } from '#contracts/common/upload.ts'
import type { MediaLibrary } from '#server/media/store/media-library.ts'
import { invalidRequest, type ProblemError } from '#server/platform/problems.ts'
import { checkLocalFile } from './local-files.ts'
import type { TusServer } from './tus-server.ts'
import type { UploadLocks } from './upload-locks.ts'
import type { UploadStore } from './upload-store.ts'
import type { ClaimUpload } from './with-form.ts'

/** Time after the last received bytes at which an upload expires. */
const UPLOAD_LIFETIME_MS = 24 * 3_600_000
const BUSY = 'This file is being used by another request. Try again in a moment.'
const GONE = 'This upload was already used or has expired. If nothing was saved, choose the file again.'

/** Links finished uploads for an import into `folder`, under their names. Throws a problem (400) for a missing or unfinished upload. */
export type LinkUploads = (files: { name: string; upload: string }[], to: { adminId: string; folder: string }) => Promise<void>

export type UploadService = ReturnType<typeof createUploadService>

/** Manages resumable uploads, which administrators send in chunks before they submit the form that contains the upload's id. */
export function createUploadService({
  store,
  locks,
  library: { requireFreeSpace },
  limits: fileLimits,
}: {
  store: UploadStore
  locks: UploadLocks
  library: Pick<MediaLibrary, 'requireFreeSpace'>
  limits: FileLimits
}) {
  const editions = EDITION_FORMATS.map((format) => [format, fileLimits[`${format}Bytes`]] as const)
  const limits = {
    ...(Object.fromEntries(editions) as Record<EditionFormat, number>),
    import: Math.max(...editions.map(([, bytes]) => bytes)),
  }
  const isExpired = (touchedAt: Date) => Date.now() - touchedAt.getTime() > UPLOAD_LIFETIME_MS

  const claim: ClaimUpload = async ({ id, field, adminId, folder }) => {
    if (field === 'import') throw new Error('Files for an import are linked')
    const path = join(folder, `${randomUUID()}.part`)
    // The uploaded file is only linked, since the upload remains until the form is saved.
    const { key, filename, release } = await link({ id, field, adminId, path }, (message) => invalidRequest([{ field, message }]))
    try {
      const file = await checkLocalFile(path, { field, filename, format: field, limitBytes: limits[field] })
      return { file, release, consume: () => store.remove(key) }
    } catch (error) {
      await release()
      throw error
    }
  }

  /**
   * Links a finished upload to a path, and locks the upload until it is released. If the upload is missing, expired, locked,
   * unfinished or for another field, throws the problem that `refuse` returns.
   */
  async function link(
    { id, field, adminId, path }: { id: string; field: UploadField; adminId: string; path: string },
    refuse: (message: string) => ProblemError,
  ) {
    if (!UploadId.safeParse(id).success) throw refuse(GONE)
    const key = `${adminId}/${id}`
    const release = await locks.tryAcquire(key)
    if (!release) throw refuse(BUSY)
    try {
      const upload = await store.find(key)
      if (!upload || isExpired(upload.touchedAt)) throw refuse(GONE)
      const { filename, size } = upload.record
      if (upload.record.field !== field) throw refuse('This upload is for another field. Choose the file again.')
      if (upload.bytes < size) throw refuse('The file is not completely uploaded yet.')
      await store.link(key, path)
      return { key, filename, release }
    } catch (error) {
      await release()
      throw error
    }
  }

  /** Links one finished upload for an import. The upload remains, so that the import can be repeated. */
  const linkUpload = async (
    { name, upload: id }: { name: string; upload: string },
    { adminId, folder }: { adminId: string; folder: string },
  ) => {
    const refuse = (message: string) => invalidRequest([{ field: 'files', message: `${name}: ${message}` }])
    if (basename(name) !== name || win32.basename(name) !== name || /^\.*$|\0/.test(name)) throw refuse('This is not the name of a file.')
    const { release } = await link({ id, field: 'import', adminId, path: join(folder, name) }, refuse)
    await release()
  }

  const linkUploads: LinkUploads = async (files, to) => {
    const names = files.map(({ name }) => name.toLowerCase())
    const repeated = files.find(({ name }, at) => names.indexOf(name.toLowerCase()) !== at)
    if (repeated) throw invalidRequest([{ field: 'files', message: `${repeated.name}: Two files have this name.` }])
    for (const file of files) await linkUpload(file, to)
  }

  async function sweep(): Promise<number> {
    let removed = 0
    for (const { key, touchedAt } of await store.list()) {
      if (!isExpired(touchedAt)) continue
      const release = await locks.tryAcquire(key)
      if (!release) continue
      await store.remove(key).finally(release)
      removed++
    }
    return removed
  }

  /** The tus server is imported at the first upload, for a faster startup. */
  let tusServer: Promise<TusServer> | undefined
  async function openTusServer() {
    const { createTusServer } = await import('./tus-server.ts')
    return createTusServer({ store, locks, limits, lifetimeMs: UPLOAD_LIFETIME_MS, requireFreeSpace })
  }
  const handle: TusServer = async (...request) => {
    tusServer ??= openTusServer()
    return (await tusServer)(...request)
  }

  return { handle, claim, linkUploads, sweep }
}
