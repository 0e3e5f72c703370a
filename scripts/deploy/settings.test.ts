import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { parseSettings } from '#server/platform/process/settings-file.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { environmentOf, textOf } from './containerfile.ts'
import {
  listManifests,
  listSettings,
  type Manifest,
  readAssignments,
  readCompose,
  readContainerfile,
  readDeploy,
  readKubernetes,
  readUnit,
  readYaml,
} from './read-files.ts'

const SECRET = '0123456789abcdef'.repeat(2)
/** Time that a server may take to stop after the grace period, in seconds (docs/operations/updating.md). */
const STOP_S = 35

const image = readContainerfile().at(-1) ?? expect.fail('The Containerfile has no stage')
const ofImage = environmentOf(image)
const { settings, deployment } = readKubernetes()
const { services } = readCompose()
const unitSettings = (unit: string) =>
  Object.fromEntries(readUnit(`systemd/${unit}`, 'Environment').flatMap((line) => line.split(' ').map((pair) => pair.split('='))))

/** Settings of each deployment, completed with the settings that an operator adds. */
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
      ...ofImage,
      ...settings.data,
      DATABASE_URL: 'postgres://lectern@postgres/lectern',
      SIGNING_KEYS: SECRET,
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: SECRET,
    },
  ],
]
/** Settings of Node, which the server's configuration does not define */
const NOT_OURS = ['NODE_COMPILE_CACHE']

describe.each(WAYS)('settings of the %s deployment', (_way, set) => {
  test('the settings of a deployment are valid and start the server in production', () => {
    expect(readConfig(set).mode).toBe('production')
  })

  test('the settings of a deployment are documented in docs/configuration.md', () => {
    const known = listSettings()
    expect(Object.keys(set).filter((name) => !known.has(name) && !NOT_OURS.includes(name))).toEqual([])
  })
})

test('settings that the Kubernetes manifests read from a secret are documented in docs/configuration.md', () => {
  const comment = readDeploy('kubernetes/settings.yaml').match(/^#.*$/gm)?.join('\n') ?? ''
  const names = comment.match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g) ?? []
  expect(names.length).toBeGreaterThan(3)
  for (const name of names) expect(listSettings()).toContain(name)
})

describe('the stop timeout of each service manager covers the grace period', () => {
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

test('systemd restarts the server without a limit, but not after an invalid setting', async () => {
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

describe('ports, addresses and folders of the deployment files agree', () => {
  const { PORT = '', DATA_DIR = '' } = ofImage
  const [container] = deployment.spec.template.spec.containers
  const portOf = (name: string) => container?.ports.find((port) => port.name === name)?.containerPort

  test('ports and folders agree between the image and the Kubernetes deployment', () => {
    expect(textOf(image, 'EXPOSE')).toBe(PORT)
    expect(portOf('http')).toBe(Number(PORT))
  })

  test('ports and addresses agree between nginx and the containers of compose', () => {
    const servers = [...readDeploy('compose/nginx.conf').matchAll(/^\s*server ([\d.:]+) /gm)].map(([, server]) => server)
    const addresses = ['app-1', 'app-2'].map((name) => services[name]?.networks?.default.ipv4_address)
    expect(servers).toEqual(addresses.map((address) => `${address}:${PORT}`))
  })

  test('ports and folders agree between nginx and the systemd unit', () => {
    const { HOST, PORT } = readAssignments('systemd/lectern.env.example')
    expect(readDeploy('nginx/lectern.conf')).toContain(`server ${HOST}:${PORT} `)
  })

  test('the metrics port agrees with the Prometheus annotation', () => {
    expect(portOf('metrics')).toBe(Number(settings.data.METRICS_PORT))
    expect(deployment.spec.template.metadata.annotations['prometheus.io/port']).toBe(settings.data.METRICS_PORT)
  })

  test('the data folder agrees with the volumes', () => {
    expect(textOf(image, 'VOLUME')).toBe(DATA_DIR)
    for (const name of ['app-1', 'app-2']) expect(services[name]?.volumes).toEqual([`${name}:${DATA_DIR}`, 'backups:/backups'])
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

test('nginx serves the media from the data folder of the unit, at the location that the server sends', () => {
  const folder = readAssignments('systemd/lectern.env.example').DATA_DIR
  expect(readDeploy('nginx/lectern.tls.conf')).toMatch(new RegExp(`location /lectern-media/ \\{\\s+internal;\\s+alias ${folder}/media/;`))
})

test('the units of several instances on one server equal the unit of a single instance, except for their ports', () => {
  const lines = (unit: string) =>
    readDeploy(`systemd/${unit}`)
      .split('\n')
      .filter((line) => line && !/^(#|Description=)/.test(line))
  const single = lines('lectern.service').map((line) => (line.startsWith('Environment=') ? `${line} PORT=%i` : line))
  expect(lines('lectern@.service')).toEqual(single)
})

test("all Kubernetes pods together stay within PostgreSQL's default connection limit", () => {
  const [autoscaler] = readYaml('kubernetes/autoscaler.yaml') as [{ spec: { maxReplicas: number } }]
  const pods = autoscaler.spec.maxReplicas + deployment.spec.strategy.rollingUpdate.maxSurge
  // Each pod uses up to five connections more than DATABASE_POOL, and PostgreSQL reserves 3 of 100 for superusers
  expect(pods * (Number(settings.data.DATABASE_POOL) + 5)).toBeLessThanOrEqual(97)
})

test('every container of compose rotates its log', () => {
  for (const [name, service] of Object.entries(services))
    expect(service.logging, name).toEqual({ driver: 'json-file', options: { 'max-size': '20m', 'max-file': '5' } })
})

test('access logs contain visitors’ addresses only if the privacy page states it', () => {
  const hasAddresses = WAYS.some(([, set]) => readConfig(set).contact.addressLogDays > 0)
  for (const path of ['nginx/lectern.conf', 'nginx/lectern.tls.conf', 'compose/nginx.conf']) {
    const logs = [...readDeploy(path).matchAll(/^ *access_log (\S+)(?: (\w+))?;$/gm)].filter(([, file]) => file !== 'off')
    expect(logs.length, path).toBeGreaterThan(0)
    for (const [line, , format] of logs) expect(format, line).toBe(hasAddresses ? 'lectern_addresses' : 'lectern')
    const servers = readDeploy(path).match(/^server \{$/gm) ?? []
    expect(readDeploy(path).match(/^ {2}access_log /gm), path).toHaveLength(servers.length)
    expect(readDeploy(path).match(/^ {2}error_log \S+ alert;$/gm), path).toHaveLength(servers.length)
    for (const [, name, format] of readDeploy(path).matchAll(/^log_format (\w+) (.*)$/gm))
      expect(/remote_addr|forwarded_for|real_ip/.test(format ?? ''), name).toBe(name === 'lectern_addresses')
  }
  const formats = readDeploy('haproxy/haproxy.cfg').match(/^ *(error-)?log-format .*$/gm) ?? []
  expect(formats).toHaveLength(2)
  for (const format of formats) expect(/%ci|%\[src|%cp/.test(format), format).toBe(hasAddresses)
  expect(findManifest('EnvoyProxy')).toMatchObject({ spec: { telemetry: { accessLog: { disable: !hasAddresses } } } })
})

test("the backup unit has the settings and restrictions of the server's unit", () => {
  const lines = (unit: string) =>
    readDeploy(`systemd/${unit}`).match(
      /^(User|Group|LoadCredential|Environment|UMask|NoNew|Cap|Protect|Private|Lock|Restrict|SystemCall).*$/gm,
    )
  // System calls for scheduling are allowed for the server only, since the backup starts no processes with idle priority.
  const own = lines('lectern.service')?.filter((line) => line !== 'SystemCallFilter=sched_setscheduler setpriority')
  expect(lines('lectern-backup.service')).toEqual(own)
})

/** Fills in the variables of compose's `.env`, and a secret where a variable has no value. */
function fillIn(environment: Record<string, string> = {}, variables: Record<string, string>) {
  const fill = (text: string) => String(text).replace(/\$\{(\w+)[^}]*\}/g, (_match, name: string) => variables[name] || SECRET)
  return Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, fill(text)]))
}

describe('Kubernetes manifests refer to each other', () => {
  const { PUBLIC_URL } = settings.data
  const host = new URL(PUBLIC_URL ?? '').hostname
  type Route = {
    metadata: { name: string }
    spec: {
      parentRefs: { name: string; sectionName: string }[]
      hostnames: string[]
      rules: { name?: string; backendRefs?: { name: string; port: number }[]; timeouts?: object }[]
    }
  }
  const routes = listManifests().flatMap(({ manifest }) => (manifest.kind === 'HTTPRoute' ? [manifest as Manifest & Route] : []))

  test('routes have the listeners and the host of the gateway, and the port of the service', () => {
    const gateway = findManifest('Gateway') as { spec: { listeners: { name: string; hostname: string }[]; infrastructure: object } }
    expect(gateway.spec.listeners.map(({ hostname }) => hostname)).toEqual([host, host])
    expect(gateway.spec.infrastructure).toMatchObject({
      parametersRef: { kind: 'EnvoyProxy', name: findManifest('EnvoyProxy').metadata.name },
    })
    const service = findManifest('Service') as Manifest & { spec: { ports: { port: number }[] } }
    expect(routes).toHaveLength(2)
    for (const { spec } of routes) {
      expect(spec.hostnames).toEqual([host])
      for (const { name, sectionName } of spec.parentRefs) {
        expect(name).toBe(findManifest('Gateway').metadata.name)
        expect(gateway.spec.listeners.map((listener) => listener.name)).toContain(sectionName)
      }
      for (const { backendRefs = [] } of spec.rules)
        for (const { name, port } of backendRefs) {
          expect(name).toBe(service.metadata.name)
          expect(service.spec.ports.map((each) => each.port)).toContain(port)
        }
    }
  })

  test('assets are requested from other pods after a 404, and uploads have no time limit', () => {
    const policy = findManifest('BackendTrafficPolicy') as { spec: { targetRefs: { name: string; sectionName: string }[] } }
    const [{ name, sectionName } = { name: '', sectionName: '' }] = policy.spec.targetRefs
    const rules = routes.find((route) => route.metadata.name === name)?.spec.rules ?? []
    expect(rules.map((rule) => rule.name)).toContain(sectionName)
    expect(rules.find((rule) => rule.name !== sectionName)?.timeouts).toEqual({ request: '0s', backendRequest: '0s' })
  })

  test('the nightly backup has the settings and the restrictions of the app, and is not behind its service', () => {
    type Pod = {
      metadata: { labels: object }
      spec: { securityContext: object; containers: { envFrom: object; securityContext: object; args: string[] }[] }
    }
    const job = findManifest('CronJob') as { spec: { schedule: string; jobTemplate: { spec: { template: Pod } } } }
    const backup = job.spec.jobTemplate.spec.template
    const app = deployment.spec.template as unknown as Pod
    expect(backup.spec.securityContext).toEqual(app.spec.securityContext)
    const [[one], [other]] = [backup.spec.containers, app.spec.containers]
    expect([one?.envFrom, one?.securityContext]).toEqual([other?.envFrom, other?.securityContext])
    expect(backup.metadata.labels).not.toMatchObject((findManifest('Service') as unknown as { spec: { selector: object } }).spec.selector)
    expect(one?.args.join()).toContain('node scripts/backup.ts --folder /backups')
    expect(`${job.spec.schedule}`).toBe('15 2 * * *')
    expect(readDeploy('systemd/lectern-backup.timer')).toContain('OnCalendar=*-*-* 02:15')
  })
})

function findManifest(kind: string): Manifest & { spec: unknown } {
  const found = listManifests().find(({ manifest }) => manifest.kind === kind)
  if (!found) throw new Error(`There is no manifest of kind ${kind}`)
  return found.manifest as Manifest & { spec: unknown }
}
