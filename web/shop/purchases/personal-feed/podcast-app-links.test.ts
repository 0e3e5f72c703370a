import { expect, test } from 'vitest'
import { podcastAppLinks } from './podcast-app-links.ts'

test('every podcast app link for a personal feed requests TLS and contains the complete feed URL', () => {
  expect(podcastAppLinks('https://lectern.example/api/personal-feed.xml?key=k-1_2')).toEqual([
    { app: 'AntennaPod', to: 'pcast:https://lectern.example/api/personal-feed.xml?key=k-1_2' },
    { app: 'Pocket Casts', to: 'pktc://subscribehttps/lectern.example/api/personal-feed.xml?key=k-1_2' },
    { app: 'Overcast', to: 'overcast://x-callback-url/add?url=https%3A%2F%2Flectern.example%2Fapi%2Fpersonal-feed.xml%3Fkey%3Dk-1_2' },
  ])
})
