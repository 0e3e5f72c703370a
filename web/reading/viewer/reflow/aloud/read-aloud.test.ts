import { expect, test, vi } from 'vitest'
import type { ReflowBlock } from '#contracts/reading/book-reflow.ts'
import { createReadAloud } from './read-aloud.ts'

const PARTS: ReflowBlock[][] = [
  [
    { kind: 'heading', level: 1, page: 1, text: ['One'] },
    { kind: 'paragraph', page: 1, text: ['First here.', ['1', 'sup'], ' Second here.'] },
    { kind: 'note', marker: '1', page: 1, text: ['A note.'] },
  ],
  [{ kind: 'paragraph', page: 2, text: ['Third here.'] }],
]

function start({ fails = false, isBehindEnd = () => false }: { fails?: boolean; isBehindEnd?: (at: { part: number }) => boolean } = {}) {
  const said: string[] = []
  const states: string[] = []
  const onFailure = vi.fn()
  const endings: ((wasSaid: boolean) => void)[] = []
  const aloud = createReadAloud({
    speak: (text) => {
      said.push(text)
      return new Promise((resolve) => endings.push(resolve))
    },
    silence: () => {},
    fetchBlocks: async (part) => PARTS[part - 1] ?? [],
    total: PARTS.length,
    language: 'en',
    isBehindEnd,
    onChange: (state) => states.at(-1) !== state && states.push(state),
    onFailure,
  })
  const hear = (count: number) => expect.poll(() => said.length).toBe(count)
  const end = () => endings.shift()?.(!fails)
  return { aloud, said, states, onFailure, hear, end }
}

test('reading aloud continues from a position to the end of the book, skipping notes and note references', async () => {
  const { aloud, said, states, hear, end } = start()
  void aloud.play({ part: 1, block: 1, offset: 0 })
  for (let count = 1; count <= 3; count++) {
    await hear(count)
    end()
  }
  await expect.poll(() => states).toEqual(['speaking', 'idle'])
  expect(said).toEqual(['First here.', 'Second here.', 'Third here.'])
})

test('reading aloud repeats the sentence when it resumes after a pause, and ends when it is stopped', async () => {
  const { aloud, said, states, hear, end } = start()
  void aloud.play({ part: 1, block: 1, offset: 13 })
  await hear(1)
  aloud.pause()
  end()
  void aloud.resume()
  await hear(2)
  aloud.stop()
  end()
  await expect.poll(() => states).toEqual(['speaking', 'paused', 'speaking', 'idle'])
  expect(said).toEqual(['Second here.', 'Second here.'])
})

test('reading aloud pauses at the sentence when the voice fails, and says so', async () => {
  const { aloud, said, states, onFailure, hear, end } = start({ fails: true })
  void aloud.play({ part: 2, block: 0, offset: 0 })
  await hear(1)
  end()
  await expect.poll(() => states).toEqual(['speaking', 'paused'])
  expect(onFailure).toHaveBeenCalledTimes(1)
  void aloud.resume()
  await hear(2)
  expect(said).toEqual(['Third here.', 'Third here.'])
})

test('reading aloud pauses before the sentence behind the chosen end, and Continue reads it', async () => {
  let endsAfter = 1
  const { aloud, said, states, hear, end } = start({ isBehindEnd: ({ part }) => part > endsAfter })
  void aloud.play({ part: 1, block: 1, offset: 13 })
  await hear(1)
  end()
  await expect.poll(() => states).toEqual(['speaking', 'paused'])
  expect(said).toEqual(['Second here.'])
  endsAfter = 2
  void aloud.resume()
  await hear(2)
  expect(said).toEqual(['Second here.', 'Third here.'])
})
