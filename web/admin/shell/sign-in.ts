import type { LoginRequest, LoginResponse } from '#contracts/admin/admin.ts'
import { dropDrafts } from '#web/admin/kit/form/drafts.ts'
import { forgetStates } from '#web/admin/kit/remembered.ts'
import { readToken, writeToken } from '#web/admin/kit/token.ts'
import { json } from '#web/lib/api/api.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'

export const SIGN_IN_NOTICES = {
  changed: 'Your password has been changed. Sign in with it.',
  welcome: 'Your account is ready. Sign in with your new password.',
}

/** History state of the sign-in page. */
export type SignInState = {
  /** Page to open after signing in */
  page?: string
  email?: string
  /** Notice displayed after a password change or after an invitation was accepted */
  notice?: keyof typeof SIGN_IN_NOTICES
} | null

export async function signIn(credentials: LoginRequest): Promise<void> {
  const response = await browserApi.call('/login', json('POST', credentials))
  writeToken(((await response.json()) as LoginResponse).token)
}

/** Deletes the token, the drafts and the loaded lists immediately. The API ends the session if it can be reached; otherwise the session expires. */
export function signOut(): void {
  const token = readToken()
  writeToken(null)
  dropDrafts()
  forgetStates()
  if (!token) return
  const headers = { authorization: `Bearer ${token}` }
  browserApi.call('/logout', { method: 'POST', headers, keepalive: true }).catch(() => undefined)
}
