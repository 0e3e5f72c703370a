import { randomBytes } from 'node:crypto'
import { type Lock, Server } from '@tus/server'
import { type UploadField, UploadId } from '#contracts/upload.ts'
import type { RequireFreeSpace } from '#server/platform/files/free-disk-space.ts'
import { fileTooLarge, unreadableFile } from '#server/platform/problems.ts'
import { readMetadata, UploadDataStore } from './upload-data-store.ts'
import type { UploadFiles } from './upload-files.ts'
import type { UploadLocks } from './upload-locks.ts'

/** Time for a request that has to give way to finish by itself. */
const DRAIN_MS = 500

export type TusServer = ReturnType<typeof createTusServer>

/** The tus protocol over our files. Answers to a request that is not refused; refusals are thrown as they came about. */
export function createTusServer({
  files,
  locks,
  limits,
  lifetimeMs,
  requireFreeSpace,
  complete,
}: {
  files: UploadFiles
  locks: UploadLocks
  limits: Record<UploadField, number>
  lifetimeMs: number
  requireFreeSpace: RequireFreeSpace
  /** Makes an upload whose bytes are all there ready to be used. */
  complete: (key: string) => Promise<void>
}) {
  /** Whose request it is, and what became of it. */
  const requests = new WeakMap<Request, { adminId: string; refusal?: unknown }>()
  const adminOf = (request: Request) => requests.get(request)?.adminId

  const server = new Server({
    // Only for show: addresses are made and read below.
    path: '/uploads',
    datastore: new UploadDataStore(files, { lifetimeMs, requireFreeSpace }),
    // Beside the address of the call, so that it holds under whatever prefix a proxy shows.
    generateUrl: (_request, { id }) => `uploads/${id.split('/')[1]}`,
    namingFunction: (request) => `${adminOf(request)}/${randomBytes(24).toString('base64url')}`,
    getFileIdFromRequest: (request, last) => (UploadId.safeParse(last).success ? `${adminOf(request)}/${last}` : undefined),
    // For everyone who asks what may be sent; each kind has its own limit.
    maxSize: (_request, id) => (id === null ? Math.max(...Object.values(limits)) : 0),
    lockDrainTimeout: DRAIN_MS,
    locker: (request) => ({ newLock: (key) => newLock(key, { mayTakeOver: request.method !== 'PATCH' }) }),
    onUploadCreate: async (_request, { metadata, size }) => {
      const { field } = readMetadata(metadata)
      if (size === 0) throw unreadableFile(field, 'The file is empty.')
      if ((size ?? 0) > limits[field]) throw fileTooLarge(field, limits[field])
      await requireFreeSpace(size ?? 0)
      return {}
    },
    onUploadFinish: async (_request, { id }) => {
      await complete(id)
      return {}
    },
    onResponseError: (request, error) => {
      const entry = requests.get(request)
      if (entry) entry.refusal = error
      return undefined
    },
  })

  function newLock(key: string, { mayTakeOver }: { mayTakeOver: boolean }): Lock {
    let release: (() => void) | undefined
    return {
      lock: async (_signal, giveWay) => {
        release = mayTakeOver ? await locks.takeOver(key, () => void giveWay()) : locks.acquire(key, () => void giveWay())
      },
      unlock: async () => release?.(),
    }
  }

  return async (request: Request, adminId: string): Promise<Response> => {
    const entry: { adminId: string; refusal?: unknown } = { adminId }
    requests.set(request, entry)
    const response = await server.handleWeb(request)
    if (entry.refusal) throw entry.refusal
    return response
  }
}
