import toast from 'react-hot-toast'
import { Admin, type LoginRequest, type LoginResponse } from '#contracts/admin.ts'
import type { ListQuery, Page } from '#contracts/list.ts'
import { type ApiConnection, ApiError, createApi, json } from '#web/lib/api/api.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { dropDrafts } from './form/drafts.ts'
import { readToken, writeToken } from './token.ts'
import { type Report, uploadingFetch } from './upload/uploading-fetch.ts'

/** Adds the bearer token to every call. When the API no longer knows it, the token is forgotten, and the shell leads to the sign-in page. */
function withSession(fetch: ApiConnection['fetch']): ApiConnection['fetch'] {
  return async (address, init) => {
    const token = readToken()
    const headers = new Headers(init?.headers)
    if (token) headers.set('authorization', `Bearer ${token}`)
    const response = await fetch(address, { ...init, headers })
    // Calls under way together are all refused; only the first finds the token still there.
    if (response.status === 401 && token && readToken() === token) endSession()
    return response
  }
}

/** Forgets a token that the API knows no longer, and says so. */
export function endSession(): void {
  if (readToken() === null) return
  writeToken(null)
  toast('Your session has ended. Please sign in again.', { id: 'session-ended' })
}

/** Where files are sent in pieces; absolute, as the tus client wants it. */
export function uploadsAddress(): string {
  return new URL(`${browserApi.base}/uploads`, location.href).href
}

export const adminApi = createApi({ base: browserApi.base, fetch: withSession((address, init) => fetch(address, init)) })

/** Sends a form and reports how much of it is on its way. Answers the stored item, as the API gives it. */
export async function send(
  method: 'POST' | 'PATCH',
  path: string,
  body: FormData | Record<string, unknown>,
  { onProgress, signal }: { onProgress?: Report; signal?: AbortSignal } = {},
): Promise<unknown> {
  const api = createApi({ base: browserApi.base, fetch: withSession(uploadingFetch(onProgress)) })
  const request = body instanceof FormData ? { method, body } : json(method, body)
  return (await api.call(path, { ...request, signal: signal ?? null })).json()
}

export async function getItem(path: string, id: string, init?: RequestInit): Promise<unknown> {
  return (await adminApi.call(`${path}/${encodeURIComponent(id)}`, init)).json()
}

export async function remove(path: string, id: string): Promise<void> {
  await adminApi.call(`${path}/${encodeURIComponent(id)}`, { method: 'DELETE' })
}

/** Calls that answer nothing. */
export async function act(method: 'DELETE' | 'POST', path: string): Promise<void> {
  await adminApi.call(path, { method })
}

/** Accounts are few: the API answers them all, and the search happens here. */
export async function listAdmins({ q }: ListQuery, init?: RequestInit): Promise<Page<Admin>> {
  const everyone = Admin.array().parse(await (await adminApi.call('/admins', init)).json())
  const wanted = q?.toLowerCase() ?? ''
  const items = everyone.filter((admin) => `${admin.firstname} ${admin.lastname} ${admin.email}`.toLowerCase().includes(wanted))
  return { items, total: items.length }
}

export async function findAdmin(id: string, init?: RequestInit): Promise<Admin> {
  const { items } = await listAdmins({}, init)
  const admin = items.find((candidate) => candidate.id === id)
  if (admin) return admin
  const problem = { type: 'about:blank', title: 'There is no such admin account', status: 404, instance: '/admins', requestId: '' }
  throw new ApiError({ ...problem, code: 'not_found' })
}

/** Too many attempts to sign in. */
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

/** Forgets the token and what was typed at once; the API ends the session when it can be reached, or the session runs out by itself. */
export function signOut(): void {
  const token = readToken()
  writeToken(null)
  dropDrafts()
  if (!token) return
  const headers = { authorization: `Bearer ${token}` }
  browserApi.call('/logout', { method: 'POST', headers, keepalive: true }).catch(() => undefined)
}
