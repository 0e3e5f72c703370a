import { type Figure, isKept, type Scenario } from './scenario.ts'

export type ScenarioReport = { scenario: Pick<Scenario, 'number' | 'name'>; figures: Figure[]; failure?: string }

export function isBroken({ figures, failure }: ScenarioReport): boolean {
  return failure !== undefined || figures.some((figure) => !isKept(figure))
}

/** Writes a Markdown table with a row for each figure. */
export function reportTable(reports: ScenarioReport[]): string {
  const rows = reports.flatMap(({ scenario, figures, failure }) => [
    ...figures.map((figure) => [
      `${scenario.number} ${scenario.name}`,
      figure.name,
      [decimal(figure.value), figure.unit].filter(Boolean).join(' '),
      boundOf(figure),
      boundOf(figure) === '' ? '' : isKept(figure) ? 'met' : '**missed**',
    ]),
    ...(failure === undefined
      ? []
      : [[`${scenario.number} ${scenario.name}`, 'failed', failure.split('\n', 1)[0] ?? '', '', '**missed**']]),
  ])
  const lines = [['scenario', 'figure', 'measured', 'limit', 'result'], ['---', '---', '--:', '--:', '---'], ...rows]
  return lines.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n')
}

function boundOf({ atMost, atLeast }: Figure): string {
  return [atLeast === undefined ? '' : `≥ ${atLeast}`, atMost === undefined ? '' : `≤ ${atMost}`].filter(Boolean).join(', ')
}

function decimal(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 10 ? 1 : 0 })
}
