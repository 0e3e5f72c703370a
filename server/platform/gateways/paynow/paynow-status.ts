import type { GatewayState } from '#server/platform/gateways/gateway.ts'

const STATES = new Map<string, GatewayState>([
  ['created', 'open'],
  ['sent', 'open'],
  ['paid', 'paid'],
  ['awaiting delivery', 'paid'],
  ['delivered', 'paid'],
  ['cancelled', 'cancelled'],
  ['failed', 'cancelled'],
  ['disputed', 'disputed'],
  ['refunded', 'refunded'],
])

/** What a status of Paynow's means; undefined for one that is not documented. */
export function stateOf(status: string): GatewayState | undefined {
  return STATES.get(status.toLowerCase())
}
