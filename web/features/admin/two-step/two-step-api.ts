import { RecoveryCodes, TotpSecret, TotpState } from '#contracts/admin.ts'
import { adminApi, send } from '#web/features/admin/kit/api.ts'
import { json } from '#web/lib/api/api.ts'

export async function fetchTwoStep(init?: RequestInit): Promise<TotpState> {
  return TotpState.parse(await (await adminApi.call('/totp', init)).json())
}

export async function beginTwoStep(currentPassword: string): Promise<TotpSecret> {
  return TotpSecret.parse(await send('POST', '/totp', { currentPassword }))
}

export async function confirmTwoStep(code: string): Promise<RecoveryCodes> {
  return RecoveryCodes.parse(await send('POST', '/totp/confirm', { code }))
}

export async function removeTwoStep(id: string, currentPassword: string): Promise<void> {
  await adminApi.call(`/totp/${encodeURIComponent(id)}/remove`, json('POST', { currentPassword }))
}
