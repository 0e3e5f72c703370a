import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { drain } from './drain.ts'
import { median } from './numbers.ts'

const CONNECTIONS = 32
const ROUNDS = 7
const ROUND_SECONDS = 1
const WARM_UP_SECONDS = 2

/** A server under load: one address, or several `requests` for large files in turns. `pid` is the process whose work is counted. */
export type Target = {
  url: string
  pid: number
  headers?: Record<string, string>
  requests?: { path: string; headers: Record<string, string> }[]
}

/** What one server did: answers and bytes a second, and the processor's time for each answer. */
type Load = { perSecond: number; bytesPerSecond: number; microseconds: number }

export type Comparison = { ratio: number; ours: Load; reference: Load }

/** Loads both servers in turns, so that whatever else the machine does slows both; the ratio is the median of all rounds' ratios. */
export async function compare(ours: Target, reference: Target, by: 'perSecond' | 'bytesPerSecond' = 'perSecond'): Promise<Comparison> {
  await load(ours, WARM_UP_SECONDS)
  await load(reference, WARM_UP_SECONDS)
  const rounds: [Load, Load][] = []
  for (let round = 0; round < ROUNDS; round++) {
    // Who is first changes too.
    if (round % 2 === 0) rounds.push([await load(ours, ROUND_SECONDS), await load(reference, ROUND_SECONDS)])
    else rounds.push([await load(reference, ROUND_SECONDS), await load(ours, ROUND_SECONDS)].toReversed() as [Load, Load])
  }
  const middle = (loads: Load[]): Load => ({
    perSecond: median(loads.map((load) => load.perSecond)),
    bytesPerSecond: median(loads.map((load) => load.bytesPerSecond)),
    microseconds: median(loads.map((load) => load.microseconds)),
  })
  return {
    ratio: median(rounds.map(([one, other]) => one[by] / other[by])),
    ours: middle(rounds.map(([one]) => one)),
    reference: middle(rounds.map(([, other]) => other)),
  }
}

/** The least that can answer the same: bare node:http with the bytes that the site sends for the paths. */
export async function startPlainServer(site: string, paths: string[], headers: Record<string, string>) {
  const child = spawn('node', [join(import.meta.dirname, 'plain-server.child.ts'), site, ...paths], {
    env: { ...process.env, HEADERS: JSON.stringify(headers) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = await once(child.stdout, 'data')
  return { url: `http://127.0.0.1:${String(port).trim()}`, pid: child.pid ?? 0, stop: () => stopChild(child) }
}

async function stopChild(child: ChildProcess) {
  child.kill()
  if (child.exitCode === null) await once(child, 'exit')
}

async function load(target: Target, seconds: number): Promise<Load> {
  const before = await processorTime(target.pid)
  const { answers, bytes } = target.requests
    ? await drain(target.url, target.requests, { connections: CONNECTIONS, seconds })
    : await fire(target, seconds)
  const microseconds = (await processorTime(target.pid)) - before
  return { perSecond: answers / seconds, bytesPerSecond: bytes / seconds, microseconds: microseconds / answers }
}

async function fire({ url, headers = {} }: Target, seconds: number) {
  const { requests, throughput, errors, ...answers } = await autocannon({ url, headers, connections: CONNECTIONS, duration: seconds })
  const failures = errors + answers['4xx'] + answers['5xx']
  if (failures > 0) throw new Error(`${url} failed ${failures} times`)
  return { answers: requests.total, bytes: throughput.total }
}

/** Microseconds that a process and its children took so far, in Linux; zero elsewhere. */
async function processorTime(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10_000
}
