import type { LoginRequest, LoginResponse } from '#contracts/admin.ts'
import { dropDrafts } from '#web/features/admin/kit/form/drafts.ts'
import { readToken, writeToken } from '#web/features/admin/kit/token.ts'
import { createApi, json } from '#web/lib/api/api.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'

/** The API refused to check the credentials, after too many attempts to sign in. */
export class TooManyAttempts extends Error {
  readonly retryAfterSeconds: number | undefined
  constructor(retryAfter: string | null) {
    super('Too many attempts')
    this.retryAfterSeconds = Number(retryAfter) || undefined
  }
}

export async function signIn(credentials: LoginRequest): Promise<void> {
  const api = createApi({
    base: browserApi.base,
    fetch: async (address, init) => {
      const response = await fetch(address, { credentials: 'include', ...init })
      if (response.status === 429) throw new TooManyAttempts(response.headers.get('retry-after'))
      return response
    },
  })
  const response = await api.call('/login', json('POST', credentials))
  writeToken(((await response.json()) as LoginResponse).token)
}

/** Deletes the token and the drafts at once. The API ends the session if it can be reached; otherwise the session expires. */
export function signOut(): void {
  const token = readToken()
  writeToken(null)
  dropDrafts()
  if (!token) return
  const headers = { authorization: `Bearer ${token}` }
  browserApi.call('/logout', { method: 'POST', headers, keepalive: true }).catch(() => undefined)
}
