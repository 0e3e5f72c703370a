import { expect, test } from 'vitest'
import { shareText } from './share-text.ts'

test.each([
  [{ title: 'Rest', by: 'Ada Moyo', description: 'On sleep.  And on work.' }, '“Rest” by Ada Moyo: On sleep.'],
  [{ title: 'Rest', by: 'Ada Moyo', description: 'Why rest?\nBecause.' }, '“Rest” by Ada Moyo: Why rest?'],
  [{ title: 'Rest', by: 'Ada Moyo', description: 'A sentence\nwithout an end' }, '“Rest” by Ada Moyo: A sentence without an end'],
  [{ title: 'Rest', by: 'Ada Moyo', description: `${'word '.repeat(60)}.` }, '“Rest” by Ada Moyo'],
  [{ title: 'Rest', by: 'Ada Moyo', description: '' }, '“Rest” by Ada Moyo'],
  [{ title: 'Ada Moyo', description: 'Writes in Gweru.' }, 'Ada Moyo: Writes in Gweru.'],
])('the text of a shared link to %j is %j', (item, text) => {
  expect(shareText(item)).toBe(text)
})
