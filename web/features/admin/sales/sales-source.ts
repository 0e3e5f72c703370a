import { SalesRow } from '#contracts/order-admin.ts'
import { adminApi } from '#web/features/admin/kit/api.ts'
import type { Months } from './periods.ts'

export async function fetchSales(months: Months, init: RequestInit): Promise<SalesRow[]> {
  return SalesRow.array().parse(await (await adminApi.call(`/admin/sales${query(months)}`, init)).json())
}

/** Hands the table to the browser as a file; a plain link could not bring the token along. */
export async function downloadSales(months: Months): Promise<void> {
  const file = await (await adminApi.call(`/admin/sales.csv${query(months)}`)).blob()
  const address = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: address, download: fileName(months) })
  link.click()
  // Some browsers begin to read it only after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

function fileName({ from, to }: Months) {
  return `${['sales', from, to !== from ? to : undefined].filter(Boolean).join('-')}.csv`
}

function query(months: Months) {
  const params = new URLSearchParams(months)
  return params.size > 0 ? `?${params}` : ''
}
