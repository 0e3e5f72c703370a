import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openDemonstrationSite } from './support/demonstration-site.ts'
import { takeScreenshots } from './support/take-screenshots.ts'

/** Takes screenshots of every page and overlay at three widths: `npm run screenshots -- --output folder --only 360-site` */
const { values } = parseArgs({
  options: { output: { type: 'string', default: join(tmpdir(), 'lectern-screenshots') }, only: { type: 'string' } },
})
const folder = resolve(values.output)
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })

console.log('Loading the demonstration …')
const site = await openDemonstrationSite()
try {
  const count = await takeScreenshots(site, folder, values.only)
  console.log(`${count} pictures in ${folder}`)
} finally {
  await site.close()
}
