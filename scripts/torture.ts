import { parseArgs } from 'node:util'
import type { Fault } from '#tests/torture/harm.ts'
import { HARMS } from '#tests/torture/harms.ts'
import { type FaultReport, isBroken, reportTable } from '#tests/torture/report.ts'
import { runFault } from '#tests/torture/run-harm.ts'

/**
 * `npm run torture`: injects each fault into the started product and reports which bounds held. `-- --only "4,complete lists"` selects faults
 * by number or name; `--long` takes hours. Exit code 1 when a bound is broken.
 */
const { values } = parseArgs({ options: { long: { type: 'boolean', default: false }, only: { type: 'string' } } })
const chosen = values.only?.split(',').map((text) => text.trim())
const isNamed = (text: string, { number, name }: Fault) => text === String(number) || text === name
const unknown = chosen?.filter((text) => !HARMS.some((harm) => isNamed(text, harm))) ?? []
if (unknown.length > 0) {
  const known = HARMS.map(({ number, name }) => `  ${number} ${name}`).join('\n')
  console.error(`Unknown fault ${unknown.join(', ')}. Known faults:\n${known}`)
  process.exit(2)
}

const reports: FaultReport[] = []
for (const harm of HARMS.filter((harm) => chosen?.some((text) => isNamed(text, harm)) ?? true)) {
  console.log(`\n${harm.number} ${harm.name}`)
  const log = (line: string) => console.log(`  ${line}`)
  const report: FaultReport = await runFault(harm, { long: values.long, log }).then(
    (figures) => ({ harm, figures }),
    (error: unknown) => {
      console.error(error)
      return { harm, figures: [], failure: String(error) }
    },
  )
  reports.push(report)
  console.log(reportTable([report]))
}

const broken = reports.filter(isBroken)
if (reports.length > 1) console.log(`\n${reportTable(reports)}`)
console.log(`\n${broken.length === 0 ? 'All limits were met.' : `Limits missed: ${broken.map(({ harm }) => harm.name).join(', ')}.`}`)
process.exit(broken.length === 0 ? 0 : 1)
