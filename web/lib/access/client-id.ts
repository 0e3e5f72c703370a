import { ApiError } from '#web/lib/api/api.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { readStorage, STORAGE_KEYS, writeStorage } from '#web/lib/storage/local-storage.ts'
import { trackOwnedItems } from './owned-items.ts'

export type ClientIds = ReturnType<typeof createClientIds>

/**
 * The browser's client id: the stored one, or one that is requested and stored. Whoever asks while a request is under
 * way shares it.
 */
export function createClientIds({
  read,
  write,
  request,
}: {
  read: () => string | null
  write: (id: string) => void
  request: () => Promise<string>
}) {
  // Where storage is forbidden, the id lives as long as the page.
  let kept: string | null = null
  let pending: Promise<string> | null = null

  function renew(): Promise<string> {
    pending ??= request()
      .then((id) => {
        kept = id
        write(id)
        return id
      })
      .finally(() => {
        pending = null
      })
    return pending
  }

  async function get(): Promise<string> {
    return pending ?? read() ?? kept ?? renew()
  }

  return { get, renew }
}

export const clientIds = createClientIds({
  read: () => readStorage(STORAGE_KEYS.clientId),
  write: (id) => writeStorage(STORAGE_KEYS.clientId, id),
  request: async () => {
    const { clientId, known } = await browserApi.getClientId()
    if (known) trackOwnedItems()
    return clientId
  },
})

/** Calls with this browser's client id. One that the API does not take for one of its own is replaced, once. */
export async function callAsClient<Answer>(
  call: (clientId: string) => Promise<Answer>,
  ids: Pick<ClientIds, 'get' | 'renew'> = clientIds,
): Promise<Answer> {
  try {
    return await call(await ids.get())
  } catch (error) {
    if (!refusesClientId(error)) throw error
    return call(await ids.renew())
  }
}

/** It goes in bodies as `clientId`, in headers as `client-id`. */
function refusesClientId(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.problem.status === 400 &&
    (error.problem.errors ?? []).some(({ field }) => field === 'clientId' || field === 'client-id')
  )
}
