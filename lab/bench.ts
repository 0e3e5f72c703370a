import { writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureAdminList } from './bench/admin-list.ts'
import { measureFeeds } from './bench/feeds.ts'
import { measureFirstVisit } from './bench/first-visit.ts'
import { measureLighthouse } from './bench/lighthouse.ts'
import { measureLists } from './bench/lists.ts'
import { measureMedia } from './bench/media.ts'
import { measureMemory } from './bench/memory.ts'
import { measureNextAction } from './bench/next-action.ts'
import { measurePages } from './bench/pages.ts'
import { measureReader } from './bench/reader.ts'
import { measureRenditions } from './bench/renditions.ts'
import { isKept, type Outcome } from './bench/result.ts'
import { measureScale } from './bench/scale.ts'
import { measureSearch } from './bench/search.ts'
import { measureStart } from './bench/start.ts'
import { measureUploadMemory } from './bench/upload-memory.ts'

/** All benchmarks by name; `npm run bench -- name` runs a single benchmark. */
const groups: Record<string, () => Promise<Outcome[]>> = {
  pages: measurePages,
  lists: measureLists,
  feeds: measureFeeds,
  scale: measureScale,
  search: measureSearch,
  media: measureMedia,
  'next-action': measureNextAction,
  memory: measureMemory,
  start: measureStart,
  'admin-list': measureAdminList,
  'upload-memory': measureUploadMemory,
  'first-visit': measureFirstVisit,
  reader: measureReader,
  renditions: measureRenditions,
  lighthouse: measureLighthouse,
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !groups[name])
if (unknown.length > 0) {
  console.error(`Unknown measurement ${unknown.join(', ')}. Known measurements: ${Object.keys(groups).join(', ')}`)
  process.exit(2)
}

const rows: Record<string, unknown>[] = []
let broken = 0
for (const [group, measure] of Object.entries(groups)) {
  if (wanted.length > 0 && !wanted.includes(group)) continue
  console.log(`\n${group}`)
  const outcomes = await measure().catch((error: unknown) => {
    console.error(error)
    broken += 1
    return []
  })
  for (const outcome of outcomes) {
    rows.push({ group, ...outcome, ...('promise' in outcome && { kept: isKept(outcome) }) })
    if (!isKept(outcome)) broken += 1
    console.log(`  ${describe(outcome)}`)
  }
}

const file = join(tmpdir(), `lectern-bench-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.json`)
await writeFile(file, JSON.stringify({ at: new Date(), node: process.version, processors: cpus().map((cpu) => cpu.model), rows }, null, 2))
console.log(`\n${broken === 0 ? 'All targets were met.' : `${broken} targets were missed.`} All figures: ${file}`)
process.exit(broken === 0 ? 0 : 1)

function describe(outcome: Outcome) {
  if ('skipped' in outcome) return `skipped                  ${outcome.name}: ${outcome.skipped}`
  const { name, ratio, measured, reference } = outcome
  const figures = `${name}  [${measured}; reference ${reference}]`
  if (!('promise' in outcome)) return `figure  ${ratio.toFixed(2)}  ${figures}`
  const { promise } = outcome
  const limit = 'atLeast' in promise ? `at least ${promise.atLeast}` : `at most ${promise.atMost}`
  return `${isKept(outcome) ? 'met   ' : 'MISSED'}  ${ratio.toFixed(2)}  (${limit})  ${figures}`
}
