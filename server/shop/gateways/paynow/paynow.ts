import { Origin } from '#server/platform/web-url.ts'
import { defineGateway } from '#server/shop/gateways/gateway-definition.ts'
import type { SettingsReader } from '#server/shop/gateways/settings-reader.ts'
import { createPaynowGateway, ENDPOINT } from './paynow-gateway.ts'
import type { PaynowIntegration, PaynowSettings } from './paynow-settings.ts'

export const paynow = defineGateway({
  name: 'paynow',
  settingNames: ['PAYNOW_USD_ID', 'PAYNOW_USD_KEY', 'PAYNOW_ZWG_ID', 'PAYNOW_ZWG_KEY', 'PAYNOW_URL'],
  readSettings,
  endpoint: { url: ENDPOINT, contentType: 'application/x-www-form-urlencoded' },
  open: (settings, { urls }) => ({ gateway: createPaynowGateway({ settings, urls }) }),
})

function readSettings({ env, publicUrl, readOrigin, report }: SettingsReader): PaynowSettings | undefined {
  const integration = (currency: 'USD' | 'ZWG'): PaynowIntegration | undefined => {
    const [idName, keyName] = [`PAYNOW_${currency}_ID`, `PAYNOW_${currency}_KEY`]
    const [id, key] = [env[idName], env[keyName]]
    if (id && !key) report(`${keyName}: required with ${idName}`)
    if (key && !id) report(`${idName}: required with ${keyName}`)
    if (id && !/^\d{1,12}$/.test(id)) report(`${idName}: must be the number of the integration`)
    return id && key ? { id, key } : undefined
  }

  const usd = integration('USD')
  const zwg = integration('ZWG')
  if (usd && zwg && (usd.id === zwg.id || usd.key === zwg.key))
    report('PAYNOW_ZWG_ID and PAYNOW_ZWG_KEY: must belong to another integration than those for USD: an integration has one currency')
  const url = readOrigin('PAYNOW_URL', 'https://www.paynow.co.zw')
  if (!usd && !zwg) return undefined
  const callers = (env.ALLOWED_ORIGINS ?? '').split(',').map((text) => Origin.safeParse(text.trim()).data)
  if (publicUrl && callers.includes(publicUrl) && !env.PUBLIC_API_URL)
    report('PUBLIC_API_URL: required with Paynow when the pages of PUBLIC_URL call the API from another origin (ALLOWED_ORIGINS)')
  return { url, usd, zwg }
}
