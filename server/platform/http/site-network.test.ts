import { expect, test } from 'vitest'
import { siteNetworkOf } from './site-network.ts'

test.each([
  ['41.78.0.1', '41.78.0.1'],
  ['::ffff:41.78.0.1', '41.78.0.1'],
  ['2001:db8:5:6:7:8:9:a', '2001:db8:5::/48'],
  ['2001:db8:5::1', '2001:db8:5::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
])('%s is in %s', (address, site) => {
  expect(siteNetworkOf(address)).toBe(site)
})
