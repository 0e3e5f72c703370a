import { setTimeout as delay } from 'node:timers/promises'
import { checkNothingLost, checkReceiptNumbers, checkStoredPayments } from '#lab/crash/payments/check-stored-payments.ts'
import type { Figure } from '#lab/faults/scenario.ts'
import { digestClient } from '#server/platform/digest.ts'
import type { StepContext } from './step.ts'

/** Undelivered payment notifications are retried for less than a minute; after that the server polls the payment gateway. */
const SETTLED_MS = 240_000
const INTERVAL_MS = 3000

/** Waits until shop and gateway agree on all payments, then checks the invariants of each payment. */
export async function checkPaymentsAtEnd({ cluster, acknowledged: { orders } }: StepContext): Promise<Figure[]> {
  const { pool, paynow, mail } = cluster
  const records = { pool, payments: paynow.payments }
  const clients = [...new Set(orders.map(({ clientId }) => digestClient(clientId)))]
  const began = performance.now()
  let problems = await findProblems(records, clients)
  while (problems.length > 0 && performance.now() - began < SETTLED_MS) {
    await delay(INTERVAL_MS)
    problems = await findProblems(records, clients)
  }
  for (const problem of problems.slice(0, 10)) console.error(problem)
  const receipts = await checkReceiptNumbers(pool).catch(() => [])
  const mailed = mail.mails.flatMap(({ content }) => /^Message-ID: <receipt-(\d+)@/im.exec(content)?.[1] ?? [])
  return [
    { name: 'payments at the gateway', value: paynow.payments.length },
    { name: 'violated order invariants', value: problems.length, atMost: 0 },
    { name: 'time until all invariants held', value: (performance.now() - began) / 1000, unit: 's' },
    { name: 'receipts', value: receipts.length },
    { name: 'receipts not mailed', value: receipts.filter((number) => !mailed.includes(String(number))).length, atMost: 0 },
    { name: 'receipts mailed twice after a node died', value: mailed.length - new Set(mailed).size },
  ]
}

async function findProblems(records: Parameters<typeof checkStoredPayments>[0], clients: string[]): Promise<string[]> {
  const problems: string[] = []
  const note = (error: Error) => void problems.push(error.message)
  await checkNothingLost(records).catch(note)
  for (const client of clients) await checkStoredPayments(records, client).catch(note)
  await checkReceiptNumbers(records.pool).catch(note)
  return problems
}
