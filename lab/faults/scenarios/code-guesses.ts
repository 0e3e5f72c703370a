import { randomInt } from 'node:crypto'
import { EMAIL_CODE_DIGITS, EMAIL_CODE_TRIES } from '#contracts/common/email-code.ts'
import { buildBookForm } from '#tests/support/sample-files.ts'
import type { Product, Scenario } from '../scenario.ts'
import { findMailedCode } from './find-mailed-code.ts'
import { distinctNetworks, postFrom, tally } from './post-from.ts'
import { newClientId, requestCode } from './request-code.ts'

/** A hundred networks request and guess codes for a known buyer, hour after hour; then the buyer requests a code in a new browser. */
export const codeGuesses: Scenario = {
  number: 7,
  name: 'guessed purchase codes',
  maxReaderSlowdown: 2,
  maxGrowthMegabytes: 50,
  rounds: 2,
  settings: { TRUST_PROXY: 'loopback' },
  run: async (product, { long, round }) => {
    const email = `rudo${round}@reader.example`
    await grantTo(product, email)
    const networks = distinctNetworks(long ? 400 : 100, 1000 * round)
    const { asked, guessed } = await guessCodes(product, { email, networks, rounds: 5, atOnce: 8 })
    const status = await findPurchases(product, { email, network: `41.78.${round}.2` })
    return [
      { name: 'codes sent', value: asked[204] ?? 0, atMost: 40 + 2 * networks.length },
      { name: 'guesses', value: guessed[400] ?? 0 },
      { name: 'correct guesses', value: guessed[200] ?? 0, atMost: 0 },
      { name: 'status for the owner’s code', value: status, atLeast: 200, atMost: 200 },
    ]
  },
}

/** Grants a book to an email address, as an administrator. */
export async function grantTo({ url, headers }: Pick<Product, 'url' | 'headers'>, email: string): Promise<void> {
  const published = await fetch(`${url}/api/books`, { method: 'POST', headers, body: await buildBookForm({ price: '4.50' }) })
  const { id } = (await published.json()) as { id: string }
  const grant = { email, product: 'book', productId: id, reason: 'Paid at the counter' }
  const response = await postFrom('127.0.0.1', `${url}/api/admin/orders/grants`, grant, headers)
  if (response.status !== 201) throw new Error(`Granting a book returned ${response.status}: ${await response.text()}`)
}

/** Requests a purchase code as the buyer in a new browser, submits the code, and returns the status. */
export async function findPurchases(
  { url, dataDir }: Pick<Product, 'url' | 'dataDir'>,
  { email, network }: { email: string; network: string },
): Promise<number> {
  const clientId = newClientId()
  const since = Date.now()
  const asked = await requestCode(url, { email, clientId, network })
  if (asked !== 204) return asked
  const code = await findMailedCode(dataDir, { email, since })
  const response = await postFrom(network, `${url}/api/purchases`, { email, clientId, code })
  await response.arrayBuffer()
  return response.status
}

export type CodeGuesses = {
  /** Number of requests for codes, by status */
  asked: Record<number, number>
  /** Number of guesses by status: 200 means that a purchase was stolen */
  guessed: Record<number, number>
}

/** Requests codes for one email address from each network, always in a new browser, and guesses each code more often than allowed. */
export async function guessCodes(
  { url }: { url: string; pid?: number },
  { email, networks, rounds, atOnce }: { email: string; networks: string[]; rounds: number; atOnce: number },
): Promise<CodeGuesses> {
  const guessed: Record<number, number> = {}
  const tasks = Array.from({ length: rounds }, () => networks)
    .flat()
    .map((network) => async () => {
      const clientId = newClientId()
      const status = await requestCode(url, { email, clientId, network })
      for (let guess = 0; status === 204 && guess < EMAIL_CODE_TRIES + 2; guess++) {
        const code = String(randomInt(10 ** EMAIL_CODE_DIGITS)).padStart(EMAIL_CODE_DIGITS, '0')
        const response = await postFrom(network, `${url}/api/purchases`, { email, clientId, code })
        await response.arrayBuffer()
        guessed[response.status] = (guessed[response.status] ?? 0) + 1
      }
      return status
    })
  return { asked: await tally(tasks, atOnce), guessed }
}
