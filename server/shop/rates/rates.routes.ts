import { ItemId } from '#contracts/common/list.ts'
import { Rate, RateFields, RateQuery, RateStanding, RatesImported, RateTable } from '#contracts/shop/rate.ts'
import type { App } from '#server/platform/http/server.ts'
import { addListRoute } from '#server/platform/lists/list-route.ts'
import type { CurrentRates } from './current-rate.ts'
import type { ImportRates } from './import-rates.ts'
import type { RatePublication } from './publish-rate.ts'

const tags = ['rates']

export function rateRoutes(rates: CurrentRates & RatePublication & { importTable: ImportRates }) {
  return async (app: App) => {
    const list = { tags, summary: 'List exchange rates, newest first', query: RateQuery, item: Rate }
    addListRoute(app, '/rates', list, rates.list)

    app.get(
      '/rates/standing',
      {
        schema: { tags, summary: 'Get the current exchange rate, and the rate that awaits confirmation', response: { 200: RateStanding } },
      },
      rates.standing,
    )

    app.post(
      '/rates',
      { schema: { tags, summary: 'Add a rate', body: RateFields, response: { 201: Rate } }, config: { recentPassword: false } },
      async ({ body, actor }) => rates.get(await rates.enter(body, actor)),
    )

    app.post(
      '/rates/import',
      {
        schema: {
          tags,
          summary: 'Import a table of exchange rates, all or none of them',
          body: RateTable,
          response: { 200: RatesImported },
        },
        config: { recentPassword: false },
      },
      ({ body, actor }) => rates.importTable(body, actor),
    )

    app.post(
      '/rates/:id/confirm',
      {
        schema: {
          tags,
          summary: 'Confirm an exchange rate that differs too much from the previous one',
          params: ItemId,
          response: { 200: Rate },
          notes: { refuses: [409] },
        },
        config: { recentPassword: true },
      },
      async ({ params, actor }) => rates.get(await rates.confirm(params.id, actor)),
    )
  }
}
