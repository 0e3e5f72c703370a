import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '#server/config.ts'
import { writeFileAtomically } from '#server/platform/files/durable-files.ts'
import { CommandError } from '#server/platform/problems.ts'
import { runCommand, withServices } from './support/run-command.ts'
import { showCount } from './support/show-progress.ts'

/**
 * Exports all books or episodes as CSV: `npm run export -- books|podcasts [--output FILE.csv] [--media FOLDER]`, or the published texts and
 * settings of the site as JSON: `npm run export -- site [--output FILE.json]`
 */
await runCommand(async ({ config, signal }) => {
  const { values, positionals } = parseArgs({
    options: { output: { type: 'string' }, media: { type: 'string' } },
    allowPositionals: true,
  })
  const [noun, ...others] = positionals
  if (noun === 'site' && others.length === 0) return exportSite(config, resolve(values.output ?? 'site.json'))
  if ((noun !== 'books' && noun !== 'podcasts') || others.length > 0) throw new CommandError('Missing argument: books, podcasts or site')
  const output = resolve(values.output ?? `${noun}.csv`)
  await withServices(config, async ({ catalogue }) => {
    const count = await catalogue.exportItems(noun, {
      output,
      ...(values.media && { mediaFolder: resolve(values.media) }),
      signal,
      onItem: showCount('Written'),
    })
    console.log(`Wrote ${count} ${noun} to ${output}${values.media ? `, and their files to ${resolve(values.media)}` : ''}`)
  })
})

async function exportSite(config: Config, output: string) {
  await withServices(config, async ({ site }) => {
    await writeFileAtomically(output, `${JSON.stringify(await site.transfer.exportSite(), null, 2)}\n`)
  })
  console.log(`Wrote the site to ${output}`)
}
