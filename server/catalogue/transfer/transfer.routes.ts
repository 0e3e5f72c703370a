import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { AuditChange } from '#contracts/admin/audit.ts'
import { type ImportEvent, ImportRequest } from '#contracts/catalogue/import.ts'
import type { MediaLibrary } from '#server/media/store/media-library.ts'
import { makeOwnFolder, withOwnFolder } from '#server/media/upload/own-folder.ts'
import type { LinkUploads } from '#server/media/upload/uploads.service.ts'
import type { Actor } from '#server/platform/audit/action.ts'
import type { App } from '#server/platform/http/server.ts'
import { CommandError, invalidRequest, ProblemError, unauthenticated } from '#server/platform/problems.ts'
import type { createExport } from './export-items.ts'
import type { createImport } from './import-items.ts'
import type { SheetRow } from './read-sheet.ts'

const tags = ['transfer']
/** Maximum length of a value in the report of differences. */
const LONGEST_SHOWN = 200
const JSON_LINES = 'application/jsonl'
const isTable = ({ name }: { name: string }) => name.toLowerCase().endsWith('.csv')

/** Shortens long values of a change to the part where they differ. */
function shorten({ field, from = '', to = '' }: AuditChange) {
  const length = Math.max(from.length, to.length)
  if (length <= LONGEST_SHOWN) return { field, from, to }
  let start = 0
  while (start < length && from[start] === to[start]) start++
  start = Math.max(0, start - LONGEST_SHOWN / 4)
  const cut = (text: string) =>
    `${start > 0 ? '…' : ''}${text.slice(start, start + LONGEST_SHOWN)}${text.length > start + LONGEST_SHOWN ? '…' : ''}`
  return { field, from: cut(from), to: cut(to) }
}

/** Creates the routes that import items from uploaded files, and export tables. */
export function transferRoutes({
  importItems,
  exportItems,
  linkUploads,
  library: { tempFolder },
}: {
  importItems: ReturnType<typeof createImport>
  exportItems: ReturnType<typeof createExport>
  linkUploads: LinkUploads
  library: Pick<MediaLibrary, 'tempFolder'>
}) {
  /** Imports the table with the files in the folder, and returns the last event of the response. */
  async function run(
    { dryRun, skipBad }: ImportRequest,
    options: { folder: string; table: string; by: Actor | undefined; signal: AbortSignal; tell: (event: ImportEvent) => void },
  ): Promise<ImportEvent> {
    const { folder, table, by, signal, tell } = options
    const row = ({ number, fields }: SheetRow) => ({ type: 'row' as const, row: number, title: fields.title?.trim() ?? '', problems: [] })
    try {
      const report = await importItems(join(folder, table), {
        folder,
        isFlat: true,
        dryRun,
        skipBad,
        by,
        signal,
        onBad: (bad, problems) => tell({ ...row(bad), outcome: 'bad', problems }),
        onKnown: (known, repeats) => tell({ ...row(known), outcome: 'known', repeats }),
        onDiffering: (differing, changes) => tell({ ...row(differing), outcome: 'differs', changes: changes.map(shorten) }),
        onChecked: (progress) => tell({ type: 'progress', report: { ...progress } }),
        onAdded: (added, progress) => {
          tell({ ...row(added), outcome: 'added' })
          tell({ type: 'progress', report: { ...progress } })
        },
        onChanged: (changed, progress) => {
          tell({ ...row(changed), outcome: 'changed' })
          tell({ type: 'progress', report: { ...progress } })
        },
        onLocked: (locked) => tell({ ...row(locked), outcome: 'locked' }),
      })
      return { type: 'done', report }
    } catch (error) {
      if (error instanceof CommandError || error instanceof ProblemError) return { type: 'failed', message: error.message }
      throw error
    }
  }

  return async (app: App) => {
    app.post(
      '/imports',
      {
        schema: {
          tags,
          summary:
            'Import books or episodes from an uploaded table and the uploaded files that the table names; the response reports the outcome of each row',
          body: ImportRequest,
          produces: [JSON_LINES],
          response: {
            200: z
              .string()
              .meta({ description: 'JSON Lines: an event as a JSON object on each line; the last line is `done` or `failed`' }),
          },
          notes: { refuses: [409, 507] },
        },
        config: { recentPassword: false },
      },
      async (request, reply) => {
        const adminId = request.actor?.admin?.id
        if (!adminId) throw unauthenticated()
        const { files } = request.body
        const [table, ...others] = files.filter(isTable)
        if (!table || others.length > 0) throw invalidRequest([{ field: 'files', message: 'Choose one table in CSV (.csv).' }])
        const { folder, discard } = await makeOwnFolder(tempFolder)
        await linkUploads(files, { adminId, folder }).catch(async (error) => {
          await discard()
          throw error
        })
        const stop = new AbortController()
        const lines = new PassThrough()
        // Already imported rows remain when the browser disconnects, and the next import skips them.
        lines.once('close', () => stop.abort())
        const tell = (event: ImportEvent) => void (lines.destroyed || lines.write(`${JSON.stringify(event)}\n`))
        run(request.body, { folder, table: table.name, by: request.actor, signal: stop.signal, tell })
          .catch((error: unknown): ImportEvent => {
            if (!stop.signal.aborted) request.log.error({ err: error }, 'an import failed')
            return { type: 'failed', message: 'The server could not do this right now. Please try again in a moment.' }
          })
          .then(async (last) => {
            await discard()
            tell(last)
            lines.end()
          })
        return (reply as FastifyReply).header('content-type', JSON_LINES).header('x-accel-buffering', 'no').send(lines)
      },
    )

    for (const noun of ['books', 'podcasts'] as const)
      app.get(
        `/exports/${noun}.csv`,
        {
          schema: {
            tags,
            summary: `Download the table of all ${noun} as CSV, which the import reads`,
            produces: ['text/csv'],
            response: { 200: z.string() },
          },
          config: { recentPassword: false },
        },
        async (_request, reply) => {
          const file = await withOwnFolder(tempFolder, async (folder) => {
            const output = join(folder, `${noun}.csv`)
            await exportItems(noun, { output })
            // The open file stays readable after its folder is deleted, even if a client is slow.
            return open(output)
          })
          reply.header('content-type', 'text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${noun}.csv"`)
          return (reply as FastifyReply).send(file.createReadStream())
        },
      )
  }
}
