import type { SandboxAction, SandboxPayment } from '#contracts/sandbox.ts'
import { isNotFound, json } from '#web/lib/api/api.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'

/** Reads a payment of the test gateway; `missing` when there is none, `failed` when it could not be fetched. */
export async function fetchSandboxPayment(reference: string, signal: AbortSignal): Promise<SandboxPayment | 'missing' | 'failed'> {
  try {
    return await call(reference, { signal })
  } catch (error) {
    if (isNotFound(error)) return 'missing'
    if (!signal.aborted) console.warn(error)
    return 'failed'
  }
}

export const actOnSandboxPayment = (reference: string, action: SandboxAction) => call(reference, json('POST', { action }))

async function call(reference: string, init: RequestInit): Promise<SandboxPayment> {
  return (await browserApi.call(`/sandbox-gateway/payments/${encodeURIComponent(reference)}`, init)).json() as Promise<SandboxPayment>
}
