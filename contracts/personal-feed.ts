import { z } from 'zod'

/** The address at which a podcast app finds all episodes that a browser may hear. Whoever knows it may hear them too. */
export const PersonalFeed = z.object({
  url: z.url(),
  createdAt: z.iso.datetime(),
  networks: z.int().meta({ description: 'From how many networks episodes were fetched on the busiest of the last days' }),
  shared: z.boolean().meta({ description: 'Whether that is more than one listener is likely to use' }),
})
export type PersonalFeed = z.infer<typeof PersonalFeed>

export const PersonalFeedState = z.object({
  feed: PersonalFeed.nullable(),
  elsewhere: z.int().meta({ description: 'Addresses that other browsers made of purchases which this one proved to be its own' }),
})
export type PersonalFeedState = z.infer<typeof PersonalFeedState>

export const PersonalFeedQuery = z.object({
  key: z.string().max(100).meta({ description: 'The secret of the address' }),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
})
