import { expect, test } from 'vitest'
import { corpusFile, hasCorpus } from '#tests/support/corpus.ts'
import { inspectInParts } from './inspector.ts'

test.runIf(hasCorpus)('letters of a Japanese font that is not in the file are read', async () => {
  const path = corpusFile('pdf/noembed-sjis.pdf')
  const { texts } = await inspectInParts({ kind: 'page-texts', path }, (read) =>
    read({ kind: 'page-texts', path, pages: [1] }, { workMs: 5000 }),
  )
  expect(texts[0]?.content).toContain('あいうえお')
})
