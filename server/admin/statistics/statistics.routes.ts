import { Readable } from 'node:stream'
import { z } from 'zod'
import {
  CountedItem,
  EventReport,
  ItemStatistics,
  ItemStatisticsQuery,
  OWN_PAGES,
  Statistics,
  StatisticsQuery,
} from '#contracts/admin/statistics.ts'
import { writeLine } from '#server/platform/csv/csv-cells.ts'
import type { App } from '#server/platform/http/server.ts'
import type { Counter } from './counter.ts'
import { isRobot } from './page-view.ts'
import type { ReportLine, ReportsService } from './reports.service.ts'

const tags = ['statistics']
/** Byte order mark, without which spreadsheets read UTF-8 as an older encoding. */
const BYTE_ORDER_MARK = '\ufeff'
const HEADER = ['day', 'kind', 'id', 'title', 'page views', 'opened', 'previews', 'finished', 'seconds listened', 'bought']

/**
 * Creates the routes that receive event reports.
 * @param allows returns whether a network is below its flood limit
 */
export function eventRoutes({ counter, allows }: { counter: Counter; allows: (ip: string, thing: string) => boolean }) {
  return async (app: App) => {
    app.post(
      '/statistics/:kind/:id',
      {
        schema: {
          tags,
          summary:
            'Report that an item was viewed, opened, read or played. Reports by robots, and reports above the limit of a network, are ignored',
          params: CountedItem,
          querystring: EventReport,
          response: { 204: z.null() },
        },
        config: { bound: 'limited' },
      },
      async ({ params: { kind, id }, query: { event, seconds }, headers, ip }) => {
        if (!isRobot(headers['user-agent']) && allows(ip, `${event} ${kind} ${id}`)) {
          // View reports come from browsers that switch pages without loading a document, so the previous page belongs to the site.
          const source = event === 'viewed' ? OWN_PAGES : ''
          if (event !== 'listened') counter.count({ kind, item: id, event, source })
          else if (seconds) counter.count({ kind, item: id, event }, seconds)
        }
      },
    )
  }
}

export function reportRoutes({ reports }: { reports: ReportsService }) {
  return async (app: App) => {
    app.get(
      '/admin/statistics',
      {
        schema: {
          tags,
          summary: 'Get views, opens, completions, listening time and sales over time, by item and by referrer',
          querystring: ItemStatisticsQuery,
          response: { 200: Statistics },
        },
      },
      ({ query }) => reports.all(query),
    )

    app.get(
      '/admin/statistics/:kind/:id',
      {
        schema: {
          tags,
          summary: 'Get the statistics of one item',
          params: CountedItem,
          querystring: StatisticsQuery,
          response: { 200: ItemStatistics },
        },
      },
      ({ params, query }) => reports.ofItem(params, query),
    )

    app.get(
      '/admin/statistics.csv',
      {
        schema: {
          tags,
          summary: 'Download the statistics as CSV, by day and item; older statistics are by month',
          querystring: StatisticsQuery,
          produces: ['text/csv'],
          response: { 200: z.string() },
        },
        config: { recentPassword: false },
      },
      async ({ query }, reply) => {
        reply.header('content-type', 'text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="statistics.csv"')
        // The CSV file is streamed, since the report of a year with many items is long.
        const table: unknown = Readable.from(writeTable(reports.lines(query)))
        return reply.send(table as string)
      },
    )
  }
}

async function* writeTable(lines: AsyncGenerator<ReportLine[]>) {
  yield BYTE_ORDER_MARK + writeLine(HEADER)
  for await (const some of lines) yield some.map(toLine).join('')
}

function toLine({ time, kind, id, title, viewed, opened, previewed, finished, listenedSeconds, bought }: ReportLine): string {
  return writeLine([time, kind, id, title ?? '', ...[viewed, opened, previewed, finished, listenedSeconds, bought].map(String)])
}
