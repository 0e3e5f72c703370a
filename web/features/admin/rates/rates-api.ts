import { Rate, type RateFields, RateStanding, RatesImported, type RateTable } from '#contracts/rate.ts'
import { adminApi, send } from '#web/features/admin/kit/api.ts'
import type { ListSource } from '#web/features/admin/kit/list/use-admin-list.ts'

export const rateSource: ListSource<Rate> = {
  list: (query) => adminApi.list('/rates', query),
  toasts: { fetchFailed: 'Failed to fetch rates' },
}

export async function fetchStanding(): Promise<RateStanding> {
  return RateStanding.parse(await (await adminApi.call('/rates/standing')).json())
}

export async function enterRate(fields: RateFields): Promise<Rate> {
  return Rate.parse(await send('POST', '/rates', fields))
}

export async function confirmRate(id: string): Promise<Rate> {
  return Rate.parse(await send('POST', `/rates/${encodeURIComponent(id)}/confirm`, {}))
}

export async function importRates(table: RateTable): Promise<RatesImported> {
  return RatesImported.parse(await send('POST', '/rates/import', table))
}
