import { GATEWAYS, type GatewayName } from '#contracts/shop/gateways.ts'
import { DEFINITIONS } from './definitions.ts'
import { createSettingsReader } from './settings-reader.ts'

type Definition = (typeof DEFINITIONS)[number]
/** Settings by gateway; undefined if the gateway is off. */
export type GatewaySettings = { [D in Definition as D['name']]?: ReturnType<D['readSettings']> }

/** Names of the settings of gateways. */
export const GATEWAY_SETTINGS = DEFINITIONS.flatMap(({ settingNames }) => settingNames)

/** Reads the settings of all gateways. Reported problems contain the names of settings, but never their values. */
export function readGatewaySettings(env: Record<string, string | undefined>): { settings: GatewaySettings; problems: string[] } {
  const problems: string[] = []
  const report = (problem: string) => void problems.push(problem)
  const entries = DEFINITIONS.map((definition) => {
    const isAnotherSet = DEFINITIONS.some(
      ({ name, settingNames }) => name !== definition.name && settingNames.some((setting) => env[setting]),
    )
    return [definition.name, definition.readSettings(createSettingsReader(env, { isAnotherSet, report }))] as const
  })
  const settings = Object.fromEntries(entries.filter(([, read]) => read !== undefined)) as GatewaySettings
  const real = (Object.keys(settings) as GatewayName[]).map((name) => GATEWAYS[name]).filter(({ simulated }) => !simulated)
  if (real.length > 0 && !env.PUBLIC_URL)
    report(`PUBLIC_URL: required with ${real.map(({ label }) => label).join(' and ')}, since the buyer returns there after the payment`)
  return { settings, problems }
}
