import type { GatewayState } from './gateway.ts'

/** What a test phone does with the prompt: the same numbers as in Paynow's test mode. */
export const TEST_PHONES: Record<string, { becomes: GatewayState; afterMs: number } | { refuses: string }> = {
  '0771111111': { becomes: 'paid', afterMs: 5_000 },
  '0772222222': { becomes: 'paid', afterMs: 30_000 },
  '0773333333': { becomes: 'failed', afterMs: 30_000 },
  '0774444444': { refuses: 'Insufficient balance' },
}
