import type { SandboxAction, SandboxPayment } from '#contracts/sandbox.ts'
import { json } from '#web/lib/api/api.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'

export const fetchSandboxPayment = (reference: string, signal: AbortSignal) => call(reference, { signal })

export const actOnSandboxPayment = (reference: string, action: SandboxAction) => call(reference, json('POST', { action }))

async function call(reference: string, init: RequestInit): Promise<SandboxPayment> {
  return (await browserApi.call(`/sandbox-gateway/payments/${encodeURIComponent(reference)}`, init)).json() as Promise<SandboxPayment>
}
