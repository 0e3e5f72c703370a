import { z } from 'zod'
import { CONTACT_DELIVERIES } from './contact-choices.ts'
import { Currency } from './money.ts'
import { GATEWAYS } from './payment.ts'

/** How many there are of what anybody can make, and how many there may be. */
const Fill = z.object({ count: z.int(), max: z.int() })

/** The state of the whole, for the admin area's first page. */
export const Overview = z.object({
  counts: z.object({
    books: z.int(),
    podcasts: z.int(),
    authors: z.int(),
    admins: z.int(),
    unreadMessages: z.int().nullable().meta({ description: 'null when the contact form delivers nothing' }),
  }),
  latest: z
    .array(z.object({ noun: z.enum(['book', 'podcast', 'author']), id: z.string(), name: z.string(), createdAt: z.iso.datetime() }))
    .meta({ description: 'What was added last, the latest first' }),
  backgroundWork: z
    .enum(['starting', 'running', 'failing'])
    .meta({ description: 'failing: this app could not start its job queue and keeps trying; until then nothing is cleared away' }),
  failedJobs: z
    .array(z.object({ name: z.string(), at: z.iso.datetime(), reason: z.string() }))
    .meta({ description: 'Background work whose last run failed: jobs after all retries, and loops of this app' }),
  storage: z.object({
    store: z.enum(['disk', 's3']).meta({ description: 'Whether the media are in the data folder or in a bucket' }),
    works: z.boolean().meta({ description: 'Files can be stored at present' }),
    files: z.int(),
    bytes: z.int().meta({ description: 'What the media take' }),
    freeBytes: z.int().meta({ description: 'Room left on the disk for them, or with a bucket for files on their way there' }),
    minFreeBytes: z.int().meta({ description: 'With less room left, files are refused' }),
  }),
  bookPages: z
    .object({ complete: z.int(), waiting: z.int(), failed: z.int() })
    .nullable()
    .meta({ description: 'Of how many books all pages are made, are being made, or can’t be made; null when none are made' }),
  lightSound: z.object({ done: z.int(), waiting: z.int(), failed: z.int(), hasFfmpeg: z.boolean() }).nullable().meta({
    description: 'How many recordings have the light form that they can have, wait for it, or can’t have one; null when none are made',
  }),
  database: z.object({
    embedded: z.boolean().meta({ description: 'The one that the app runs itself, in its data folder' }),
    bytes: z.int(),
    version: z.string(),
    connections: z
      .object({ apps: z.int(), needed: z.int(), allowed: z.int() })
      .meta({ description: 'How many apps use it, and how many connections they may open and it allows' }),
  }),
  mail: z.object({
    kind: z.enum(['smtp', 'files']).meta({ description: 'files: no mail server is set, and nobody gets anything' }),
    works: z.boolean(),
  }),
  payments: z.object({
    gateways: z
      .array(z.object({ name: z.enum(GATEWAYS), isTrial: z.boolean(), currencies: z.array(Currency) }))
      .meta({ description: 'Those that are on, whether no money moves there, and the currencies they take' }),
    rate: z.enum(['current', 'stale', 'none']).meta({ description: 'Whether amounts in ZWG can be worked out' }),
    disputed: z.int().meta({ description: 'Payments in a dispute, which the shop has to answer at the gateway' }),
    failedRefunds: z.int().meta({ description: 'Payments whose refund failed within 30 days, so that the shop has the money again' }),
    refundsDue: z.int().meta({ description: 'Payments that are still to be given back' }),
    unreadable: z.int().meta({ description: 'Payments of which nobody has been able to learn anything for a while' }),
  }),
  anonymous: z
    .object({
      neverPaidOrders: Fill.meta({ description: 'Orders that nobody began to pay; at the maximum the oldest make way' }),
      messages: Fill.meta({ description: 'Messages of the contact form in all; at the maximum no more are taken' }),
      messagesToday: Fill.meta({ description: 'Those of the last 24 hours' }),
    })
    .meta({ description: 'What anybody can fill without signing in' }),
  settings: z.object({
    production: z.boolean(),
    publicUrl: z.string().nullable(),
    demonstration: z.enum(['none', 'loading', 'loaded', 'removed']),
    contactDelivery: z.enum(CONTACT_DELIVERIES),
  }),
})
export type Overview = z.infer<typeof Overview>
