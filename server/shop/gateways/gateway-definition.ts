import type { GatewayName } from '#contracts/shop/gateways.ts'
import type { App } from '#server/platform/http/server.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { SiteUrls } from '#server/platform/site-urls.ts'
import type { Gateway, GatewayMessage } from './gateway.ts'
import type { SettingsReader } from './settings-reader.ts'

export type GatewayDeps = { dataDir: string; platform: Pick<Platform, 'orm' | 'now'>; urls: Pick<SiteUrls, 'api'> }

/** Gateway with the parts that a simulated gateway adds to the app. */
export type OpenedGateway = {
  gateway: Gateway
  routes?: (app: App) => Promise<void>
  /** Sets the receiver of messages that do not arrive at the endpoint */
  connect?: (receive: (message: GatewayMessage) => unknown) => void
}

/** Everything that the shop knows about a gateway besides its row in `contracts/shop/gateways.ts`. */
export type GatewayDefinition<Name extends GatewayName = GatewayName, Settings = unknown> = {
  name: Name
  /** Names of its settings in the environment */
  settingNames: readonly string[]
  /** Reads the settings and reports mistakes; undefined if the gateway is off */
  readSettings: (reader: SettingsReader) => Settings | undefined
  /** URL and content type of its notifications */
  endpoint: { url: string; contentType: string }
  open: (settings: Settings, deps: GatewayDeps) => OpenedGateway | Promise<OpenedGateway>
}

export function defineGateway<const Name extends GatewayName, Settings>(definition: GatewayDefinition<Name, Settings>) {
  return definition
}
