import { GATEWAYS, type GatewayName, type GatewayRow } from './gateways.ts'

/** Returns the name of a gateway for the start of a sentence or for a title. */
export function gatewayTitle(name: GatewayName): string {
  const { label } = GATEWAYS[name]
  return label.charAt(0).toUpperCase() + label.slice(1)
}

/** Lists the gateways that move money, each with its means of payment: `Paynow (EcoCash and cards) or Stripe (cards)`. */
export function listRealGateways(describe = ({ label, accepts }: GatewayRow) => `${label} (${accepts})`, conjunction = ' or '): string {
  const real = Object.values(GATEWAYS).filter(({ simulated }) => !simulated)
  const texts = real.map(describe)
  return [texts.slice(0, -1).join(', '), ...texts.slice(-1)].filter(Boolean).join(conjunction)
}
