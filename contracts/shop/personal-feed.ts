import { z } from 'zod'

/** Personal podcast feed with all episodes and audiobooks that a browser may play. Anyone who knows the feed's URL can play them. */
export const PersonalFeed = z.object({
  url: z.url(),
  createdAt: z.iso.datetime(),
  networks: z.int().meta({ description: 'Highest recent number of networks per day from which recordings were downloaded' }),
  shared: z.boolean().meta({ description: 'Whether the number of networks exceeds the likely use of one listener' }),
})
export type PersonalFeed = z.infer<typeof PersonalFeed>

export const PersonalFeedState = z.object({
  feed: PersonalFeed.nullable(),
  elsewhere: z.int().meta({ description: 'Number of feeds that other browsers created for the same purchases' }),
  mayCreate: z.boolean().meta({ description: 'Whether the browser owns an episode or an audiobook, so that it can have a feed' }),
})
export type PersonalFeedState = z.infer<typeof PersonalFeedState>

export const PersonalFeedQuery = z.object({
  key: z.string().max(100).meta({ description: 'Secret part of the feed’s URL' }),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
})
