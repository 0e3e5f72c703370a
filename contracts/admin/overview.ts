import { z } from 'zod'
import { LostMail } from '#contracts/common/mail-state.ts'
import { GATEWAY_NAMES } from '#contracts/shop/gateways.ts'
import { Currency } from '#contracts/shop/money.ts'
import { CONTACT_DELIVERIES } from '#contracts/site/contact-choices.ts'

/** Number of stored rows of a kind that anonymous visitors can create, such as messages, and its maximum. */
const Fill = z.object({ count: z.int(), max: z.int() })

/** Number of items outside the bin, and number of items that public lists contain. */
const ItemCount = z.object({ total: z.int(), listed: z.int() })

/** Items whose files could not be processed, at most ten. */
const FailedItems = z.array(z.object({ id: z.string(), name: z.string() }))

/** System status on the first page of the admin area. */
export const Overview = z.object({
  counts: z.object({
    books: ItemCount.meta({ description: 'Number of books in all states, and of published books; books in the bin are not counted' }),
    podcasts: ItemCount.meta({
      description: 'Number of episodes in all states, and of published episodes; episodes in the bin are not counted',
    }),
    authors: z.int(),
    admins: z.int(),
    unreadMessages: z.int().nullable().meta({ description: 'Number of unread messages; null when the contact form delivers no messages' }),
  }),
  latest: z
    .array(z.object({ noun: z.enum(['book', 'podcast', 'author']), id: z.string(), name: z.string(), createdAt: z.iso.datetime() }))
    .meta({ description: 'Recently added items, newest first' }),
  app: z.object({
    version: z.string(),
    commit: z.string().nullable().meta({ description: 'Abbreviated hash of the Git commit; null when unknown' }),
    isBehindUntrustedProxy: z
      .boolean()
      .meta({ description: 'Whether requests arrived through a proxy that the setting TRUST_PROXY does not include' }),
  }),
  backup: z
    .object({ finishedAt: z.iso.datetime(), bytes: z.int() })
    .nullable()
    .meta({ description: 'Last completed backup; null if there is none' }),
  backgroundWork: z.enum(['starting', 'running', 'failing']).meta({
    description: 'failing: the job queue could not be started and is retried; expired data is not deleted until the queue starts',
  }),
  failedJobs: z
    .array(z.object({ name: z.string(), at: z.iso.datetime(), reason: z.string() }))
    .meta({ description: 'Background work whose last run failed: jobs after all retries, and workers of this instance' }),
  storage: z.object({
    store: z.enum(['disk', 's3']).meta({ description: 'Location of media files: the data folder or a bucket' }),
    works: z.boolean().meta({ description: 'Whether files can be stored at the moment' }),
    files: z.int(),
    bytes: z.int().meta({ description: 'Size of media files in bytes' }),
    freeBytes: z.int().meta({ description: 'Free disk space for media files, or for uploads in progress when media are in a bucket' }),
    minFreeBytes: z.int().meta({ description: 'Free disk space below which uploads are refused' }),
  }),
  bookPages: z.object({ complete: z.int(), waiting: z.int(), failed: z.int() }).nullable().meta({
    description: 'Numbers of books whose page images are rendered, are pending, or could not be rendered; null when rendering is off',
  }),
  failedBooks: FailedItems.meta({ description: 'Books whose pages could not be rendered, at most ten' }),
  lightSound: z.object({ done: z.int(), waiting: z.int(), failed: z.int(), hasFfmpeg: z.boolean() }).nullable().meta({
    description: 'Number of recordings whose low-bitrate audio is ready, pending, or failed; null when low-bitrate audio is disabled',
  }),
  failedEpisodes: FailedItems.meta({ description: 'Episodes whose low-bitrate audio could not be encoded, at most ten' }),
  database: z.object({
    embedded: z.boolean().meta({ description: 'Whether the database is the embedded PostgreSQL in the data folder' }),
    bytes: z.int(),
    version: z.string(),
    connections: z.object({ apps: z.int(), needed: z.int(), allowed: z.int() }).meta({
      description:
        'Number of instances of the app that use the database, the connections that they may open together, and the connections that the database allows',
    }),
  }),
  mail: z.object({
    kind: z.enum(['smtp', 'files']).meta({ description: 'files: no mail server is set, so emails are written to files' }),
    works: z.boolean(),
    lost: z.array(LostMail).meta({ description: 'Emails that could not be delivered, at most ten of each kind' }),
  }),
  content: z
    .object({
      readable: z.boolean().meta({
        description:
          'Whether the published texts and settings of the site could be read; pages have the last ones, or those of a new installation',
      }),
      invalidSections: z
        .array(z.object({ name: z.string(), title: z.string() }))
        .meta({ description: 'Published sections with invalid content; pages display their default content' }),
      drafts: z
        .array(z.object({ name: z.string(), title: z.string(), at: z.iso.datetime(), by: z.string().nullable() }))
        .meta({ description: 'Sections with unpublished drafts, oldest draft first' }),
    })
    .meta({ description: 'Texts and settings that the owner published' }),
  payments: z.object({
    gateways: z
      .array(z.object({ name: z.enum(GATEWAY_NAMES), isTrial: z.boolean(), currencies: z.array(Currency) }))
      .meta({ description: 'Enabled gateways, whether they are in test mode, and their currencies' }),
    rate: z.enum(['current', 'stale', 'none']).meta({ description: 'Whether the ZWG exchange rate is current, stale, or missing' }),
    disputed: z.int().meta({ description: 'Number of disputed payments that the shop must respond to at the gateway' }),
    failedRefunds: z.int().meta({ description: 'Number of payments whose refund failed within the last 30 days' }),
    refundsDue: z.int().meta({ description: 'Number of payments with a refund due' }),
    unreadable: z.int().meta({ description: 'Number of payments whose status could not be read from the gateway for a while' }),
  }),
  anonymous: z
    .object({
      neverPaidOrders: Fill.meta({ description: 'Orders without a payment attempt; above the maximum, the oldest ones are deleted' }),
      messages: Fill.meta({ description: 'Stored contact form messages; above the maximum, new messages are refused' }),
      messagesToday: Fill.meta({ description: 'Contact form messages received within the last 24 hours' }),
    })
    .meta({ description: 'Numbers of stored rows that anonymous visitors can create' }),
  settings: z.object({
    production: z.boolean(),
    publicUrl: z.string().nullable(),
    demonstration: z.enum(['none', 'loading', 'loaded', 'removed']),
    contactDelivery: z.enum(CONTACT_DELIVERIES),
  }),
})
export type Overview = z.infer<typeof Overview>
