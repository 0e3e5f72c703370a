import type { z } from 'zod'
import type { Problem } from '#contracts/common/problem.ts'
import { type ApiConnection, ApiError, createApi, json } from '#web/lib/api/api.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { toast } from '#web/lib/toast.ts'
import { askPassword } from './password-question.ts'
import { readToken, writeToken } from './token.ts'
import { type OnProgress, uploadingFetch } from './upload/uploading-fetch.ts'

/**
 * Adds the bearer token to every API call. A 401 response deletes the token, and the admin shell redirects to the sign-in page. A call that
 * requires a recently entered password is repeated after the password is entered.
 */
function withSession(fetch: ApiConnection['fetch']): ApiConnection['fetch'] {
  return async (address, init) => {
    const token = readToken()
    const headers = new Headers(init?.headers)
    if (token) headers.set('authorization', `Bearer ${token}`)
    const request = { ...init, headers }
    const response = await fetch(address, request)
    // Several concurrent API calls may be rejected; only the first rejection ends the session.
    if (response.status === 401 && token && readToken() === token) endSession()
    return (await needsPassword(response)) && (await askPassword()) ? fetch(address, request) : response
  }
}

async function needsPassword(response: Response): Promise<boolean> {
  return response.status === 403 && ((await response.clone().json()) as Partial<Problem>).code === 'password_required'
}

/** Deletes the invalid session token and shows a toast. */
export function endSession(): void {
  if (readToken() === null) return
  writeToken(null)
  toast('Your session has ended. Please sign in again.', { id: 'session-ended' })
}

/** Returns the absolute URL of the uploads API; the tus client requires an absolute URL. */
export function uploadsUrl(): string {
  return new URL(`${browserApi.base}/uploads`, location.href).href
}

export const adminApi = createApi({ base: browserApi.base, fetch: withSession((address, init) => fetch(address, init)) })

/** Sends a form or JSON to the API and reports upload progress. Returns the JSON of the response. */
export async function send(
  method: 'POST' | 'PATCH',
  path: string,
  body: FormData | Record<string, unknown>,
  { onProgress, signal }: { onProgress?: OnProgress; signal?: AbortSignal } = {},
): Promise<unknown> {
  const api = createApi({ base: browserApi.base, fetch: withSession(uploadingFetch(onProgress)) })
  const request = body instanceof FormData ? { method, body } : json(method, body)
  return (await api.call(path, { ...request, signal: signal ?? null })).json()
}

/** Fetches JSON from the API and parses it with the schema. */
export async function read<Body>(schema: z.ZodType<Body>, path: string, init?: RequestInit): Promise<Body> {
  return schema.parse(await (await adminApi.call(path, init)).json())
}

/**
 * Returns the server's analysis of an uploaded file, or undefined if the analysis can't be fetched. @throws ApiError for a file that can't
 * be published
 */
export async function readUpload<Body>(schema: z.ZodType<Body>, path: string): Promise<Body | undefined> {
  try {
    return await read(schema, path)
  } catch (error) {
    if (error instanceof ApiError && error.problem.errors?.length) throw error
    return undefined
  }
}

/** Sends JSON to the API and parses the response with the schema. */
export async function post<Answer>(schema: z.ZodType<Answer>, path: string, body: Record<string, unknown>): Promise<Answer> {
  return schema.parse(await send('POST', path, body))
}
