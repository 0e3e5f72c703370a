import { type Figure, isKept, type Scenario } from './scenario.ts'

/** @property notJudged the reason why bounds that were not met say nothing about the product */
export type ScenarioReport = { scenario: Pick<Scenario, 'number' | 'name'>; figures: Figure[]; failure?: string; notJudged?: string }

export function isBroken({ figures, failure }: ScenarioReport): boolean {
  return failure !== undefined || figures.some((figure) => !isKept(figure))
}

/** Returns a Markdown table with a row for each figure. */
export function reportTable(reports: ScenarioReport[]): string {
  const rows = reports.flatMap(({ scenario, figures, failure, notJudged }) => [
    ...figures.map((figure) => [
      `${scenario.number} ${scenario.name}`,
      figure.name,
      [decimal(figure.value), figure.unit].filter(Boolean).join(' '),
      boundOf(figure),
      boundOf(figure) === '' ? '' : isKept(figure) ? 'met' : missed(notJudged),
    ]),
    ...(failure === undefined
      ? []
      : [[`${scenario.number} ${scenario.name}`, 'failed', failure.split('\n', 1)[0] ?? '', '', missed(notJudged)]]),
  ])
  const lines = [['scenario', 'figure', 'measured', 'limit', 'result'], ['---', '---', '--:', '--:', '---'], ...rows]
  return lines.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n')
}

const missed = (notJudged: string | undefined) => (notJudged ? `not judged: ${notJudged}` : '**missed**')

function boundOf({ atMost, atLeast }: Figure): string {
  return [atLeast === undefined ? '' : `≥ ${atLeast}`, atMost === undefined ? '' : `≤ ${atMost}`].filter(Boolean).join(', ')
}

function decimal(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 10 ? 1 : 0 })
}
