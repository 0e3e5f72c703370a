import type { PasswordResetSettings } from '#contracts/admin.ts'
import { callAsClient } from '#web/lib/access/client-id.ts'
import { json } from '#web/lib/api/api.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'

/** Whether a forgotten password is reset by e-mail. Assumed on failure, since the next call then shows the reason. */
export async function fetchPasswordResetSettings(): Promise<PasswordResetSettings> {
  try {
    return (await (await browserApi.call('/password-reset')).json()) as PasswordResetSettings
  } catch (error) {
    console.warn(error)
    return { byEmail: true }
  }
}

/** Asks for a code by e-mail. The answer does not tell whether an account has the address. */
export async function requestPasswordCode(email: string): Promise<void> {
  await callAsClient((clientId) => browserApi.call('/password-reset/codes', json('POST', { email, clientId })))
}

/** Sets a new password, which ends every session of the account. */
export async function resetPassword(shown: { email: string; code: string; password: string }): Promise<void> {
  await callAsClient((clientId) => browserApi.call('/password-reset', json('POST', { ...shown, clientId })))
}
