import { expect, test } from 'vitest'
import { listSettings } from '#scripts/deploy/read-files.ts'
import { readConfig, SETTING_NAMES } from './config.ts'
import { findUnknownSettings } from './unknown-settings.ts'

const meant = (name: string) => /did you mean (\w+)\?$/.exec(findUnknownSettings({ [name]: 'secret' })[0] ?? '')?.[1]

test.each([
  ['STMP_URL', 'SMTP_URL'],
  ['SMPT_URL', 'SMTP_URL'],
  ['smtp_url', 'SMTP_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['PUBLIC_ULR', 'PUBLIC_URL'],
  ['PUBLICURL', 'PUBLIC_URL'],
  ['SIGNING_KEY', 'SIGNING_KEYS'],
  ['TRUSTED_PROXY', 'TRUST_PROXY'],
  ['LOG_LEVL', 'LOG_LEVEL'],
  ['STRIPE_WEBHOOK_SECERT', 'STRIPE_WEBHOOK_SECRET'],
  ['LECTERN_ENVFILE', 'LECTERN_ENV_FILE'],
])('the mistyped setting %s is reported with the closest one', (typed, name) => {
  expect(meant(typed)).toBe(name)
})

test('each setting with two exchanged, missing or doubled letters is reported', () => {
  for (const name of SETTING_NAMES.filter(({ length }) => length > 5)) {
    const at = Math.floor(name.length / 2)
    const exchanged = name.slice(0, at - 1) + name[at] + name[at - 1] + name.slice(at + 1)
    for (const typed of [exchanged, name.slice(0, at) + name.slice(at + 1), name.slice(0, at) + name[at] + name.slice(at)])
      if (!SETTING_NAMES.includes(typed)) expect(findUnknownSettings({ [typed]: 'x' }), typed).toHaveLength(1)
  }
})

test('an unknown name that begins like a setting is reported with the settings that begin so, and without its value', () => {
  expect(findUnknownSettings({ SMTP_HOST: 'mail.example', PAYNOW_ID: '12345678', DATABASE_PORT: '5432' })).toEqual([
    'SMTP_HOST is not a setting, and is ignored. Settings that begin with SMTP_ are SMTP_URL.',
    expect.stringMatching(/^PAYNOW_ID is not a setting, and is ignored\. Settings that begin with PAYNOW_ are PAYNOW_USD_ID, [^:]*$/),
    expect.stringMatching(/^DATABASE_PORT is not a setting.* begin with DATABASE_ are DATABASE_URL, .*POOL\.$/),
  ])
})

test('a setting of an earlier version is reported with what the product does now, and stops no start', () => {
  const settings = { DATABASE_URL: 'postgres://primary/lectern', DATABASE_REPLICA_URL: 'postgres://reader:secret@replica/lectern' }
  expect(findUnknownSettings(settings)).toEqual([
    expect.stringMatching(/^DATABASE_REPLICA_URL is no longer a setting, and is ignored: searches /),
  ])
  expect(readConfig(settings).database.url).toBe(settings.DATABASE_URL)
  expect(findUnknownSettings(settings).join()).not.toContain('secret')
  expect(readConfig({ DATABASE_REPLICA_URL: 'not a URL' }).database.url).toBeUndefined()
})

test('variables of systems, shells, package managers, container engines and other programs are not reported', () => {
  const names = [
    ...[
      'PATH',
      'HOME',
      'HOSTNAME',
      'LANG',
      'LC_ALL',
      'TERM',
      'TZ',
      'USER',
      'LOGNAME',
      'SHELL',
      'PWD',
      'OLDPWD',
      'SHLVL',
      'MAIL',
      'DEBUG',
      '_',
    ],
    ...[
      'SESSION_MANAGER',
      'XDG_SESSION_ID',
      'XDG_DATA_DIRS',
      'DBUS_SESSION_BUS_ADDRESS',
      'SSH_CONNECTION',
      'DISPLAY',
      'COLORTERM',
      'PORTS',
    ],
    ...['INVOCATION_ID', 'JOURNAL_STREAM', 'NOTIFY_SOCKET', 'CREDENTIALS_DIRECTORY', 'STATE_DIRECTORY', 'SERVICE_RESULT', 'LOG_NAMESPACE'],
    ...['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'NODE_COMPILE_CACHE', 'NODE_VERSION', 'UV_THREADPOOL_SIZE', 'npm_config_user_agent'],
    ...['HTTP_PROXY', 'https_proxy', 'NO_PROXY', 'SSL_CERT_FILE', 'AWS_REGION', 'AWS_SECRET_ACCESS_KEY', 'PGHOST', 'YARN_VERSION'],
    ...['OTEL_SERVICE_NAME', 'OTEL_RESOURCE_ATTRIBUTES', 'OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_TRACES_SAMPLER'],
    ...['KUBERNETES_SERVICE_HOST', 'LECTERN_SERVICE_HOST', 'LECTERN_PORT_3000_TCP_ADDR', 'SMTP_SERVICE_PORT'],
    ...['GITHUB_ACTIONS', 'CI', 'VITEST', 'VITEST_MODE', 'TEST_FULL', 'PROD', 'DEV', 'MODE', 'BASE_URL', 'SSR'],
  ]
  expect(findUnknownSettings(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([])
  expect(findUnknownSettings({ LECTERN_PORT: 'tcp://10.0.0.5:3000', DATABASE_PORT: 'tcp://10.0.0.6:5432' })).toEqual([])
  expect(findUnknownSettings({ ...process.env })).toEqual([])
})

test('an empty variable is not reported', () => {
  expect(findUnknownSettings({ STMP_URL: ' ', SMTP_HOST: '' })).toEqual([])
})

test('the known settings are the documented ones', () => {
  // OTEL_SERVICE_NAME and others are read by the library, and CHROMIUM_PATH by tests. DRAIN_SECONDS is the former name of a setting.
  const documented = [...listSettings(), 'LECTERN_ENV_FILE', 'DRAIN_SECONDS'].filter((name) => name !== 'CHROMIUM_PATH')
  expect(SETTING_NAMES.toSorted()).toEqual(documented.toSorted())
})
