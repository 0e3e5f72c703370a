import { expect, test } from 'vitest'
import { podcastAppLinks } from './podcast-apps.ts'

test('each podcast app link contains the complete feed URL in the app’s format', () => {
  expect(podcastAppLinks('https://books.example/podcasts/feed.xml').map(({ to }) => to)).toEqual([
    'podcast://books.example/podcasts/feed.xml',
    'pktc://subscribe/books.example/podcasts/feed.xml',
    'https://antennapod.org/deeplink/subscribe?url=https%3A%2F%2Fbooks.example%2Fpodcasts%2Ffeed.xml',
    'overcast://x-callback-url/add?url=https%3A%2F%2Fbooks.example%2Fpodcasts%2Ffeed.xml',
  ])
})
