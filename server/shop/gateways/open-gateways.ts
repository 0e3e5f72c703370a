import type { GatewayName } from '#contracts/shop/gateways.ts'
import { DEFINITIONS } from './definitions.ts'
import type { GatewayDefinition, GatewayDeps, OpenedGateway } from './gateway-definition.ts'
import type { GatewaySettings } from './gateway-settings.ts'

/** Opens the configured gateways, in display order. */
export async function openGateways(settings: GatewaySettings, deps: GatewayDeps): Promise<OpenedGateway[]> {
  const opened: OpenedGateway[] = []
  for (const definition of DEFINITIONS as readonly GatewayDefinition[]) {
    const own = settings[definition.name]
    if (own !== undefined) opened.push(await definition.open(own, deps))
  }
  return opened
}

/** Returns the endpoint for the notifications of a gateway. */
export function endpointOf(name: GatewayName): GatewayDefinition['endpoint'] {
  const definition = DEFINITIONS.find((candidate) => candidate.name === name)
  if (!definition) throw new Error(`The gateway ${name} has no definition`)
  return definition.endpoint
}
