import { z } from 'zod'
import { CurrentSales, SalesQuery, SalesRow } from '#contracts/shop/order-admin.ts'
import { writeLine } from '#server/platform/csv/csv-cells.ts'
import type { App } from '#server/platform/http/server.ts'
import type { SalesStore } from './sales.store.ts'

const tags = ['sales']
/** Byte order mark, without which spreadsheet programs read UTF-8 in a legacy encoding. */
const BYTE_ORDER_MARK = '\ufeff'
const HEADER = ['month', 'currency', 'kind', 'id', 'title', 'sold', 'amount', 'refunded', 'refunded amount', 'net amount']

export function salesRoutes({ sales }: { sales: SalesStore }) {
  return async (app: App) => {
    app.get(
      '/admin/sales',
      {
        schema: {
          tags,
          summary: 'List payments and refunds by month, currency and item',
          querystring: SalesQuery,
          response: { 200: z.array(SalesRow) },
        },
      },
      ({ query }) => sales.list(query),
    )

    app.get(
      '/admin/sales/current',
      { schema: { tags, summary: 'Get the sales of the current day, week and month', response: { 200: z.array(CurrentSales) } } },
      () => sales.current(),
    )

    app.get(
      '/admin/sales.csv',
      {
        schema: { tags, summary: 'Download sales as CSV', querystring: SalesQuery, produces: ['text/csv'], response: { 200: z.string() } },
        config: { recentPassword: false },
      },
      async ({ query }, reply) => {
        const rows = await sales.list(query)
        reply.header('content-type', 'text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="sales.csv"')
        return BYTE_ORDER_MARK + writeLine(HEADER) + rows.map(toLine).join('')
      },
    )
  }
}

function toLine({ month, currency, product, sold, amountMinor, refunded, refundedMinor, netMinor }: SalesRow): string {
  const { kind, id, title } = product
  const numbers = [String(sold), decimal(amountMinor), String(refunded), decimal(refundedMinor), decimal(netMinor)]
  return writeLine([month, currency, kind, id, title], numbers)
}

/** Formats an amount with two decimals, which both currencies have. */
function decimal(minor: number): string {
  return (minor / 100).toFixed(2)
}
