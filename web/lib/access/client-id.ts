import { ApiError } from '#web/lib/api/api.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { readStorage, writeStorage } from '#web/lib/storage/local-storage.ts'
import { trackOwnedItems } from './owned-items.ts'

export type ClientIds = ReturnType<typeof createClientIds>

/** Manages the browser's client id: returns the stored id, or requests a new one and stores it. Concurrent calls share one request. */
export function createClientIds({
  read,
  write,
  request,
}: {
  read: () => string | null
  write: (id: string) => unknown
  request: () => Promise<string>
}) {
  // Client id of a browser without storage, which lasts as long as the page.
  let unstored: string | null = null
  let pending: Promise<string> | null = null

  function renew(): Promise<string> {
    pending ??= request()
      .then((id) => {
        unstored = id
        write(id)
        return id
      })
      .finally(() => {
        pending = null
      })
    return pending
  }

  async function get(): Promise<string> {
    return pending ?? read() ?? unstored ?? renew()
  }

  return { get, renew }
}

export const clientIds = createClientIds({
  read: () => readStorage('clientID'),
  write: (id) => writeStorage('clientID', id),
  request: async () => {
    const { clientId, known } = await browserApi.getClientId()
    if (known) trackOwnedItems()
    return clientId
  },
})

/** Returns whether the next page will have the same client id, from storage or from a cookie; false if the browser blocks all site data. */
export async function keepsClientId(): Promise<boolean> {
  // The client id is written again, since site data may have been cleared after the id was first stored.
  const isStored = writeStorage('clientID', await clientIds.get())
  return isStored || (await browserApi.getClientId()).known === true
}

/** Calls the API with this browser's client id. If the API rejects the id, the call is retried once with a new id. */
export async function callAsClient<Result>(
  call: (clientId: string) => Promise<Result>,
  ids: Pick<ClientIds, 'get' | 'renew'> = clientIds,
): Promise<Result> {
  try {
    return await call(await ids.get())
  } catch (error) {
    if (!refusesClientId(error)) throw error
    return call(await ids.renew())
  }
}

/** Calls the API with this browser's client id in the request header. */
export function requestAsClient(path: string, init: RequestInit = {}): Promise<Response> {
  return callAsClient((clientId) => {
    const headers = new Headers(init.headers)
    headers.set('client-id', clientId)
    return browserApi.call(path, { ...init, headers })
  })
}

/** Returns whether the API rejected the client id. Its error names the field `clientId` for a body and `client-id` for a header. */
function refusesClientId(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.problem.status === 400 &&
    (error.problem.errors ?? []).some(({ field }) => field === 'clientId' || field === 'client-id')
  )
}
