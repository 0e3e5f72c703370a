import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { processorTime } from '#tests/support/process-status.ts'
import type { Result } from '../result.ts'
import { median, megabytesPerSecond, perSecond } from './numbers.ts'
import { repeatDownloads } from './repeat-downloads.ts'

const CONNECTIONS = 32
const ROUNDS = 7
const ROUND_SECONDS = 1
const WARM_UP_SECONDS = 2

/** Server under load. Load requests `url`, or all `requests` below `url` in rotation. `pid` is the process whose CPU time is measured. */
export type Target = {
  url: string
  pid: number
  headers?: Record<string, string>
  requests?: { path: string; headers: Record<string, string> }[]
}

/** Throughput of a server: responses and bytes per second, and CPU time per response. */
type Load = { perSecond: number; bytesPerSecond: number; microseconds: number }

/** Compares the requests per second of a server and a reference server. */
export function compareRequests(name: string, ours: Target, reference: Target, promise: { atLeast: number }): Promise<Result> {
  return compare(name, { ours, reference, promise, by: 'perSecond', format: perSecond })
}

/** Compares the bytes per second of a server and a reference server. */
export function compareBytes(name: string, ours: Target, reference: Target, promise: { atLeast: number }): Promise<Result> {
  return compare(name, { ours, reference, promise, by: 'bytesPerSecond', format: megabytesPerSecond })
}

/** Loads the server and the reference server alternately, so that noise affects both; the ratio is the median of all rounds. */
async function compare(
  name: string,
  {
    ours,
    reference,
    promise,
    by,
    format,
  }: {
    ours: Target
    reference: Target
    promise: { atLeast: number }
    by: 'perSecond' | 'bytesPerSecond'
    format: (value: number) => string
  },
): Promise<Result> {
  await load(ours, WARM_UP_SECONDS)
  await load(reference, WARM_UP_SECONDS)
  const rounds: [Load, Load][] = []
  for (let round = 0; round < ROUNDS; round++) {
    // The order of the two servers alternates between rounds.
    if (round % 2 === 0) rounds.push([await load(ours, ROUND_SECONDS), await load(reference, ROUND_SECONDS)])
    else rounds.push([await load(reference, ROUND_SECONDS), await load(ours, ROUND_SECONDS)].toReversed() as [Load, Load])
  }
  const describe = (loads: Load[]) =>
    `${format(median(loads.map((load) => load[by])))}, ${median(loads.map(({ microseconds }) => microseconds)).toFixed(0)} µs each`
  return {
    name,
    promise,
    ratio: median(rounds.map(([one, other]) => one[by] / other[by])),
    measured: describe(rounds.map(([one]) => one)),
    reference: describe(rounds.map(([, other]) => other)),
  }
}

/** Starts a bare node:http server that serves the same bytes as the site for the given paths. */
export function startPlainServer(site: string, paths: string[], headers: Record<string, string>) {
  return startServer('plain-server.child.ts', [site, ...paths], { HEADERS: JSON.stringify(headers) })
}

/** Starts a bare Fastify route that runs one indexed query. */
export function startPlainRoute(databaseUrl: string) {
  return startServer('plain-route.child.ts', [], { DATABASE_URL: databaseUrl })
}

/** Starts a server program of this folder in a child process, which prints its port. */
async function startServer(program: string, args: string[], env: Record<string, string>) {
  const child = spawn('node', [join(import.meta.dirname, program), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = await once(child.stdout, 'data')
  return {
    url: `http://127.0.0.1:${String(port).trim()}`,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

async function load(target: Target, seconds: number): Promise<Load> {
  const before = await processorTime(target.pid)
  const { answers, bytes } = target.requests
    ? await repeatDownloads(target.url, target.requests, { connections: CONNECTIONS, seconds })
    : await loadWithAutocannon(target, seconds)
  const microseconds = (await processorTime(target.pid)) - before
  return { perSecond: answers / seconds, bytesPerSecond: bytes / seconds, microseconds: microseconds / answers }
}

async function loadWithAutocannon({ url, headers = {} }: Target, seconds: number) {
  const { requests, throughput, errors, ...answers } = await autocannon({
    url,
    headers,
    connections: CONNECTIONS,
    duration: seconds,
    workers: 1,
  })
  const failures = errors + answers['4xx'] + answers['5xx']
  if (failures > 0) throw new Error(`${url} failed ${failures} times`)
  return { answers: requests.total, bytes: throughput.total }
}
