import { SalesRow } from '#contracts/order-admin.ts'
import { adminApi, read } from '#web/features/admin/kit/api.ts'
import { type Months, monthsOf, type Period } from './periods.ts'
import { type CurrencySales, sumSales } from './sum-sales.ts'

export async function fetchSales(period: Period): Promise<{ period: Period; sections: CurrencySales[] }> {
  const months = monthsOf(period, new Date())
  const rows = await read(SalesRow.array(), `/admin/sales${query(months)}`)
  return { period, sections: sumSales(rows, months) }
}

/** Saves the table as a file. A plain link could not send the token. */
export async function downloadSales(months: Months): Promise<void> {
  const file = await (await adminApi.call(`/admin/sales.csv${query(months)}`)).blob()
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName(months) })
  link.click()
  // Some browsers begin to read it only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

function fileName({ from, to }: Months) {
  return `${['sales', from, to !== from ? to : undefined].filter(Boolean).join('-')}.csv`
}

function query(months: Months) {
  const params = new URLSearchParams(months)
  return params.size > 0 ? `?${params}` : ''
}
