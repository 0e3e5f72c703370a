import type { GatewayState } from '#server/platform/gateways/gateway.ts'

type SimulatedPhone = { becomes: GatewayState; afterMs: number } | { refuses: string }

/** What a simulated phone does with the prompt: the same numbers as in Paynow's test mode. */
const TEST_PHONES: Record<string, SimulatedPhone> = {
  '0771111111': { becomes: 'paid', afterMs: 5_000 },
  '0772222222': { becomes: 'paid', afterMs: 30_000 },
  '0773333333': { becomes: 'failed', afterMs: 30_000 },
  '0774444444': { refuses: 'Insufficient balance' },
}
const ANY_PHONE: SimulatedPhone = { becomes: 'paid', afterMs: 5_000 }

/** The phone that stands in for the one with this number, written as `localPhone` does. */
export function simulatedPhone(number: string): SimulatedPhone {
  return TEST_PHONES[number] ?? ANY_PHONE
}
