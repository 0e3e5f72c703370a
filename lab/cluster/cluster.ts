import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Pool } from 'pg'
import type { Book } from '#contracts/catalogue/book.ts'
import { freePort } from '#tests/support/free-port.ts'
import { openPaynowDouble } from '#tests/support/gateway-doubles/paynow-double.ts'
import { ask, signIn } from '#tests/support/run-app.ts'
import { buildBookForm } from '#tests/support/sample-files.ts'
import { openSmtpServer } from '#tests/support/smtp-server.ts'
import { startBalancer } from './balancer.ts'
import { createNode } from './nodes.ts'
import { startObjectStorage } from './object-storage.ts'
import { corruptFile, type Plant } from './plants.ts'
import { startPostgresCluster } from './postgres-cluster.ts'
import { openStallingProxy } from './stalling-proxy.ts'
import { waitUntil } from './wait-until.ts'

const WELL_MS = 120_000
const PUBLISHERS = 2
/** Number of priced books. Several are needed so that buyers rarely wait for each other, since payments for one book are serialized. */
const PRICED = 5

export type Cluster = Awaited<ReturnType<typeof startCluster>>
export type Admin = { email: string; password: string }

/**
 * Starts the cluster sequentially. `onStarted` receives the stop function of each part immediately, so that a failure leaves nothing
 * running.
 */
export async function startCluster(
  folder: string,
  {
    count,
    plant,
    log,
    onStarted,
  }: { count: number; plant?: Plant | undefined; log: (line: string) => void; onStarted: (stop: () => Promise<unknown>) => void },
) {
  const paynow = await openPaynowDouble()
  onStarted(paynow.close)
  const mail = await openSmtpServer()
  onStarted(mail.close)
  const storage = await startObjectStorage(folder, { onStarted })
  log('PostgreSQL under Patroni …')
  const postgres = await startPostgresCluster(folder, { plant, onStarted })

  const databasePort = await freePort()
  const site = await freePort()
  const ports: number[] = []
  while (ports.length < count) ports.push(await freePort())
  const balancer = await startBalancer(folder, { site, nodePorts: ports, members: postgres.members, databasePort, plant })
  onStarted(balancer.stop)

  const url = `http://127.0.0.1:${site}`
  const databaseUrl = `postgres://lectern:lectern@127.0.0.1:${databasePort}/lectern`
  const { USD: usd, ZWG: zwg } = paynow.integrations
  const settings = {
    NODE_ENV: 'production',
    PUBLIC_URL: url,
    TRUST_PROXY: 'loopback',
    SIGNING_KEYS: randomBytes(32).toString('hex'),
    CONTACT_DELIVERY: 'inbox',
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MAIL_FROM: 'Lectern <hello@lectern.example>',
    PAYNOW_URL: paynow.url,
    PAYNOW_USD_ID: usd.id,
    PAYNOW_USD_KEY: usd.key,
    PAYNOW_ZWG_ID: zwg.id,
    PAYNOW_ZWG_KEY: zwg.key,
    MIN_FREE_BYTES: '0',
    LOG_LEVEL: 'warn',
    ...storage.settings,
  }
  log(`${count} nodes …`)
  const nodes = await Promise.all(
    ports.map(async (port, index) => {
      const line = await openStallingProxy(databasePort)
      onStarted(line.close)
      // Buyers fetch files from every node but the last, which redirects them to the bucket.
      const delivery = { S3_DELIVERY: index === count - 1 ? 'redirect' : 'proxy' }
      const node = createNode(index + 1, { port, folder, database: line, settings: { ...settings, ...delivery } })
      onStarted(node.stop)
      return node
    }),
  )
  // Nodes start concurrently, so that they run the migrations at the same time.
  await Promise.all(nodes.map((node) => node.start()))

  const pool = new Pool({ connectionString: databaseUrl, max: 4 })
  pool.on('error', () => undefined)
  onStarted(() => pool.end())

  const commandFolder = join(folder, 'command')
  await mkdir(commandFolder)
  const admins: Admin[] = []
  for (let number = 1; number <= PUBLISHERS; number++) {
    const admin = { email: `publisher-${number}@lectern.example`, password: randomBytes(12).toString('base64url') }
    const env = { PATH: process.env.PATH, ...settings, DATABASE_URL: databaseUrl, DATA_DIR: commandFolder }
    // The `--email=` form is used for values that may begin with a dash, such as passwords.
    const account = ['--firstname', 'Rudo', '--lastname', 'Gumbo', `--email=${admin.email}`, `--password=${admin.password}`]
    await promisify(execFile)('node', ['scripts/create-admin.ts', ...account], { env })
    admins.push(admin)
  }

  const untilWell = async () => {
    await postgres.untilSynchronous()
    for (const node of nodes)
      await waitUntil(`HAProxy uses ${node.name}`, async () => (await fetch(`${node.url}/api/health`)).ok && balancer.isUp(node.number), {
        limitMs: WELL_MS,
      })
  }
  await untilWell()
  const headers = await signIn(url, admins[0] as Admin)
  const publish = async (changes: Parameters<typeof buildBookForm>[0]) => {
    const response = await ask(`${url}/api/books`, { method: 'POST', headers, body: await buildBookForm(changes) })
    if (response.status !== 201) throw new Error(`Publishing returned ${response.status}: ${await response.text()}`)
    return (await response.json()) as Book
  }
  const free = await publish({ title: 'Free to read' })
  const priced: Book[] = []
  while (priced.length < PRICED) priced.push(await publish({ title: `The long way, part ${priced.length + 1}`, price: '4.50' }))
  if (plant === 'corrupt-file')
    for (const key of new Set([free, ...priced].map(({ pdfUrl }) => pdfUrl))) await corruptFile(storage.store, key)

  return {
    folder,
    url,
    nodes,
    postgres,
    storage,
    balancer,
    paynow,
    mail,
    pool,
    admins,
    settings,
    items: { priced: priced.map(({ id }) => id), freeFile: free.pdfUrl, freeBytes: free.pdfBytes },
    /** Resolves when HAProxy uses every node and the standby is synchronous. */
    untilWell,
  }
}
