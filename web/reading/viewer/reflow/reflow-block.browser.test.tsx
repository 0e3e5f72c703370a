import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { blockText } from '#contracts/reading/block-text.ts'
import type { ReflowBlock as Block } from '#contracts/reading/book-reflow.ts'
import { findViolations } from '#tests/support/component/accessibility.ts'
import { offsetBelow, rangeOf } from './dom-text.ts'
import { ReflowBlock } from './reflow-block.tsx'
import './reading.css'

const VERSE: Block = {
  kind: 'lines',
  page: 1,
  text: ['on the far bank a heron ', ['stood', 'i'], '\nso still\n\u2003we took it for a post'],
}
const TABLE: Block = { kind: 'table', hasHead: true, page: 1, text: ['Month\tIncome\tCosts\nMay\t300\t\nJune\t420\t230'] }

const CODE: Block = { kind: 'code', page: 1, text: [`for name in names:\n    if name:\n        print(name, end='${'-'.repeat(60)}')`] }

async function show(block: Exclude<Block, { kind: 'picture' }>, marks: { from: number; to: number }[] = []) {
  const all = marks.map((mark) => ({ ...mark, kind: 'highlight' as const, id: 'one' }))
  await render(
    <main>
      <h1>Text</h1>
      <div className="reading-text" data-ground="paper" style={{ width: 280 }}>
        <ReflowBlock block={block} name="1:0" level={undefined} pages={[]} marks={all} nameOfPage={String} />
      </div>
    </main>,
  )
  return [...document.querySelectorAll('[data-place="1:0"]')].at(-1) as HTMLElement
}
test('each line of verse is on a line of its own, and offsets count its line feeds', async () => {
  const element = await show(VERSE, [{ from: 24, to: 38 }])
  expect(element.textContent).toBe(blockText(VERSE))
  const tops = [...element.querySelectorAll('.reading-line')].map((line) => line.getBoundingClientRect().top)
  expect(new Set(tops).size).toBe(3)
  expect([...element.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['stood', '\n', 'so still'])
  expect(rangeOf(element, { from: 30, to: 38 })?.toString()).toBe('so still')
  const second = element.querySelectorAll('.reading-line')[1] as Element
  expect(offsetBelow(element, second.getBoundingClientRect().top + 2)).toBe(30)
})

test('a table has rows, cells and a head, scrolls within its frame, and passes axe', async () => {
  const element = await show(TABLE)
  expect(element.textContent).toBe(blockText(TABLE))
  await expect.element(page.getByRole('columnheader', { name: 'Income' })).toBeVisible()
  expect([...element.querySelectorAll('tr')].map(({ children }) => children.length)).toEqual([3, 3, 3])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  const june = element.querySelectorAll('tr')[2] as Element
  expect(offsetBelow(element, june.getBoundingClientRect().top + 2)).toBe(blockText(TABLE).indexOf('June'))
  expect(await findViolations()).toEqual([])
})

test('code keeps its spaces and line ends, scrolls within its frame, and passes axe', async () => {
  const element = await show(CODE)
  expect(element.textContent).toBe(blockText(CODE))
  const topOf = (words: string) => {
    const from = blockText(CODE).indexOf(words)
    return rangeOf(element, { from, to: from + words.length })?.getBoundingClientRect() as DOMRect
  }
  expect(topOf('if name').top).toBeGreaterThan(topOf('for name').top)
  expect(topOf('print').left).toBeGreaterThan(topOf('if name').left)
  expect(page.getByRole('group', { name: 'Code' }).element().scrollWidth).toBeGreaterThan(280)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  expect(await findViolations()).toEqual([])
})

test('links lead to places in the book and to addresses, which are displayed unless they are the words', async () => {
  const text = 'See the second chapter, our site, or example.org/two.'
  const at = (words: string) => [text.indexOf(words), text.indexOf(words) + words.length] as [number, number]
  const links: Exclude<Block, { kind: 'picture' }>['links'] = [
    [...at('second chapter'), [2, 1]],
    [...at('our site'), 'https://www.example.org/one/'],
    [...at('example.org/two'), 'https://example.org/two'],
  ]
  const element = await show({ kind: 'paragraph', page: 1, text: [text], links }, [{ from: text.indexOf('site'), to: text.length }])
  expect(element.textContent).toBe(text)
  const found = [...element.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href'), link.dataset.address])
  expect(found).toEqual([
    ['second chapter', '#2:1', undefined],
    ['our ', 'https://www.example.org/one/', undefined],
    ['site', 'https://www.example.org/one/', 'example.org/one'],
    ['example.org/two', 'https://example.org/two', undefined],
  ])
  const outer = element.querySelector('a[data-address]') as HTMLAnchorElement
  expect([outer.target, outer.rel]).toEqual(['_blank', 'noopener noreferrer nofollow'])
  expect(getComputedStyle(outer, '::after').content).toContain('example.org/one')
  expect(await findViolations()).toEqual([])
})

test('a chosen font is that of headings and tables too, and only running text is justified', async () => {
  const style = async (block: Exclude<Block, { kind: 'picture' }>, within = '*') => {
    const element = await show(block)
    const text = element.closest('.reading-text') as HTMLElement
    Object.assign(text.dataset, { face: 'literata', align: 'justify' })
    const { fontFamily, textAlign } = getComputedStyle(element.matches(within) ? element : (element.querySelector(within) as Element))
    const { textWrap } = getComputedStyle(text) as unknown as { textWrap: string }
    return { font: fontFamily.split(',')[0], textAlign, textWrap }
  }
  const justified = { font: 'Literata', textAlign: 'justify', textWrap: 'wrap' }
  expect(await style({ kind: 'paragraph', page: 1, text: ['Words'] })).toEqual(justified)
  const ragged = { ...justified, textAlign: 'start' }
  expect(await style({ kind: 'heading', level: 1, page: 1, text: ['Words'] })).toEqual(ragged)
  expect(await style(VERSE)).toEqual(ragged)
  expect(await style(TABLE, 'td')).toEqual(ragged)
  expect(await style(CODE)).toEqual({ ...ragged, font: 'monospace' })
})
