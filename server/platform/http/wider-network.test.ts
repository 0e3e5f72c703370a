import { expect, test } from 'vitest'
import { networkOf } from './network-of.ts'
import { widerNetworkOf } from './wider-network.ts'

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['41.78.12.9', undefined],
  ['::ffff:41.78.12.9', undefined],
  ['no address', undefined],
])('%s belongs to %s', (address, wider) => {
  expect(widerNetworkOf(networkOf(address))).toBe(wider)
})
