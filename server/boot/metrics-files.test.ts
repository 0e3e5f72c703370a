import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parser } from '@prometheus-io/lezer-promql'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { openTestServices } from '#tests/support/test-services.ts'
import { createApp } from './app.ts'
import { openMetrics } from './open-metrics.ts'

/* Tests of the references in the alert rules and the dashboard in `deploy/`. Metrics and labels must exist in the response of `/metrics`,
   and headings in docs/operations/monitoring.md. */

type Rule = { alert: string; expr: string; for: string; labels: { severity: string }; annotations: { summary: string; runbook: string } }
type Panel = {
  id: number
  title: string
  type: string
  gridPos: Record<'x' | 'y' | 'w' | 'h', number>
  targets: { refId: string; expr: string }[]
}
type Dashboard = {
  title: string
  uid: string
  schemaVersion: number
  templating: { list: { name: string; type: string }[] }
  panels: Panel[]
}
/** Metric of a PromQL expression, with the label values that the expression compares. */
type Selector = { metric: string; labels: [name: string, operator: string, value: string][] }

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFile(join(ROOT, path), 'utf8')
/** Metrics and labels that Prometheus itself adds to every target. */
const OF_PROMETHEUS = { metrics: ['up'], labels: ['job', 'instance'] }

const { groups } = parse(await read('deploy/prometheus/lectern.rules.yml')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)
const dashboard = JSON.parse(await read('deploy/grafana/lectern.json')) as Dashboard
const panelExpressions = dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const))

/** Exported label values, by metric and label. */
let shown: Map<string, Map<string, Set<string>>>
beforeAll(async () => {
  shown = await readShownMetrics()
})

/** Reads the metrics of a running server after one response of each kind that the alert expressions refer to. */
async function readShownMetrics() {
  const services = await openTestServices()
  const metrics = await openMetrics(services, { host: '127.0.0.1', port: 0 })
  const app = await createApp(services, { observeResponse: metrics.observeResponse })
  app.get('/broken', { config: { bound: { constant: 'an error' } } }, async (_request, reply) => reply.code(500).send())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const site = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  for (const path of ['/broken', '/api/books', '/api/health/ready']) await (await fetch(site + path)).text()
  const text = await (await fetch(metrics.url)).text()
  await Promise.all([metrics.close(), app.close()])
  await services.close()

  const found = new Map<string, Map<string, Set<string>>>()
  for (const [, metric = '', labels = ''] of text.matchAll(/^([a-z_]\w*)(?:\{(.*)\})? \S+$/gm)) {
    const values = found.get(metric) ?? new Map<string, Set<string>>()
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g)) {
      values.set(label, (values.get(label) ?? new Set()).add(value))
    }
    found.set(metric, values)
  }
  return found
}

/** Parses a PromQL expression into its selectors and the labels after `by` (`grouped`). Throws if the expression is invalid. */
function readExpression(expr: string): { selectors: Selector[]; grouped: string[] } {
  const text = expr.replaceAll('$__rate_interval', '5m')
  const selectors: Selector[] = []
  const grouped: string[] = []
  const textOf = ({ from, to }: { from: number; to: number }) => text.slice(from, to)
  parser.parse(text).iterate({
    enter: (node) => {
      if (node.type.isError) throw new Error(`can’t be parsed at ${node.from}: ${text}`)
      if (node.name === 'GroupingLabels') grouped.push(...node.node.getChildren('LabelName').map(textOf))
      if (node.name !== 'VectorSelector') return
      const [identifier] = node.node.getChildren('Identifier')
      const matchers = node.node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []
      selectors.push({
        metric: identifier ? textOf(identifier) : '',
        labels: matchers.map((matcher) => {
          const [name, operator, value] = ['LabelName', 'MatchOp', 'StringLiteral'].map((part) => matcher.getChild(part))
          return [name ? textOf(name) : '', operator ? textOf(operator) : '', value ? textOf(value).slice(1, -1) : '']
        }),
      })
    },
  })
  return { selectors, grouped }
}

/** Returns the metrics, labels and values of a PromQL expression that `/metrics` does not export. */
function unknownIn(expr: string): string[] {
  const { selectors, grouped } = readExpression(expr)
  const known = (label: string, metric: string) => OF_PROMETHEUS.labels.includes(label) || shown.get(metric)?.has(label)
  return selectors
    .filter(({ metric }) => !OF_PROMETHEUS.metrics.includes(metric))
    .flatMap(({ metric, labels }) => {
      if (!shown.has(metric)) return [metric]
      const wrong = labels.filter(([label, operator, value]) => {
        if (!known(label, metric)) return true
        const values = [...(shown.get(metric)?.get(label) ?? [])]
        if (OF_PROMETHEUS.labels.includes(label)) return false
        return operator.includes('~')
          ? !values.some((one) => new RegExp(`^(?:${value})$`).test(one)) && operator === '=~'
          : !values.includes(value)
      })
      const groupedWrong = grouped.filter((label) => !selectors.some((each) => known(label, each.metric)))
      return [
        ...wrong.map(([label, operator, value]) => `${metric}{${label}${operator}"${value}"}`),
        ...groupedWrong.map((label) => `${metric} by ${label}`),
      ]
    })
}

/** Returns the anchor that Git hosts generate for a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(/\s/g, '-')

describe('an alert', () => {
  test.each(rules.map((rule) => [rule.alert, rule] as const))('%s refers to metrics and labels that the app exports', (_, { expr }) => {
    expect(unknownIn(expr)).toEqual([])
  })

  test.each(rules.map((rule) => [rule.alert, rule] as const))(
    '%s links to the section of the operations manual that names the alert',
    async (_, rule) => {
      expect(rule).toMatchObject({
        for: expect.stringMatching(/^\d+[sm]$/),
        labels: { severity: expect.stringMatching(/^(critical|warning)$/) },
      })
      expect(rule.annotations.summary).toBeTruthy()
      const [path = '', anchor] = rule.annotations.runbook.split('#')
      const section = (await read(path))
        .split(/^(?=#{1,6} )/m)
        .find((part) => anchorOf(part.split('\n', 1)[0]?.replace(/^#+ /, '') ?? '') === anchor)
      expect(section, rule.annotations.runbook).toContain(`\`${rule.alert}\``)
    },
  )

  test('the alert rule has a unique name', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  })
})

test('the alerts are raised as their tests in deploy/prometheus state', async ({ skip }) => {
  const run = promisify(execFile)
  const folder = join(ROOT, 'deploy/prometheus')
  const found = await run('promtool', ['--version']).catch(() => undefined)
  if (!found) return skip('promtool is not installed')
  await run('promtool', ['check', 'rules', 'lectern.rules.yml'], { cwd: folder })
  await run('promtool', ['test', 'rules', 'lectern.rules.test.yml'], { cwd: folder })
})

test('every alert has a test', async () => {
  const tests = await read('deploy/prometheus/lectern.rules.test.yml')
  expect(rules.map(({ alert }) => alert).filter((alert) => !tests.includes(alert))).toEqual([])
})

describe('the dashboard', () => {
  test.each(panelExpressions)('%s refers to metrics and labels that the server exports: %s', (_, expr) => {
    expect(unknownIn(expr)).toEqual([])
  })

  test('the dashboard can be imported: panel ids are unique, panels do not overlap and use the selected data source', () => {
    const { uid, schemaVersion, templating, panels } = dashboard
    expect({ uid, schemaVersion, variables: templating.list.map(({ name, type }) => [name, type]) }).toEqual({
      uid: 'lectern',
      schemaVersion: expect.any(Number),
      variables: [['datasource', 'datasource']],
    })
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    expect(JSON.stringify(panels).match(/"uid":"(?!\$\{datasource\})/g)).toBeNull()
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBe(24)
  })
})

test('the operations manual lists exactly the metrics that the server exports', async () => {
  const paper = await read('docs/operations/monitoring.md')
  const rows = paper.slice(paper.indexOf('| metric | meaning |')).split('\n\n', 1)[0] ?? ''
  const listed = [...rows.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell = '']) => {
    const [first = '', ...others] = [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
    return [first, ...others.map((name) => (name.startsWith('_') ? first.replace(/_[a-z]+$/, name) : name))]
  })
  const own = [...shown.keys()].filter((name) => /^(lectern|http)_/.test(name)).map((name) => name.replace(/_(bucket|sum|count)$/, ''))
  expect(listed.filter((name) => /^(lectern|http)_/.test(name)).toSorted()).toEqual([...new Set(own)].toSorted())
})
