import { randomBytes } from 'node:crypto'
import { type Lock, Server } from '@tus/server'
import { type UploadField, UploadId } from '#contracts/common/upload.ts'
import type { RequireFreeSpace } from '#server/platform/files/free-disk-space.ts'
import { fileTooLarge, unreadableFile } from '#server/platform/problems.ts'
import { readMetadata, UploadDataStore } from './upload-data-store.ts'
import type { Release, UploadLocks } from './upload-locks.ts'
import type { UploadStore } from './upload-store.ts'

/** Time within which a stopped request must finish, in ms. */
const DRAIN_MS = 500

export type TusServer = ReturnType<typeof createTusServer>

/** Creates the tus server for uploads. Its handler returns the response, or throws the original error if the request is refused. */
export function createTusServer(deps: {
  store: UploadStore
  locks: UploadLocks
  limits: Record<UploadField, number>
  lifetimeMs: number
  requireFreeSpace: RequireFreeSpace
}) {
  const { store, locks, limits, lifetimeMs, requireFreeSpace } = deps

  /** Administrator and error of each request to the tus server. */
  const requests = new WeakMap<Request, { adminId: string; refusal?: unknown }>()
  const adminOf = (request: Request) => requests.get(request)?.adminId

  const server = new Server({
    // The option `path` is required but unused, since URLs are generated and parsed below.
    path: '/uploads',
    datastore: new UploadDataStore(store, { lifetimeMs }),
    // The URL of a new upload is relative to the request URL, so that it is valid behind any proxy prefix.
    generateUrl: (_request, { id }) => `uploads/${id.split('/')[1]}`,
    namingFunction: (request) => `${adminOf(request)}/${randomBytes(24).toString('base64url')}`,
    getFileIdFromRequest: (request, last) => (UploadId.safeParse(last).success ? `${adminOf(request)}/${last}` : undefined),
    // For OPTIONS requests, the largest of all size limits is returned; `onUploadCreate` checks the limit of each kind of file.
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
    onResponseError: (request, error) => {
      const entry = requests.get(request)
      if (entry) entry.refusal = error
      return undefined
    },
  })

  function newLock(key: string, { mayTakeOver }: { mayTakeOver: boolean }): Lock {
    let release: Release | undefined
    return {
      lock: async (_signal, onTakeOver) => {
        const acquire = mayTakeOver ? locks.takeOver : locks.acquire
        release = await acquire(key, () => void onTakeOver())
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
