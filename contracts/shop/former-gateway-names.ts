import type { GatewayName } from './gateways.ts'

/** Former names of gateways, which clients of earlier versions send and instances of earlier versions store. */
export const FORMER_NAMES = { sandbox: 'test' } as const satisfies Record<string, GatewayName>

/** Returns the present name of a channel. */
export function presentName<Name extends string>(name: Name | keyof typeof FORMER_NAMES): Name | GatewayName {
  return name in FORMER_NAMES ? FORMER_NAMES[name as keyof typeof FORMER_NAMES] : (name as Name)
}
