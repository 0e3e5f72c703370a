import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { sharedSite } from '#contracts/site/shared-site.ts'
import { defaultContent } from '#site/default-content.ts'
import { site } from '#site/site.ts'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { inEachSize } from '#tests/support/component/in-each-size.ts'
import { buildAuthor, buildBook, buildPodcast } from '#tests/support/component/items.ts'
import { openPage } from '#tests/support/component/open-page.tsx'
import { OfflineDocument } from './offline-document.tsx'

const NARROW = { width: 320, height: 640 }
const PHONE = { width: 360, height: 740 }
const TABLET = { width: 768, height: 1024 }
const WIDE = [
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
]
const MISSING = '/nowhere/at-all'
const LISTS = ['/bookshop', '/podcasts', '/authors', `/books-by-${site.founder.slug}`]
const OTHERS = ['/', '/programs/teen-coaching', '/publishing', '/contact', '/search', '/purchases', '/books/sow-in-season', MISSING]

async function open(path: string) {
  const [book, episode, author] = [buildBook(), buildPodcast(), buildAuthor()]
  openFakeApi({
    '/books': [book],
    '/podcasts': [episode],
    '/authors': [author],
    '/books/sow-in-season': book,
    '/contact': { delivery: 'simulate' },
    '/purchases': { purchases: [] },
    '/owned-items': { items: [] },
    '/personal-feed': { feed: null, elsewhere: 0, mayCreate: false },
  })
  await openPage(path)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await document.fonts.ready
}

const boxOf = (selector: string, root: ParentNode = document) => (root.querySelector(selector) as Element).getBoundingClientRect()

test.each([...LISTS, ...OTHERS])('on wide screens, the header, the content and the footer of %s begin at the same edge', async (path) => {
  await open(path)
  const first = document.querySelector('main nav[aria-label="Breadcrumb"]') ? 'main nav[aria-label="Breadcrumb"]' : 'h1'
  for (const isOwner of [false, true]) {
    document.documentElement.toggleAttribute('data-owner', isOwner)
    onTestFinished(() => document.documentElement.removeAttribute('data-owner'))
    await inEachSize(async () => {
      const edges = () => ['header a', first, 'footer a'].map((selector) => boxOf(selector).left)
      // The page is laid out again after the window and its scrollbar have changed.
      await expect.poll(() => new Set(edges()).size, { message: String(edges()) }).toBe(1)
      expect(boxOf('header nav').left).toBeGreaterThan(boxOf('header a').right)
    }, WIDE)
  }
})

test.each(['/search', '/purchases', MISSING])(
  'the footer of %s begins below the first screen, and is smaller than the screen',
  async (path) => {
    await open(path)
    await inEachSize(
      async ({ width, height }) => {
        await expect.poll(() => boxOf('footer').top + scrollY).toBeGreaterThanOrEqual(height)
        // A phone has the links in one column of controls of 44 pixels each.
        expect(boxOf('footer').height).toBeLessThanOrEqual(height * (width < 700 ? 1.3 : 0.62))
      },
      [PHONE, TABLET, ...WIDE],
    )
  },
)

/** Expects the sun of the hills to be whole, on the page, and beside all words and controls. */
function expectWholeSun(root: Document) {
  const sun = boxOf('circle', root)
  const hills = root.querySelector('svg:has(> circle)') as SVGElement
  const ground = (hills.parentElement as Element).getBoundingClientRect()
  expect(sun.left).toBeGreaterThan(ground.left)
  expect(sun.right).toBeLessThan(ground.right)
  expect(sun.top).toBeGreaterThan(ground.top)
  const visible = hills.getBoundingClientRect()
  const isCropped = sun.top < visible.top && getComputedStyle(hills).overflowY !== 'visible'
  expect(isCropped).toBe(false)
  for (const each of root.querySelectorAll('main :is(h1, p, a, input, button)')) {
    const box = each.getBoundingClientRect()
    const meets = box.left < sun.right && sun.left < box.right && box.top < sun.bottom && sun.top < box.bottom
    expect(box.width > 0 && meets, `${each.outerHTML.slice(0, 80)} at ${root.defaultView?.innerWidth} px`).toBe(false)
  }
}

test('the sun of a missing page is whole, and no word or control is over it', async () => {
  await open(MISSING)
  await inEachSize(
    async ({ width }) => {
      await expect.poll(() => innerWidth).toBe(width)
      expectWholeSun(document)
    },
    [NARROW, PHONE, TABLET, ...WIDE],
  )
})

test('the sun of the offline document is whole, and no word or control is over it', async () => {
  const frame = document.body.appendChild(document.createElement('iframe'))
  onTestFinished(() => frame.remove())
  const inner = frame.contentDocument as Document
  const shared = sharedSite(defaultContent, { media: (key) => key })
  createRoot(inner).render(<OfflineDocument nonce="" site={shared} />)
  await expect.poll(() => inner.querySelector('circle')).not.toBeNull()
  for (const { width, height } of [NARROW, PHONE, TABLET, ...WIDE]) {
    Object.assign(frame.style, { position: 'fixed', inset: '0 auto auto 0', border: '0', width: `${width}px`, height: `${height}px` })
    await expect.poll(() => inner.defaultView?.innerWidth).toBe(width)
    expectWholeSun(inner)
  }
})

function placeholderWidth(input: HTMLInputElement) {
  const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
  context.font = getComputedStyle(input).font
  return context.measureText(input.placeholder).width
}

test.each(['/bookshop', '/podcasts', '/search', MISSING])(
  'the placeholder of the search field of %s is whole on the narrowest phone',
  async (path) => {
    await open(path)
    await inEachSize(
      async ({ width }) => {
        await expect.poll(() => innerWidth).toBe(width)
        const input = document.querySelector('main input[type=search]') as HTMLInputElement
        const { paddingLeft, paddingRight } = getComputedStyle(input)
        const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
        expect(placeholderWidth(input)).toBeLessThanOrEqual(room)
      },
      [NARROW, PHONE],
    )
  },
)

test.each([...LISTS, ...OTHERS])(
  'no word of a heading or of the footer of %s is divided on the narrowest phone and on a tablet',
  async (path) => {
    await open(path)
    await inEachSize(
      async ({ width }) => {
        await expect.poll(() => innerWidth).toBe(width)
        await expect.poll(() => [...document.querySelectorAll('main :is(h1, h2, h3), footer :is(a, h2)')].flatMap(dividedWords)).toEqual([])
      },
      [NARROW, TABLET],
    )
  },
)

/** Returns the words of an element that are on several lines without a hyphen. */
function dividedWords(element: Element): string[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  while (walker.nextNode()) {
    const node = walker.currentNode as Text
    for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{M}\d’]+/gu)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(word)
    }
  }
  return found
}

test('the entries of the share menu begin at one edge', async () => {
  Object.defineProperty(navigator, 'share', { value: undefined, configurable: true })
  await open('/books/sow-in-season')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect.element(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
  const entries = [...document.querySelectorAll('ul:has(> li > a[href*="wa.me"]) :is(a, button)')]
  expect(entries.length).toBe(5)
  await inEachSize(() => {
    const textLefts = entries.map((entry) => {
      const range = document.createRange()
      range.selectNodeContents(entry.lastChild as Node)
      return range.getBoundingClientRect().left
    })
    expect(new Set(textLefts).size).toBe(1)
    expect(Math.min(...textLefts)).toBeGreaterThan(0)
    for (const entry of entries) expect(entry.getBoundingClientRect().right).toBeLessThanOrEqual(innerWidth)
  }, [NARROW, PHONE, TABLET])
})

test('on a phone, the actions and the first three lines of a book are on the first screen', async () => {
  openFakeApi({
    '/books': [],
    '/authors': [],
    '/books/sow-in-season': buildBook({
      title: 'The Lamp and the Letter',
      textBytes: 16_000,
      pagesBytes: 494_000,
      opening: 'The lights went at six that evening, an hour early, and caught the whole of our street with its pots half cooked. '.repeat(
        2,
      ),
    }),
  })
  await openPage('/books/sow-in-season')
  const lines = page.getByRole('region', { name: 'The first lines' })
  await expect.element(lines).toBeVisible()
  await document.fonts.ready
  const words = lines.element().querySelector('p') as HTMLElement
  const lineHeight = Number.parseFloat(getComputedStyle(words).lineHeight)
  expect(Math.round(words.clientHeight / lineHeight)).toBe(3)
  expect(words.getBoundingClientRect().bottom).toBeLessThan(PHONE.height)
  for (const button of document.querySelectorAll('main [class*="max-sm"] button'))
    expect(button.getBoundingClientRect().bottom).toBeLessThan(words.getBoundingClientRect().top)
})
