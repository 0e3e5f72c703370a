import { z } from 'zod'
import { EDITION_FORMATS } from '#contracts/common/file-formats.ts'
import { plainText } from '#contracts/common/list.ts'
import { Currency } from './money.ts'
import { ProductKind } from './product.ts'

/** Random id, issued by the server and stored by a browser, that identifies the browser and gives access to its purchases. */
export const ClientId = z.string().regex(/^[A-Za-z0-9_-]{22,64}$/, 'Invalid client id.')

export const ClientIdResponse = z.object({
  clientId: ClientId,
  known: z.literal(true).optional().meta({
    description: 'True if the browser may own items: it already had this id, or this id replaces one with orders',
  }),
})

/** Priced items that a browser may open. */
export const OwnedItems = z.object({ items: z.array(z.object({ kind: ProductKind, id: z.string() })) })
export type OwnedItems = z.infer<typeof OwnedItems>

export const NextActionRequest = z.object({
  productId: plainText(100).min(1),
  clientId: ClientId,
  product: ProductKind,
  currency: Currency,
  format: z.enum(EDITION_FORMATS).optional().meta({
    description: 'Format of the file to open, such as `audio` for the audiobook of a book; by default the file that is read or heard first',
  }),
  returnUrl: z
    .url({ protocol: /^https?$/ })
    .max(8000)
    .meta({ description: 'URL of the current page, on this site’s origin or an allowed one' }),
})
export type NextActionRequest = z.infer<typeof NextActionRequest>

export const NextActionResponse = z.object({
  action: z.string().meta({ description: '“view”, or the checkout URL that the browser navigates to' }),
  url: z.string().optional().meta({ description: 'URL of the file if the action is “view”; signed and short-lived for priced items' }),
})
export type NextActionResponse = z.infer<typeof NextActionResponse>
