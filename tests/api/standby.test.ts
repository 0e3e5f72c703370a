// @module-tag full
import { expect, inject, onTestFinished, test } from 'vitest'
import { isDatabaseUnavailable } from '#server/platform/database/database-unavailable.ts'
import { openHangingProxy } from '#tests/support/hanging-proxy.ts'
import { openSecondNode } from '#tests/support/second-node.ts'
import { startWithStandby } from '#tests/support/standby.ts'

// The standby is a copy of the data folder of a PostgreSQL of its own, which is missing if PostgreSQL can't use a temporary folder.
test.skipIf(!inject('dataFolder'))(
  'a server connected to a standby refuses to start; a server whose database becomes a standby is unready until the standby is promoted',
  async () => {
    const servers = await startWithStandby()
    onTestFinished(servers.close)

    await expect(openSecondNode({ DATABASE_URL: servers.url })).rejects.toThrow('points to a standby')
    const network = await openHangingProxy(servers.primary.url)
    const moved = await openSecondNode({ DATABASE_URL: network.url })
    const health = async () => (await moved.get('/api/health')).statusCode
    network.leadTo(servers.url)
    await servers.primary.stop()
    await expect.poll(health).toBe(503)
    await expect(moved.services.publish(async () => undefined)).rejects.toSatisfy(isDatabaseUnavailable)
    await servers.promote()
    await expect.poll(health).toBe(200)
    await moved.services.publish(async () => undefined)
    await moved.close()
    await network.close()
  },
)
