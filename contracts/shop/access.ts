import { z } from 'zod'
import { plainText } from '#contracts/common/list.ts'
import { Currency } from './money.ts'
import { ProductKind } from './product.ts'

/** Random id that identifies a browser and gives access to its purchases. Issued by the server, stored by the browser. */
export const ClientId = z.string().regex(/^[A-Za-z0-9_-]{22,64}$/, 'Invalid client id.')

export const ClientIdResponse = z.object({
  clientId: ClientId,
  known: z.literal(true).optional().meta({ description: 'Whether the browser already had the id, and may own items under it' }),
})

/** Priced items that a browser may open. */
export const OwnedItems = z.object({ items: z.array(z.object({ kind: ProductKind, id: z.string() })) })
export type OwnedItems = z.infer<typeof OwnedItems>

export const NextActionRequest = z.object({
  productId: plainText(100).min(1),
  clientId: ClientId,
  product: ProductKind,
  currency: Currency,
  returnUrl: z
    .url({ protocol: /^https?$/ })
    .max(8000)
    .meta({ description: 'URL of the current page, on this site’s origin or an allowed one' }),
})
export type NextActionRequest = z.infer<typeof NextActionRequest>

export const NextActionResponse = z.object({
  action: z.string().meta({ description: 'The word view, or a URL that the browser navigates to' }),
  url: z.string().optional().meta({ description: 'With view: URL of the file; signed and short-lived for priced items' }),
})
export type NextActionResponse = z.infer<typeof NextActionResponse>
