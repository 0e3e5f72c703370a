import { z } from 'zod'
import { ClientHeader } from '#contracts/shop/order.ts'
import { BrowserPurchases, PurchaseClaim, PurchaseCodeRequest, Purchases } from '#contracts/shop/purchase.ts'
import { sendAfterResponse } from '#server/platform/email-codes/send-code.ts'
import { setBound } from '#server/platform/http/route-bounds.ts'
import type { App } from '#server/platform/http/server.ts'
import type { PurchaseService } from './purchases.service.ts'

const tags = ['purchases']

export function purchaseRoutes({ purchases }: { purchases: PurchaseService }) {
  return async (app: App) => {
    setBound(app, 'limited')
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))

    app.get(
      '/purchases',
      {
        schema: {
          tags,
          summary: 'List purchases and open payments of this browser',
          headers: ClientHeader,
          response: { 200: BrowserPurchases },
        },
        config: { bound: { constant: 'the purchases of one browser' } },
      },
      async ({ headers }) => {
        const clientId = headers['client-id']
        return { purchases: await purchases.list(clientId), open: await purchases.listOpen(clientId) }
      },
    )

    app.post(
      '/purchases/codes',
      {
        schema: {
          tags,
          summary: 'Request a code by email; the response is the same whether or not the address is known',
          body: PurchaseCodeRequest,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        sendAfterResponse(request, reply, await purchases.requestCode(request.body, request.ip))
      },
    )

    app.post(
      '/purchases',
      { schema: { tags, summary: 'Claim the purchases of an email address', body: PurchaseClaim, response: { 200: Purchases } } },
      async (request) => ({ purchases: await purchases.claim(request.body) }),
    )
  }
}
