import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('an empty environment is a valid configuration, and an empty or blank setting counts as not set', () => {
  const blank = { PORT: ' ', TRUST_PROXY: '', SESSION_HOURS: '\t', PAYNOW_USD_ID: '', STRIPE_SECRET_KEY: ' ' }
  expect(readConfig(blank)).toEqual(readConfig({}))
  expect(readConfig({})).toMatchObject({ port: 3000, trustProxy: false, mode: 'development', demo: true, gateways: { test: true } })
})

test('spaces around the value of a setting are ignored', () => {
  const spaced = {
    PUBLIC_URL: ' https://shop.example/ ',
    PORT: '8080 ',
    DEMO: ' on',
    ALLOWED_ORIGINS: 'https://a.example , https://b.example',
  }
  expect(readConfig(spaced)).toMatchObject({
    publicUrl: 'https://shop.example',
    port: 8080,
    demo: true,
    allowedOrigins: ['https://a.example', 'https://b.example'],
  })
})

test.each([
  { PUBLIC_URL: 'https://books.example/shop' },
  { PUBLIC_URL: 'https://books.example?x=secret' },
  { PUBLIC_URL: 'https://user:secret@books.example' },
  { PUBLIC_URL: 'ftp://books.example' },
  { PUBLIC_URL: 'books.example' },
  { ALLOWED_ORIGINS: 'https://a.example, https://b.example/secret' },
  { ALLOWED_ORIGINS: 'https://secret@a.example' },
  { PUBLIC_API_URL: 'https://user:secret@api.example/api' },
  { PUBLIC_API_URL: 'https://api.example/api?key=secret' },
  { PORT: '1e3' },
  { PORT: '-1' },
  { MAX_PDF_BYTES: '1e3' },
  { MAX_PDF_BYTES: '0' },
  { MAX_AUDIO_BYTES: '0x10' },
  { MIN_FREE_BYTES: '1GB' },
  { SESSION_HOURS: '1e1' },
  { SESSION_IDLE_MINUTES: '4' },
  { SESSION_IDLE_MINUTES: '1.5' },
  { DATABASE_POOL: '1' },
  { DATABASE_URL: 'postgres://user:secret@a:5432,b:5432/lectern?target_session_attrs=read-write' },
  { DATABASE_URL: 'postgres://user:secret@a,b/lectern' },
  { DATABASE_URL: 'postgres:///lectern?host=a,b&password=secret' },
  { SHUTDOWN_GRACE_S: '0.5' },
  { DRAIN_SECONDS: '10' },
  { METRICS_PORT: '70000' },
  { METRICS_PORT: '-1' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://user:secret@collector.example' },
  { OTEL_TRACES_SAMPLER_ARG: '1.5' },
])('%j is refused, and the message doesn’t repeat the secret', (settings) => {
  const read = () => readConfig(settings)
  expect(read).toThrow(`  ${Object.keys(settings)[0]}: `)
  expect(read).not.toThrow('secret')
})

test('the shutdown grace period defaults to 10 seconds in production with an external database, and to none otherwise', () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example', SIGNING_KEYS: '0123456789abcdef'.repeat(2) }
  const DATABASE_URL = 'postgres://a@127.0.0.1/a'
  const graces = [{}, { DATABASE_URL }, production, { ...production, DATABASE_URL }, { SHUTDOWN_GRACE_S: '3' }].map(readConfig)
  expect(graces.map(({ shutdownGraceSeconds }) => shutdownGraceSeconds)).toEqual([0, 0, 0, 10, 3])
})

test('the disk reserve is one gigabyte by default and configurable, down to none', () => {
  expect([readConfig({}), readConfig({ MIN_FREE_BYTES: '0' })].map(({ minFreeBytes }) => minFreeBytes)).toEqual([1024 ** 3, 0])
})

test('METRICS_PORT is a port, or with a plus a distance from PORT, so that two apps with the same settings have two ports', () => {
  const portOf = (METRICS_PORT: string, PORT?: string) => readConfig({ METRICS_PORT, ...(PORT && { PORT }) }).metrics?.port
  expect([portOf('9464'), portOf('+6464', '3000'), portOf('+6464', '3001')]).toEqual([9464, 9464, 9465])
  expect(() => portOf('+6464', '60000')).toThrow('METRICS_PORT')
})

test('the API path and the idle time of sessions are configurable', () => {
  expect(readConfig({ PUBLIC_API_URL: 'https://api.example/v1/', SESSION_HOURS: '0.5', SESSION_IDLE_MINUTES: '30' })).toMatchObject({
    publicApiUrl: 'https://api.example/v1',
    sessionHours: 0.5,
    sessionIdleMinutes: 30,
  })
})

test('the configuration error lists every invalid setting', () => {
  expect(() => readConfig({ PORT: '70000', TRUST_PROXY: 'yes', DATABASE_URL: 'mysql://x', SIGNING_KEYS: 'short' })).toThrow(
    /PORT[\s\S]*DATABASE_URL[\s\S]*TRUST_PROXY[\s\S]*SIGNING_KEYS/,
  )
})

test('the production configuration requires its secrets, and the error names the missing ones', () => {
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(/PUBLIC_URL[\s\S]*SIGNING_KEYS/)
  const settings = { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example/', SIGNING_KEYS: '0123456789abcdef'.repeat(2) }
  expect(readConfig(settings)).toMatchObject({ publicUrl: 'https://shop.example', demo: false })
})

test.each(['x'.repeat(64), 'ab'.repeat(20), '1234567'.repeat(5)])('the signing key %s is refused as not random', (SIGNING_KEYS) => {
  expect(() => readConfig({ SIGNING_KEYS })).toThrow('SIGNING_KEYS: each key must be random')
  expect(() => readConfig({ SIGNING_KEYS: `0123456789abcdef0123456789abcdef,${SIGNING_KEYS}` })).toThrow('SIGNING_KEYS')
})

test.each(['true', 'false', '1', '2', '10.0.0.1', '10.0.0.0/8, ::1', 'loopback'])('TRUST_PROXY=%s is accepted', (text) => {
  expect(() => readConfig({ TRUST_PROXY: text })).not.toThrow()
})

test.each(['0', '-1', '1.5', '99', 'yes', '10.0.0', 'proxy.example'])('TRUST_PROXY=%s is refused', (text) => {
  expect(() => readConfig({ TRUST_PROXY: text })).toThrow('TRUST_PROXY')
})

test('SMTP_URL requires a sender address', () => {
  const SMTP_URL = 'smtps://user:p%40ss@mail.example:465'
  expect(() => readConfig({ SMTP_URL })).toThrow('MAIL_FROM')
  expect(readConfig({ SMTP_URL, MAIL_FROM: 'Lectern <hello@lectern.example>' }).mail).toEqual({
    smtpUrl: SMTP_URL,
    from: { name: 'Lectern', address: 'hello@lectern.example' },
  })
  expect(readConfig({}).mail).toEqual({})
  expect(() => readConfig({ MAIL_FROM: 'Lectern' })).toThrow('MAIL_FROM')
})

test.each([
  'mail.example',
  'https://mail.example',
  'smtp://',
  'smtps://user:secret%zz@mail.example',
  'smtp://user:secret@mail.example/?tls=no',
])('SMTP_URL=%s is refused, and the message doesn’t repeat it', (SMTP_URL) => {
  const read = () => readConfig({ SMTP_URL, MAIL_FROM: 'hello@lectern.example' })
  expect(read).toThrow('SMTP_URL')
  expect(read).not.toThrow('secret')
})

test('a partly configured payment gateway is reported together with all other invalid settings', () => {
  const half = { PORT: 'x', PUBLIC_URL: 'https://lectern.example', PAYNOW_USD_ID: '1201' }
  expect(() => readConfig(half)).toThrow(/PORT: [\s\S]*PAYNOW_USD_KEY: required with PAYNOW_USD_ID/)
  expect(() => readConfig({ SANDBOX_GATEWAY: 'on', NODE_ENV: 'production' })).toThrow(/SANDBOX_GATEWAY: must not be on in production/)
})

test('a numeric TRUST_PROXY is read as a number', () => {
  expect(readConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2)
  expect(readConfig({ TRUST_PROXY: '::1' }).trustProxy).toBe('::1')
})

test('a direct URL requires the URL of the pooler, and a comma in a database password is not taken for a second host', () => {
  const DATABASE_DIRECT_URL = 'postgres://owner:a,b@primary/lectern'
  expect(() => readConfig({ DATABASE_DIRECT_URL })).toThrow('  DATABASE_URL: required with DATABASE_DIRECT_URL')
  const database = { url: 'postgres://pooler/lectern', directUrl: DATABASE_DIRECT_URL }
  expect(readConfig({ DATABASE_URL: database.url, DATABASE_DIRECT_URL })).toMatchObject({ database })
})
