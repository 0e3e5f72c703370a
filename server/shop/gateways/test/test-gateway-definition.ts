import { join } from 'node:path'
import { readOrCreateSecret } from '#server/platform/files/secret-file.ts'
import { defineGateway } from '#server/shop/gateways/gateway-definition.ts'
import type { SettingsReader } from '#server/shop/gateways/settings-reader.ts'
import { testGatewayRoutes } from './test-gateway.routes.ts'
import { createTestGatewayStore } from './test-gateway.store.ts'
import { createTestGateway } from './test-gateway.ts'

/** Definition of the test gateway. Its setting, table, key file and addresses keep the spelling of earlier versions. */
export const testGateway = defineGateway({
  name: 'test',
  settingNames: ['SANDBOX_GATEWAY'],
  readSettings,
  endpoint: { url: '/gateways/test/message', contentType: 'text/plain' },
  open: async (_settings, { dataDir, platform: { orm, now } }) => {
    const key = await readOrCreateSecret(join(dataDir, 'sandbox.key'))
    const { gateway, actions, connect } = createTestGateway({ store: createTestGatewayStore(orm), key, now })
    return { gateway, connect, routes: testGatewayRoutes({ actions }) }
  },
})

/** Returns `true` if the test gateway is on. */
function readSettings({ isProduction, publicUrl, isAnotherSet, readSwitch, env, report }: SettingsReader): true | undefined {
  const choice = readSwitch('SANDBOX_GATEWAY')
  if (choice === 'on' && isProduction) report('SANDBOX_GATEWAY: must not be on in production: it gives every item away for free')
  // A site with TLS is assumed to be open to the public, even if NODE_ENV is not set.
  const isPublic = publicUrl.startsWith('https:')
  const isOn = env.SANDBOX_GATEWAY ? choice === 'on' : !isProduction && !isAnotherSet && !isPublic
  return isOn || undefined
}
