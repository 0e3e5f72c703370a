import type { PDFDocumentProxy } from 'pdfjs-dist'
import { expect, test } from 'vitest'
import { readOutline } from './read-outline.ts'

const entry = (title: string, dest: unknown, items: unknown[] = []) => ({ title, dest, items })
const reference = (num: number) => ({ num, gen: 0 })

function pdfWith(outline: unknown[] | null): PDFDocumentProxy {
  return {
    numPages: 5,
    getOutline: async () => outline,
    getDestination: async (name: string) => (name === 'known' ? [reference(12)] : null),
    getPageIndex: async ({ num }: { num: number }) => {
      if (num > 20) throw new Error('No such page')
      return num - 10
    },
  } as unknown as PDFDocumentProxy
}

test('outline entries with named, referenced and numbered targets resolve to pages, with their depth in the outline', async () => {
  const pdf = pdfWith([entry('  One\n two ', [reference(10)], [entry('Inside', 'known')]), entry('Last', [4])])
  expect(await readOutline(pdf)).toEqual([
    { title: 'One two', page: 1, depth: 0 },
    { title: 'Inside', page: 3, depth: 1 },
    { title: 'Last', page: 5, depth: 0 },
  ])
})

test('outline entries that resolve to no page are omitted, but their children are included', async () => {
  const pdf = pdfWith([
    entry('Unknown', 'nobody', [entry('Under it', [0])]),
    entry('Broken', [reference(99)]),
    entry('Beyond', [5]),
    entry('', [1]),
    entry('A web page', null),
  ])
  expect(await readOutline(pdf)).toEqual([{ title: 'Under it', page: 1, depth: 1 }])
  expect(await readOutline(pdfWith(null))).toEqual([])
})
