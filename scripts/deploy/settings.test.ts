import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { parseSettings } from '#server/platform/process/settings-file.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { environmentOf, textOf } from './containerfile.ts'
import { listSettings, readAssignments, readCompose, readContainerfile, readDeploy, readKubernetes, readUnit } from './read-files.ts'

const SECRET = '0123456789abcdef'.repeat(2)
/** Seconds that an app may take to stop after the grace period: docs/operations.md. */
const STOP_S = 35

const image = readContainerfile().at(-1) ?? expect.fail('The Containerfile has no stage')
const ofImage = environmentOf(image)
const { settings, deployment } = readKubernetes()
const { services } = readCompose()
const unitSettings = (unit: string) =>
  Object.fromEntries(readUnit(`systemd/${unit}`, 'Environment').flatMap((line) => line.split(' ').map((pair) => pair.split('='))))

/** Settings of each deployment, completed with those that an operator adds. */
const WAYS: [string, Record<string, string>][] = [
  [
    'systemd',
    { ...unitSettings('lectern.service'), ...parseSettings(readDeploy('systemd/lectern.env.example'), ''), SIGNING_KEYS: SECRET },
  ],
  ...['app-1', 'app-2'].map((name): [string, Record<string, string>] => [
    `compose ${name}`,
    { ...ofImage, ...fillIn(services[name]?.environment, readAssignments('compose/.env.example')) },
  ]),
  [
    'Kubernetes',
    {
      ...{ ...ofImage, ...settings.data },
      ...{ DATABASE_URL: 'postgres://lectern@postgres/lectern', SIGNING_KEYS: SECRET },
      ...{ S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: SECRET },
    },
  ],
]
/** Settings of Node itself */
const NOT_OURS = ['NODE_COMPILE_CACHE']

describe.each(WAYS)('settings of the %s deployment', (_way, set) => {
  test('are valid and start the app in production', () => {
    expect(readConfig(set).mode).toBe('production')
  })

  test('are documented in docs/configuration.md', () => {
    const known = listSettings()
    expect(Object.keys(set).filter((name) => !known.has(name) && !NOT_OURS.includes(name))).toEqual([])
  })
})

test('settings that the Kubernetes manifests leave to a secret are documented in docs/configuration.md', () => {
  const comment = readDeploy('kubernetes/settings.yaml').match(/^#.*$/gm)?.join('\n') ?? ''
  const names = comment.match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g) ?? []
  expect(names.length).toBeGreaterThan(3)
  for (const name of names) expect(listSettings()).toContain(name)
})

describe('the stop timeout covers the grace period', () => {
  const grace = (way: string) => readConfig(WAYS.find(([name]) => name === way)?.[1] ?? {}).shutdownGraceSeconds

  test('in systemd', () => {
    for (const unit of ['lectern.service', 'lectern-backup.service'])
      expect(Number(readUnit(`systemd/${unit}`, 'TimeoutStopSec')[0])).toBeGreaterThanOrEqual(grace('systemd') + STOP_S)
  })

  test('in compose', () => {
    for (const name of ['app-1', 'app-2'])
      expect(Number.parseInt(services[name]?.stop_grace_period ?? '', 10)).toBeGreaterThanOrEqual(grace(`compose ${name}`) + STOP_S)
  })

  test('in Kubernetes', () => {
    expect(deployment.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(grace('Kubernetes') + STOP_S)
  })
})

test('systemd restarts an app without a limit, but not after an invalid setting', async () => {
  const env = { PATH: process.env.PATH, PORT: 'x' }
  const { code, stderr }: { code?: number; stderr: string } = await promisify(execFile)('node', ['server/main.ts'], { env }).catch(
    (error: { code: number; stderr: string }) => error,
  )
  expect(stderr).toContain('PORT: must be a whole number')
  expect(readUnit('systemd/lectern.service', 'RestartPreventExitStatus')).toEqual([String(code)])
  expect(readUnit('systemd/lectern.service', 'StartLimitIntervalSec')).toEqual(['0'])
  for (const unit of ['lectern.service', 'lectern-backup.service']) {
    expect(readUnit(`systemd/${unit}`, 'LoadCredential')).toEqual(['lectern.env:/etc/lectern.env'])
    expect(unitSettings(unit)).not.toHaveProperty('DATA_DIR')
  }
})

describe('ports, addresses and folders agree', () => {
  const { PORT = '', DATA_DIR = '' } = ofImage
  const [container] = deployment.spec.template.spec.containers
  const portOf = (name: string) => container?.ports.find((port) => port.name === name)?.containerPort

  test('between the image and the Kubernetes deployment', () => {
    expect(textOf(image, 'EXPOSE')).toBe(PORT)
    expect(portOf('http')).toBe(Number(PORT))
  })

  test('between nginx and the containers of compose', () => {
    const servers = [...readDeploy('compose/nginx.conf').matchAll(/^\s*server ([\d.:]+) /gm)].map(([, server]) => server)
    const addresses = ['app-1', 'app-2'].map((name) => services[name]?.networks?.default.ipv4_address)
    expect(servers).toEqual(addresses.map((address) => `${address}:${PORT}`))
  })

  test('between nginx and the systemd unit', () => {
    const { HOST, PORT } = readAssignments('systemd/lectern.env.example')
    expect(readDeploy('nginx/lectern.conf')).toContain(`server ${HOST}:${PORT} `)
  })

  test('between the metrics port and the Prometheus annotation', () => {
    expect(portOf('metrics')).toBe(Number(settings.data.METRICS_PORT))
    expect(deployment.spec.template.metadata.annotations['prometheus.io/port']).toBe(settings.data.METRICS_PORT)
  })

  test('between the data folder and the volumes', () => {
    expect(textOf(image, 'VOLUME')).toBe(DATA_DIR)
    for (const name of ['app-1', 'app-2']) expect(services[name]?.volumes).toEqual([`${name}:${DATA_DIR}`])
  })
})

describe('the API routes in probe and proxy settings', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp()
  })
  afterAll(() => app.close())

  test.each(['container/Containerfile', 'haproxy/haproxy.cfg', 'kubernetes/deployment.yaml'])('exist: %s', async (file) => {
    const routes = new Set(readDeploy(file).match(/\/api\/[\w/]+/g))
    expect(routes.size).toBeGreaterThan(0)
    for (const route of routes) expect((await app.get(route)).statusCode, route).toBe(200)
  })
})

test('nginx serves the media from the data folder of the unit, at the location that the app sends', () => {
  const folder = readAssignments('systemd/lectern.env.example').DATA_DIR
  expect(readDeploy('nginx/lectern.conf')).toMatch(new RegExp(`location /lectern-media/ \\{\\s+internal;\\s+alias ${folder}/media/;`))
})

test('the backup unit has the settings and restrictions of the app’s unit', () => {
  const lines = (unit: string) =>
    readDeploy(`systemd/${unit}`).match(
      /^(User|Group|LoadCredential|Environment|UMask|NoNew|Cap|Protect|Private|Lock|Restrict|SystemCall).*$/gm,
    )
  // The backup needs no scheduling calls, since it has no idle-priority work.
  const own = lines('lectern.service')?.filter((line) => line !== 'SystemCallFilter=sched_setscheduler setpriority')
  expect(lines('lectern-backup.service')).toEqual(own)
})

/** Fills in the variables of compose's `.env`, and a secret where a variable has no value. */
function fillIn(environment: Record<string, string> = {}, variables: Record<string, string>) {
  const fill = (text: string) => String(text).replace(/\$\{(\w+)[^}]*\}/g, (_match, name: string) => variables[name] || SECRET)
  return Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, fill(text)]))
}
