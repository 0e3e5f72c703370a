import { describe, expect, test } from 'vitest'
import { networkOf, siteNetworkOf, widerNetworkOf } from './ip-networks.ts'

describe('networkOf', () => {
  test.each([
    ['41.78.12.9', '41.78.12.9'],
    ['::ffff:41.78.12.9', '41.78.12.9'],
    ['::FFFF:294e:0c09', '41.78.12.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::41.78.12.9', '64:ff9b:0:0::/64'],
    ['no address', 'no address'],
  ])('%s is reduced to %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  test('addresses of one IPv6 prefix belong to one network, addresses of the next prefix to another', () => {
    expect(networkOf('2001:db8:1:2::1')).toBe(networkOf('2001:db8:1:2:ffff:ffff:ffff:ffff'))
    expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'))
  })
})

describe('siteNetworkOf', () => {
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
})

describe('widerNetworkOf', () => {
  test.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['41.78.12.9', undefined],
    ['::ffff:41.78.12.9', undefined],
    ['no address', undefined],
  ])('%s belongs to %s', (address, wider) => {
    expect(widerNetworkOf(networkOf(address))).toBe(wider)
  })
})
