import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { isBroken, reportTable, type ScenarioReport } from '#lab/faults/report.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { becomesIdle } from './cluster/becomes-idle.ts'
import { startCluster } from './cluster/cluster.ts'
import { createAcknowledgedChanges } from './cluster/load/acknowledged-changes.ts'
import { findObstacle, installPackages, listMissingPackages } from './cluster/packages.ts'
import { isPlant, PLANTS, type Plant } from './cluster/plants.ts'
import { STEPS } from './cluster/steps.ts'

/**
 * `npm run cluster`: starts nodes behind HAProxy, PostgreSQL with a synchronous standby and an S3 server on this machine, injects faults
 * under load, and reports which bounds held. `-- --only 1,3` selects steps, `--nodes 2` starts fewer nodes, `--rate 100` sends 100 read
 * requests per second instead of 200, `--short` kills and restarts less often, `--yes` installs packages without asking, `--plant` gives the
 * cluster a fault that a step must report. Exit code 1 when a bound is broken, 2 when the run can't start, 3 when the machine was too busy to
 * judge the bounds that were not met.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    nodes: { type: 'string', default: '3' },
    rate: { type: 'string', default: '200' },
    short: { type: 'boolean', default: false },
    yes: { type: 'boolean', default: false },
    plant: { type: 'string' },
  },
})
const obstacle = findObstacle()
if (obstacle) refuse(obstacle)
if (!['2', '3'].includes(values.nodes)) refuse('--nodes must be 2 or 3')
if (!/^[1-9]\d{0,3}$/.test(values.rate)) refuse('--rate must be a number of requests per second')
const plant = readPlant(values.plant)
const only = values.only?.split(',').map(Number)
if (only?.some((number) => STEPS[number - 1] === undefined))
  refuse(`--only must list steps by number:\n${STEPS.map(({ name }, at) => `  ${at + 1} ${name}`).join('\n')}`)
await installMissing()

const stopping = new AbortController()
const stopped = new Promise<never>((_resolve, reject) => stopping.signal.addEventListener('abort', () => reject(new Error('Stopped'))))
// SIGINT may arrive twice after Ctrl-C: from the terminal and from npm.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())
process.on('uncaughtException', (error) => {
  console.error(error)
  stopping.abort()
})
const cleaning = new AsyncDisposableStack()
const reports: ScenarioReport[] = []
let failure: unknown
try {
  await Promise.race([stopped, takeSteps()])
} catch (error) {
  failure = error
  if (!stopping.signal.aborted) console.error(error)
}
console.log('\nStopping all processes …')
await cleaning.disposeAsync().catch(console.error)

const missed = reports.filter(isBroken)
const broken = missed.filter(({ notJudged }) => !notJudged)
const listNames = (list: ScenarioReport[]) => list.map(({ scenario }) => scenario.name).join(', ')
if (reports.length > 0) console.log(`\n${reportTable(reports)}\n`)
if (!failure && missed.length === 0) console.log('All limits were met.')
if (broken.length > 0) console.log(`Limits missed: ${listNames(broken)}.`)
if (missed.length > broken.length) console.log(`Too busy to judge: ${listNames(missed.filter(({ notJudged }) => notJudged))}.`)
process.exit(failure || broken.length > 0 ? 1 : missed.length > 0 ? 3 : 0)

function readPlant(name: string | undefined): Plant | undefined {
  if (isPlant(name)) return name
  refuse(
    `--plant must be one of:\n${Object.entries(PLANTS)
      .map(([plant, fault]) => `  ${plant}: ${fault}`)
      .join('\n')}`,
  )
}

async function takeSteps() {
  const folder = await makeTempFolder()
  cleaning.defer(() => rm(folder, { recursive: true, force: true }))
  const log = (line: string) => console.log(`  ${line}`)
  console.log(`Starting the cluster in ${folder}`)
  const onStarted = (stop: () => Promise<unknown>) => cleaning.defer(async () => void (await stop().catch(console.error)))
  const cluster = await startCluster(folder, { count: Number(values.nodes), plant, log, onStarted })
  const acknowledged = createAcknowledgedChanges()
  for (const [at, { name, run }] of STEPS.entries()) {
    const number = at + 1
    if (only && !only.includes(number)) continue
    console.log(`\n${number} ${name}`)
    const wasIdle = await becomesIdle()
    const report: ScenarioReport = await run({ cluster, acknowledged, rate: Number(values.rate), short: values.short, log }).then(
      (figures) => ({ scenario: { number, name }, figures }),
      (error: unknown) => {
        if (!stopping.signal.aborted) console.error(error)
        return { scenario: { number, name }, figures: [], failure: String(error) }
      },
    )
    if (isBroken(report) && !(wasIdle && (await becomesIdle()))) report.notJudged = 'other programs use the processors'
    reports.push(report)
    console.log(reportTable([report]))
  }
  printErrors(cluster.nodes)
}

/** Prints the log lines of the nodes, each kind of line once with its count. */
function printErrors(nodes: { output: string[] }[]) {
  const kinds = new Map<string, number>()
  for (const line of nodes.flatMap(({ output }) => output)) {
    if (!line.startsWith('{')) continue
    const { level, msg, err } = JSON.parse(line) as { level: number; msg: string; err?: { message: string } }
    const kind = `${level} ${msg}${err ? ` (${err.message})` : ''}`
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  console.log('\nLog lines of the nodes:')
  for (const [kind, times] of kinds) console.log(`  ${times} × ${kind}`)
}

async function installMissing() {
  const missing = await listMissingPackages()
  if (missing.length === 0) return
  console.log(`Debian packages to install, without starting their services: ${missing.join(', ')}`)
  if (!values.yes) {
    const terminal = createInterface({ input: process.stdin, output: process.stdout })
    const answer = await terminal.question('Install them? [y/N] ')
    terminal.close()
    if (!/^y/i.test(answer)) refuse('Nothing was installed.')
  }
  await installPackages(missing).catch((error: { stderr?: string; message: string }) =>
    refuse(`The packages were not installed: ${error.stderr?.trim().split('\n').at(-1) || error.message}`),
  )
}

function refuse(sentence: string): never {
  console.error(sentence)
  process.exit(2)
}
