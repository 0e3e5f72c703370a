import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort } from '#tests/support/free-port.ts'
import { killPostgres } from '#tests/support/postgres-processes.ts'
import { type Member, patroniSettings } from './patroni-settings.ts'
import type { Plant } from './plants.ts'
import { type RunningProcess, startProcess } from './start-process.ts'
import { waitUntil } from './wait-until.ts'

const ACCOUNT = 'postgres'
const START_MS = 60_000
const RECOVERY_MS = 90_000

type MemberStatus = { name: string; role: string; state: string; timeline?: number }

/** Starts two PostgreSQL servers under Patroni, the second a synchronous standby of the first, and the etcd that Patroni requires. */
export async function startPostgresCluster(
  folder: string,
  { plant, onStarted }: { plant: Plant | undefined; onStarted: (stop: () => Promise<void>) => void },
) {
  const own = await makeOwnFolder(join(folder, 'postgres'))
  const binDir = findBinDir()
  const etcdPort = await startEtcd(own, onStarted)

  const members: Member[] = []
  const running = new Map<Member, RunningProcess>()
  for (const name of ['one', 'two']) members.push({ name, port: await freePort(), restPort: await freePort(), dataDir: join(own, name) })

  async function startMember(member: Member) {
    const settings = join(own, `${member.name}.json`)
    await writeFile(settings, JSON.stringify(patroniSettings(member, { folder: own, binDir, etcdPort, plant })))
    running.set(member, await startProcess(['patroni', settings], { account: ACCOUNT, log: join(own, `${member.name}.log`) }))
  }

  async function stopMember(member: Member) {
    await running.get(member)?.stop()
    // A killed Patroni leaves its PostgreSQL running.
    const postmaster = await postmasterOf(member).catch(() => undefined)
    if (postmaster) await killPostgres(postmaster).catch(() => undefined)
  }

  /** Returns the members' states according to Patroni. */
  async function statuses(): Promise<MemberStatus[]> {
    for (const { restPort } of members) {
      const response = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined)
      if (response?.ok) return ((await response.json()) as { members: MemberStatus[] }).members
    }
    return []
  }

  async function findPrimary(): Promise<Member> {
    const leader = (await statuses()).find(({ role, state }) => role === 'leader' && state === 'running')
    const member = members.find(({ name }) => name === leader?.name)
    if (!member) throw new Error('Patroni has no primary')
    return member
  }

  /** The timeline number increases with every promotion. */
  const timeline = async () => (await statuses()).find(({ role, state }) => role === 'leader' && state === 'running')?.timeline ?? 0

  const untilSynchronous = (limitMs = RECOVERY_MS) =>
    waitUntil(
      'the standby is synchronous',
      async () => {
        const found = await statuses()
        const has = (role: string) => found.some((each) => each.role === role && ['running', 'streaming'].includes(each.state))
        return has('leader') && has('sync_standby')
      },
      { limitMs },
    )

  const [first, second] = members as [Member, Member]
  for (const member of members) onStarted(() => stopMember(member))
  await startMember(first)
  await waitUntil('the first PostgreSQL is the primary', () => findPrimary().then(() => true), { limitMs: START_MS })
  await query(first, `create role lectern login password 'lectern'`, 'create database lectern owner lectern')
  await startMember(second)
  await untilSynchronous(START_MS)

  return {
    members,
    findPrimary,
    untilSynchronous,
    /** Kills the primary like a crash, and waits for a new primary; `withPatroni` also kills Patroni, like a failure of the machine. */
    killPrimary: async ({ withPatroni }: { withPatroni: boolean }): Promise<Member> => {
      const [primary, before] = [await findPrimary(), await timeline()]
      if (withPatroni) await running.get(primary)?.kill()
      await killPostgres(await postmasterOf(primary))
      await waitUntil('there is a new primary', async () => (await timeline()) > before, { limitMs: RECOVERY_MS })
      return primary
    },
    startMember,
    /** Stops the process that receives changes for the standby. Returns a function that resumes the process. */
    stopReceiving: async (): Promise<() => void> => {
      const primary = await findPrimary()
      const standby = primary === first ? second : first
      const [row] = await query(standby, 'select pid from pg_stat_wal_receiver')
      const { pid } = row as { pid: number }
      process.kill(pid, 'SIGSTOP')
      return () => void process.kill(pid, 'SIGCONT')
    },
    /** Returns the ids of all processes of a member: Patroni, the postmaster and its children */
    pidsOf: async (member: Member): Promise<number[]> => {
      const postmaster = await postmasterOf(member)
      const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=', '--ppid', String(postmaster)])
      return [postmaster, ...stdout.split('\n').map(Number).filter(Boolean)]
    },
  }
}

async function startEtcd(folder: string, onStarted: (stop: () => Promise<void>) => void): Promise<number> {
  const [clients, peers] = [await freePort(), await freePort()]
  const url = (port: number) => `http://127.0.0.1:${port}`
  const etcd = await startProcess(
    [
      ...(['etcd', '--name', 'etcd', '--data-dir', join(folder, 'etcd')] as const),
      ...['--listen-client-urls', url(clients), '--advertise-client-urls', url(clients)],
      ...['--listen-peer-urls', url(peers), '--initial-advertise-peer-urls', url(peers), '--initial-cluster', `etcd=${url(peers)}`],
    ],
    { account: ACCOUNT, log: join(folder, 'etcd.log') },
  )
  onStarted(etcd.stop)
  await waitUntil('etcd responds', async () => (await fetch(`${url(clients)}/health`)).ok, { limitMs: START_MS })
  return clients
}

async function postmasterOf({ dataDir }: Member): Promise<number> {
  return Number((await readFile(join(dataDir, 'postmaster.pid'), 'utf8')).split('\n')[0])
}

async function query({ port }: Member, ...statements: string[]): Promise<object[]> {
  const client = new Client({ host: '127.0.0.1', port, user: 'postgres', password: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    let rows: object[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

/** Returns the folder of the newest PostgreSQL's programs, which Debian does not add to PATH. */
function findBinDir(): string {
  const version = (folder: string) => Number(folder.split('/').at(-2))
  const newest = globSync('/usr/lib/postgresql/*/bin').sort((one, other) => version(other) - version(one))[0]
  if (!newest) throw new Error('PostgreSQL is not in /usr/lib/postgresql')
  return newest
}

/** Creates a folder owned by PostgreSQL’s account, since PostgreSQL refuses to run as root. */
async function makeOwnFolder(folder: string): Promise<string> {
  const idOf = async (flag: string) => Number((await promisify(execFile)('id', [flag, ACCOUNT])).stdout)
  await mkdir(folder, { mode: 0o700 })
  await chown(folder, await idOf('-u'), await idOf('-g'))
  return folder
}
