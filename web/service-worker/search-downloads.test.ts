import { expect, test } from 'vitest'
import { searchDownloads } from './search-downloads.ts'

const TEXTS = ['The lamp was lit.', 'Nobody was at home.', `${'Far from here. '.repeat(20)}A Café, a LAMP and lamplight.`]

async function read<Answer>(path: string): Promise<Answer | undefined> {
  if (path === '/pages') return { sizes: TEXTS.map(() => [300, 400]) } as Answer
  const text = TEXTS[Number(/\d+/.exec(path)?.[0]) - 1] ?? ''
  const runs = text.split(' ').map((word) => [0, 0, 0, 0, word, 1])
  return { runs, direction: 'ltr', links: [] } as Answer
}

test('search finds pages on which every term starts a word, ignoring case and accents', async () => {
  const found = await searchDownloads('cafe lamp', read)
  expect(found).toMatchObject({ total: 1, isComplete: true, hits: [{ page: 3 }] })
  expect(found?.hits[0]?.text.filter((_, index) => index % 2 === 1)).toEqual(['Café', 'LAMP', 'lamplight'])
  expect((await searchDownloads('lamp', read))?.hits.map(({ page }) => page)).toEqual([1, 3])
})

test('search in downloads does not match letters inside words, and ignores a book without downloaded texts', async () => {
  expect((await searchDownloads('amp', read))?.total).toBe(0)
  expect(await searchDownloads('lamp', async () => undefined)).toBeUndefined()
  expect(await searchDownloads('?!', read)).toBeUndefined()
})
