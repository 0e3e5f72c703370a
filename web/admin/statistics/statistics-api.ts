import { type CountedKind, ItemStatistics, Statistics } from '#contracts/admin/statistics.ts'
import { read } from '#web/admin/kit/api.ts'
import { downloadFile } from '#web/admin/kit/download-file.ts'
import { documentShopTime } from '#web/lib/shop-time.ts'
import { type Days, daysOf, type Period } from './periods.ts'

export function fetchStatistics(period: Period, filters: Record<string, string> = {}): Promise<Statistics> {
  return read(Statistics, `/admin/statistics?${new URLSearchParams({ ...toQuery(daysOf(period, today())), ...filters })}`)
}

export function fetchItemStatistics(
  { kind, id }: { kind: CountedKind; id: string },
  period: Period,
  init?: RequestInit,
): Promise<ItemStatistics> {
  const path = `/admin/statistics/${kind}/${encodeURIComponent(id)}`
  return read(ItemStatistics, `${path}?${new URLSearchParams(toQuery(daysOf(period, today())))}`, init)
}

export async function downloadStatistics(period: Period): Promise<void> {
  const days = daysOf(period, today())
  const name = ['statistics', days.from, days.to].filter(Boolean).join('-')
  await downloadFile(`/admin/statistics.csv?${new URLSearchParams(toQuery(days))}`, `${name}.csv`)
}

const today = () => documentShopTime().dayOf(new Date())

function toQuery({ from, to }: Days): Record<string, string> {
  return from ? { from, to } : { to }
}
