import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FORMER_NAMES } from '#contracts/shop/former-gateway-names.ts'
import { gatewayTitle, listRealGateways } from '#contracts/shop/gateway-texts.ts'
import { GATEWAY_NAMES, GATEWAYS } from '#contracts/shop/gateways.ts'
import { PaymentForm } from '#contracts/shop/order.ts'
import { DEFINITIONS } from './definitions.ts'

/** Files that may name a gateway: its row, its folder, its definition and the pages that are written about it. */
const ALLOWED = [
  'contracts/shop/gateways.ts',
  'contracts/shop/gateway-texts.ts',
  'contracts/shop/former-gateway-names.ts',
  'server/shop/gateways/definitions.ts',
  'site/policies/privacy.ts',
  ...GATEWAY_NAMES.map((name) => `server/shop/gateways/${name}/`),
]
/** Gateways with a name that is also a common word: only their quoted names beside the word gateway are found. */
const COMMON_WORDS = ['test']

function namedIn(source: string): string[] {
  return [...GATEWAY_NAMES, ...Object.keys(FORMER_NAMES)].filter((name) => {
    const quoted = `\\b(gateway|channel)s?\\b.{0,20}['"\`]${name}['"\`]`
    const isCommon = COMMON_WORDS.includes(name) || name in FORMER_NAMES
    return new RegExp(isCommon ? `${quoted}|\\b${name}: *[{'"]` : `\\b${name}`, 'i').test(source)
  })
}

test('a source file names no payment gateway, except the row, the folder and the privacy paragraph of the gateway', () => {
  const sources = globSync('{contracts,server,site,web}/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file))
  expect(sources.length).toBeGreaterThan(900)
  const others = sources.filter((file) => !ALLOWED.some((allowed) => file.startsWith(allowed)))
  const naming = others.flatMap((file) => namedIn(readFileSync(file, 'utf8')).map((name) => `${file} names ${name}`))
  expect(naming).toEqual([])
})

test.each([
  ["const NAMES = { paynow: 'Paynow' }", ['paynow']],
  ["if (attempt.gateway === 'test') return", ['test']],
  ["if (gateway === 'sandbox') return", ['sandbox']],
  ["const ICONS = { test: 'flask' }", ['test']],
  ['/** Stripe only */', ['stripe']],
  ["mode === 'test' ? 1 : new Sandbox('sandbox')", []],
])('the source %s names the gateways %j', (source, names) => {
  expect(namedIn(source)).toEqual(names)
})

test('each gateway has a row and a definition, in the same order', () => {
  expect(DEFINITIONS.map(({ name }) => name)).toEqual(GATEWAY_NAMES)
})

test('a payment form accepts present and former names of gateways and refuses others', () => {
  const form = (gateway: string) => PaymentForm.safeParse({ gateway, method: 'web', email: 'rudo@reader.example' }).data?.gateway
  for (const name of GATEWAY_NAMES) expect(form(name)).toBe(name)
  expect(form('sandbox')).toBe('test')
  for (const name of ['manual', 'none', 'toString', '']) expect(form(name)).toBeUndefined()
})

test('gateways that move money are listed in a sentence, without the test gateway', () => {
  const sentence = listRealGateways()
  expect(sentence).toMatch(/^Paynow \(EcoCash, OneMoney, InnBucks and cards\)(?:, | or )/)
  expect(sentence).not.toContain(GATEWAYS.test.label)
  expect(gatewayTitle('test')).toBe('The test gateway')
})
