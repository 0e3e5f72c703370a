import { SalesRow } from '#contracts/shop/order-admin.ts'
import { read } from '#web/admin/kit/api.ts'
import { downloadFile } from '#web/admin/kit/download-file.ts'
import { documentShopTime } from '#web/lib/shop-time.ts'
import { type Months, monthsOf, type Period } from './periods.ts'
import { type CurrencySales, sumSales } from './sum-sales.ts'

export async function fetchSales(period: Period): Promise<{ period: Period; sections: CurrencySales[] }> {
  const months = monthsOf(period, today())
  const rows = await read(SalesRow.array(), `/admin/sales${query(months)}`)
  return { period, sections: sumSales(rows, months) }
}

export async function downloadSales(period: Period): Promise<void> {
  const months = monthsOf(period, today())
  await downloadFile(`/admin/sales.csv${query(months)}`, fileName(months))
}

const today = () => documentShopTime().dayOf(new Date())

function fileName({ from, to }: Months) {
  return `${['sales', from, to !== from ? to : undefined].filter(Boolean).join('-')}.csv`
}

function query(months: Months) {
  const params = new URLSearchParams(months)
  return String(params) ? `?${params}` : ''
}
