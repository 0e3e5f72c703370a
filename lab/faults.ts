import { parseArgs } from 'node:util'
import { isBroken, reportTable, type ScenarioReport } from '#lab/faults/report.ts'
import { runScenario } from '#lab/faults/run-scenario.ts'
import type { Scenario } from '#lab/faults/scenario.ts'
import { SCENARIOS } from '#lab/faults/scenarios.ts'

/**
 * `npm run faults`: injects each fault into the running server and reports which bounds held. `-- --only "4,complete lists"` selects faults
 * by number or name; `--long` takes hours. Exit code 1 when a bound is broken.
 */
const { values } = parseArgs({ options: { long: { type: 'boolean', default: false }, only: { type: 'string' } } })
const chosen = values.only?.split(',').map((text) => text.trim())
const isNamed = (text: string, { number, name }: Scenario) => text === String(number) || text === name
const unknown = chosen?.filter((text) => !SCENARIOS.some((scenario) => isNamed(text, scenario))) ?? []
if (unknown.length > 0) {
  const known = SCENARIOS.map(({ number, name }) => `  ${number} ${name}`).join('\n')
  console.error(`Unknown fault ${unknown.join(', ')}. Known faults:\n${known}`)
  process.exit(2)
}

const reports: ScenarioReport[] = []
for (const scenario of SCENARIOS.filter((scenario) => chosen?.some((text) => isNamed(text, scenario)) ?? true)) {
  console.log(`\n${scenario.number} ${scenario.name}`)
  const log = (line: string) => console.log(`  ${line}`)
  const report: ScenarioReport = await runScenario(scenario, { long: values.long, log }).then(
    (figures) => ({ scenario, figures }),
    (error: unknown) => {
      console.error(error)
      return { scenario, figures: [], failure: String(error) }
    },
  )
  reports.push(report)
  console.log(reportTable([report]))
}

const broken = reports.filter(isBroken)
if (reports.length > 1) console.log(`\n${reportTable(reports)}`)
console.log(
  `\n${broken.length === 0 ? 'All limits were met.' : `Limits missed: ${broken.map(({ scenario }) => scenario.name).join(', ')}.`}`,
)
process.exit(broken.length === 0 ? 0 : 1)
