import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '#server/config.ts'
import { writeFileAtomically } from '#server/platform/files/durable-files.ts'
import { CommandError } from '#server/platform/problems.ts'
import { runCommand, withServices } from './support/run-command.ts'
import { megabytes, showBytes, showCount } from './support/show-progress.ts'

/**
 * Exports all books or episodes as CSV: `npm run export -- books|podcasts [--output FILE.csv] [--media FOLDER]`, the published texts and
 * settings of the site as JSON: `npm run export -- site [--output FILE.json]`, or all free items with a page that opens them without a
 * network: `npm run export -- library FOLDER [--recordings] [--verify]`
 */
await runCommand(async ({ config, signal }) => {
  const { values, positionals } = parseArgs({
    options: { output: { type: 'string' }, media: { type: 'string' }, recordings: { type: 'boolean' }, verify: { type: 'boolean' } },
    allowPositionals: true,
  })
  const [noun, folder, ...others] = positionals
  if (noun === 'library') {
    if (!folder || others.length > 0)
      throw new CommandError('Missing argument: the folder of the library, such as the path of a memory card')
    const { recordings, verify } = values
    return exportLibrary(config, resolve(folder), { recordings, verify, signal })
  }
  if (noun === 'site' && !folder) return exportSite(config, resolve(values.output ?? 'site.json'))
  if ((noun !== 'books' && noun !== 'podcasts') || folder) throw new CommandError('Missing argument: books, podcasts, site or library')
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

async function exportLibrary(
  config: Config,
  folder: string,
  options: { recordings: boolean | undefined; verify: boolean | undefined; signal: AbortSignal },
) {
  const progress = showBytes('Copied')
  await withServices(config, async ({ catalogue }) => {
    const report = await catalogue.exportLibrary(folder, {
      ...options,
      onPlan: ({ all, toCopy, free }) => {
        const space = Number.isFinite(free) ? `${megabytes(free)} are free` : 'the free space is unknown'
        console.log(`The library has ${megabytes(all)}; ${megabytes(toCopy)} have to be copied, and ${space}.`)
        progress.expect(toCopy)
      },
      onBytes: progress.add,
    })
    const { books, episodes, authors, bytes, copied, moved, removed, kept, leftOut, large } = report
    console.log(
      `Copied ${copied.files} files (${megabytes(copied.bytes)}), renamed ${moved}, removed ${removed.files} (${megabytes(removed.bytes)}), kept ${kept}.`,
    )
    console.log(`${folder} has ${books} books, ${episodes} episodes and ${authors} authors, ${megabytes(bytes)} in total.`)
    console.log(`Open ${join(folder, 'index.html')} in a browser. Eject a card before it is pulled out.`)
    for (const { path, bytes } of large)
      console.log(`Larger than 4 GiB, so that a card with FAT32 can’t hold it: ${path} (${megabytes(bytes)})`)
    for (const { title, reason } of leftOut) console.error(`Left out: “${title}”, since ${reason}.`)
    if (leftOut.length > 0) process.exitCode = 1
  })
}
