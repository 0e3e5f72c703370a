import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '#server/config.ts'
import { CommandError, ProblemError } from '#server/platform/problems.ts'
import { runCommand, withServices } from './support/run-command.ts'
import { showCount } from './support/show-progress.ts'

/**
 * Imports books or episodes from CSV, even while the server runs: `npm run import -- FILE.csv [--media FOLDER] [--dry-run] [--skip-bad]`,
 * or an exported site as drafts: `npm run import -- site FILE.json`
 */
await runCommand(
  async ({ config, signal }) => {
    const { values, positionals } = parseArgs({
      options: { media: { type: 'string' }, 'dry-run': { type: 'boolean' }, 'skip-bad': { type: 'boolean' } },
      allowPositionals: true,
    })
    if (positionals[0] === 'site' && positionals[1]) return importSite(config, resolve(positionals[1]))
    if (!positionals[0] || positionals.length > 1) throw new CommandError('Missing argument: npm run import -- FILE.csv [--media FOLDER]')
    const path = resolve(positionals[0])
    await withServices(config, async ({ catalogue }) => {
      const checking = showCount('Checked')
      const adding = showCount('Imported')
      const { rows, bad, known, added, changed } = await catalogue.importItems(path, {
        folder: resolve(values.media ?? dirname(path)),
        dryRun: values['dry-run'] ?? false,
        skipBad: values['skip-bad'] ?? false,
        signal,
        onBad: ({ number }, problems) => {
          for (const { field, message } of problems) console.log(`Row ${number}${field && `, ${field}`}: ${message}`)
        },
        onKnown: ({ number, fields }, repeats) =>
          console.log(`Row ${number}: “${fields.title?.trim()}” ${repeats ? `repeats row ${repeats}` : 'already exists'} and is skipped.`),
        onDiffering: ({ number, fields }, changes) => {
          console.log(`Row ${number}: “${fields.title?.trim()}” changes:`)
          for (const { field, from = '', to = '' } of changes) console.log(`  ${field}: ${from || '(empty)'} → ${to || '(empty)'}`)
        },
        onChecked: (report) => checking(report.rows),
        onAdded: (_row, report) => adding(report.added, report.rows - report.bad - report.known),
        onLocked: ({ number, fields }) =>
          console.log(
            `Row ${number}: the PDF of “${fields.title?.trim()}” opens only with a password. The page of the book states this before a purchase.`,
          ),
      })
      console.log(`${rows} rows: ${bad} invalid, ${known} existing or repeated, ${added} imported, ${changed} changed.`)
      if (values['dry-run']) console.log('This was a dry run; nothing was changed.')
      else if (bad > 0 && !values['skip-bad']) console.log('Nothing was imported. Correct the rows above, or skip them with --skip-bad.')
      if (bad > 0 && !(values['skip-bad'] && !values['dry-run'])) process.exitCode = 1
    })
  },
  { stopped: 'Stopped. Imported rows stay; run the same command again to continue.' },
)

async function importSite(config: Config, path: string) {
  const file = await readFile(path, 'utf8')
    .then((text): unknown => JSON.parse(text))
    .catch((error: Error) => {
      throw new CommandError(`${path} is not readable as JSON: ${error.message}`)
    })
  await withServices(config, async ({ site }) => {
    try {
      const { sections } = await site.transfer.importSite(file)
      for (const { title, outcome } of sections) console.log(`${title}: ${outcome === 'draft' ? 'is a draft now' : 'is already published'}`)
      const hasDraft = sections.some(({ outcome }) => outcome === 'draft')
      console.log(hasDraft ? 'Publish the drafts in the admin area, under Site.' : 'The site already has this content.')
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      for (const { field, message } of error.errors ?? []) console.log(`${field}: ${message}`)
      throw new CommandError(`Nothing was imported. ${error.detail ?? error.message}`)
    }
  })
}
