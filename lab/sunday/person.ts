import { setTimeout as delay } from 'node:timers/promises'
import type { Book } from '#contracts/catalogue/book.ts'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import type { NextActionResponse } from '#contracts/shop/access.ts'
import type { Order } from '#contracts/shop/order.ts'
import type { Send } from './measured-requests.ts'

export type Catalogue = { free: Book; priced: Book; episode: Podcast }

const RANGE_BYTES = 256 * 1024
const range = (part: number) => ({ range: `bytes=${part * RANGE_BYTES}-${(part + 1) * RANGE_BYTES - 1}` })

/** Sends the requests of a person within the hour: everybody reads, some also listen, buy, write to the shop or mistype a password. */
export async function spendAnHour(
  number: number,
  { url, send, catalogue, pauseMs }: { url: string; send: Send; catalogue: Catalogue; pauseMs: number },
) {
  const { free, priced, episode } = catalogue
  const pause = () => delay(Math.random() * pauseMs)
  for (const page of ['/', '/bookshop', `/books/${free.slug}`]) {
    await send('page', page)
    await pause()
  }
  const identified = await send('client id', '/api/get-client-id', { body: {} })
  const clientId = identified ? ((await identified.json()) as { clientId?: string }).clientId : undefined
  const cookie = { cookie: `clientID=${clientId}` }
  const open = async (act: 'open' | 'order', product: 'book' | 'podcast', productId: string) => {
    const body = { clientId, product, productId, currency: 'USD', returnUrl: `${url}/bookshop` }
    const response = await send(act, '/api/get-next-action', { body, headers: cookie })
    return response && ((await response.json()) as NextActionResponse)
  }

  const opened = await open('open', 'book', free.id)
  const file = opened?.url?.replace(/^https?:\/\/[^/]+/, '') ?? `/api/media/${free.pdfUrl}`
  await send('read', `${file.split('?')[0]}/pages`)
  for (let part = 0; part < 4; part++) {
    await pause()
    await send('read', file, { headers: range(0) })
  }
  if (number % 3 === 0) {
    await open('open', 'podcast', episode.id)
    for (let part = 0; part < 4; part++) {
      await send('listen', `/api/media/${episode.audioUrl}`, { headers: range(part % 2), expects: [200, 206, 416] })
      await pause()
    }
  }
  if (number % 4 === 0) await buy()
  if (number % 6 === 0) {
    const body = {
      name: `Person ${number}`,
      email: `person${number}@lectern.example`,
      subject: 'General Inquiry',
      message: 'A question',
      website: '',
    }
    await send('write', '/api/contact', { body, headers: cookie })
  }
  if (number % 8 === 1)
    await send('sign in', '/api/login', { body: { email: `person${number}@lectern.example`, password: 'mistyped' }, expects: [401] })

  async function buy() {
    const { action } = (await open('order', 'book', priced.id)) ?? {}
    if (!action || !URL.canParse(action)) return
    await pause()
    const path = new URL(action).pathname.replace('/checkout/', '/api/orders/')
    const headers = { ...cookie, 'client-id': String(clientId) }
    const body = { gateway: 'test', method: 'web', email: `person${number}@lectern.example` }
    const response = await send('pay', `${path}/payments`, { body, headers })
    const order = response && ((await response.json()) as Partial<Order>)
    const reference = order?.attempt?.address?.split('/').at(-1)?.split('?')[0]
    if (reference) await send('pay', `/api/sandbox-gateway/payments/${reference}`, { body: { action: 'pay' } })
    await send('pay', `${path}/check`, { body: {}, headers })
  }
}
