import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'

/** Version of Lighthouse, which is installed on demand, since it is large and only used here. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const BROWSER_FLAGS =
  '--headless=new --no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync --mute-audio'

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Scores = Record<(typeof CATEGORIES)[number], number>
type Report = {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}

/** Returns scores from 0 to 100 and their metrics, in milliseconds and bytes, of the run with the median performance. */
export async function auditPage(url: string, { browser, report, runs }: { browser: string; report: string; runs: number }) {
  const reports: Report[] = []
  for (let run = 1; run <= runs; run++) {
    const audit = () => runLighthouse(url, browser, `${report}-${run}.json`)
    // Each audit is retried once, because Lighthouse occasionally fails to record a page.
    reports.push(await audit().catch(audit))
  }
  const inOrder = reports.toSorted((a, b) => scoreOf(a, 'performance') - scoreOf(b, 'performance'))
  const middle = inOrder[Math.floor(inOrder.length / 2)]
  if (!middle) throw new Error('Nothing was measured')
  const measureOf = (audit: string) => middle.audits[audit]?.numericValue ?? Number.NaN
  return {
    scores: Object.fromEntries(CATEGORIES.map((category) => [category, scoreOf(middle, category)])) as Scores,
    measures: {
      lcp: measureOf('largest-contentful-paint'),
      tbt: measureOf('total-blocking-time'),
      cls: measureOf('cumulative-layout-shift'),
      bytes: measureOf('total-byte-weight'),
    },
  }
}

function scoreOf({ categories }: Report, category: string): number {
  return Math.round((categories[category]?.score ?? 0) * 100)
}

async function runLighthouse(url: string, browser: string, file: string): Promise<Report> {
  const options = ['--output=json', `--output-path=${file}`, `--chrome-flags=${BROWSER_FLAGS}`, '--quiet', '--no-enable-error-reporting']
  const args = ['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', url, ...options]
  const child = spawn('npm', args, { env: { ...process.env, CHROME_PATH: browser }, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`Lighthouse exited with ${code} at ${url}`)
  return JSON.parse(await readFile(file, 'utf8')) as Report
}
