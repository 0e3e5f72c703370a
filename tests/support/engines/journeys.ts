import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { VIEWPORTS } from '../browser.ts'
import { EPISODE, EPISODE_SECONDS, FREE_BOOK, PRICED_BOOK, publishCatalogue, TEXT_BOOK, TEXT_BOOK_PAGES } from '../catalogue.ts'
import { openReleaseProxy } from '../release-proxy.ts'
import { buildImage, buildPdf } from '../sample-files.ts'
import { openSite, type Site } from '../site.ts'
import { makeTempFolder } from '../temp-folder.ts'
import type { Engine } from './driver.ts'
import { createPage, type Page, type Target } from './page.ts'
import { isInstalled } from './programs.ts'

type Journey = (page: Page, site: Site & { files: { pdf: string; cover: string } }) => Promise<void>

const button = (name: string | RegExp, within?: Target): Target => ({ role: 'button', name, within })
const link = (name: string | RegExp, within?: Target): Target => ({ role: 'link', name, within })
const heading = (name: string | RegExp, within?: Target): Target => ({ role: 'heading', name, within })
const field = (name: string | RegExp, within?: Target): Target => ({ field: name, within })
const card = (title: string): Target => ({ role: 'article', text: new RegExp(title) })
const dialog = (name: string | RegExp): Target => ({ role: 'dialog', name })
const MAIN: Target = { role: 'main' }
const READ = /^Read\b(?! aloud)/

/** The twelve journeys that run in every engine, at the size of a phone and of a desktop */
const JOURNEYS: Record<string, Journey> = {
  'Home leads to the bookshop': async (page) => {
    await page.goto('/')
    await page.see(heading(/future/))
    await page.look('home')
    // A row that scrolls sideways shows a second scrollbar, or stops a finger, when it is too low for its content.
    const low = `[...document.querySelectorAll('main ul')].filter((row) => getComputedStyle(row).overflowY === 'auto' && row.scrollHeight > row.clientHeight).length`
    expect(await page.evaluate(low)).toBe(0)
    await page.click(link('The bookshop', MAIN))
    await page.see(heading(/Bookshop/))
    await page.see(card(FREE_BOOK))
    await page.look('bookshop')
  },

  'a search finds a book by a word of its title with a typo': async (page) => {
    await page.goto('/')
    await page.click(link('Search', { role: 'banner' }))
    await page.fill({ role: 'searchbox', name: /^Search books/ }, 'seeson rain')
    await page.press('Enter')
    await page.see(card(TEXT_BOOK))
    await page.look('search results')
  },

  'the page of a book is reached from a list, and Back returns to the list': async (page) => {
    await page.goto('/bookshop')
    await page.click(link(FREE_BOOK, card(FREE_BOOK)))
    await page.untilAt(/\/books\/a-free-book$/)
    await page.see(heading(FREE_BOOK))
    await page.look('book')
    await page.evaluate('history.back()')
    await page.see(heading(/Bookshop/))
  },

  'pages of a book are turned with buttons and keys': async (page) => {
    await openBook(page, TEXT_BOOK)
    await showsPage(page, 1)
    await page.look('reader')
    await page.click(button('Next'))
    await showsPage(page, 2)
    await page.press('ArrowRight')
    await showsPage(page, 3)
    await page.press('End')
    await showsPage(page, TEXT_BOOK_PAGES)
    await page.press('Escape')
    await page.gone(dialog(TEXT_BOOK))
  },

  'the reading view shows the text of the page in a larger size': async (page) => {
    await openBook(page, TEXT_BOOK)
    await showsPage(page, 1)
    await openTool(page, 'Reading view')
    const text: Target = { role: 'region', name: 'Text' }
    await page.see(heading('Chapter 1', text))
    await page.look('reading view')
    await page.press('End')
    await page.see(button(`Page ${TEXT_BOOK_PAGES} of ${TEXT_BOOK_PAGES}`))
  },

  'words are found inside a book': async (page) => {
    await openBook(page, TEXT_BOOK)
    // The text of a page is read when the page is first requested.
    await showsPage(page, 1)
    await page.press('End')
    await showsPage(page, TEXT_BOOK_PAGES)
    await openTool(page, 'Search in this book')
    await page.fill({ role: 'searchbox', name: 'Words to find' }, 'on page 1')
    await page.press('Enter')
    const hit = button(/^Page 1/, { role: 'complementary', name: 'Search in this book' })
    await page.see(hit)
    await page.look('search inside')
    await page.click(hit)
    await showsPage(page, 1)
    await page.until('highlighted words', `CSS.highlights.get('viewer-found')?.size > 0`)
    await page.look('hit')
  },

  'an episode plays on, is sought, and is paused': async (page) => {
    await page.goto('/podcasts')
    await page.click(button(/^Listen/, card(EPISODE)))
    await page.see(dialog('Now Playing'))
    await plays(page)
    await page.look('player')
    await page.click({ role: 'slider', name: 'Seek' })
    await page.until('the middle', `document.querySelector('audio').currentTime > ${EPISODE_SECONDS * 0.4}`)
    await plays(page)
    await page.click(button('Close', dialog('Now Playing')))
    const dock: Target = { role: 'region', name: 'Player' }
    await page.click(button('Pause', dock))
    await page.until('silence', `document.querySelector('audio').paused`)
    await page.look('bar of the player')
  },

  'a book is paid at the test gateway, and then read': async (page) => {
    await page.goto('/books/a-priced-book')
    await page.click(button(/^Get this book/))
    await page.untilAt(/\/checkout\//)
    await page.look('checkout')
    await page.fill(field('Your email address'), `rudo-${randomUUID().slice(0, 8)}@example.com`)
    await page.click(button(/^Pay /))
    await page.untilAt(/\/sandbox-gateway\//)
    await page.look('gateway')
    await page.click(button(/^Pay ?The payment arrives immediately/))
    await page.untilAt(/\/books\/a-priced-book/)
    await page.see(dialog(PRICED_BOOK))
    await showsPage(page, 1)
    await page.press('End')
    await showsPage(page, 80)
  },

  'a saved book is read offline': async (page, { url }) => {
    const connection = await openReleaseProxy(url)
    try {
      await page.goto(`${connection.url}/books/a-free-book`)
      await page.click(button('Save offline'))
      await page.click({ role: 'radio', name: /^Pages/ })
      await page.look('save offline')
      await page.click(button(/^Save/, dialog('Save offline')))
      await page.see({ text: /^Saved offline: /, within: dialog('Save offline') })
      await page.click(button('Close', dialog('Save offline')))
      await page.see(button('Saved offline'))
      await page.until('the history without the dialog', '!history.state?.overlays')
    } finally {
      connection.close()
    }
    await page.goto(`${connection.url}/shelf`)
    await page.look('shelf')
    await page.click(button(READ, { role: 'listitem', text: new RegExp(FREE_BOOK) }))
    await showsPage(page, 1)
    await page.press('ArrowRight')
    await showsPage(page, 2)
  },

  'a message is sent with the contact form, which names a missing field first': async (page) => {
    await page.goto('/contact?subject=Publishing')
    await page.fill(field('Name'), 'Rudo Moyo')
    await page.fill(field('Email'), 'rudo@example.com')
    await page.click(button('Send message'))
    await page.until('the focus in the message', `document.activeElement?.name === 'message'`)
    await page.look('missing message')
    await page.fill(field('Message'), 'I have written a book.')
    await page.click(button('Send message'))
    await page.see({ text: /Your message has been sent successfully/ })
    await page.look('sent message')
  },

  'an administrator signs in': async (page, site) => {
    await signIn(page, site)
    await page.see({ role: 'listitem', text: new RegExp(FREE_BOOK) })
    await page.look('admin area')
  },

  'a published book is found and read by a visitor': async (page, site) => {
    const title = `The Granary ${randomUUID().slice(0, 8)}`
    await signIn(page, site)
    await page.click(link('Add book'))
    await page.fill(field('Title'), title)
    await page.fill(field('Author'), 'Farai Dube')
    await page.fill(field('Price'), '0')
    await page.click(button('Book Writing'))
    await page.fill(field('Description'), 'Of grain and patience.')
    await page.attach('input[type=file][name=coverImage]', site.files.cover)
    await page.attach('input[type=file][name=pdf]', site.files.pdf)
    await page.look('filled form')
    await page.click(button('Add book'))
    await page.see({ text: /Book added successfully/ })
    await page.goto(`/bookshop?q=${encodeURIComponent(title)}`)
    await page.click(button(READ, card(title)))
    await showsPage(page, 1)
    await page.look('published book')
  },
}

/** Declares the journeys as tests, which are skipped where the engine is not installed. */
export function testJourneys(engine: Engine): void {
  let site: Parameters<Journey>[1]
  let browser: Awaited<ReturnType<Engine['launch']>>
  let folder: string

  beforeAll(async () => {
    if (!isInstalled(engine.name)) return
    folder = await makeTempFolder()
    const files = { pdf: join(folder, 'book.pdf'), cover: join(folder, 'cover.png') }
    await writeFile(files.pdf, Buffer.from(await (await buildPdf({ title: 'The Granary' })).arrayBuffer()))
    await writeFile(files.cover, Buffer.from(await (await buildImage()).arrayBuffer()))
    site = { ...(await openSite({}, { catalogue: await publishCatalogue() })), files }
    browser = await engine.launch()
  })
  afterAll(async () => {
    await browser?.close()
    await site?.close()
    if (folder) await rm(folder, { recursive: true, force: true })
  })

  describe.skipIf(!isInstalled(engine.name)).each(VIEWPORTS)(`${engine.name}, $width × $height`, (viewport) => {
    test.each(Object.entries(JOURNEYS))('%s', async (title, journey) => {
      const driver = await browser.open(viewport)
      try {
        await journey(createPage(driver, site.url, `${engine.name} ${viewport.width} ${title}`), site)
        expect(driver.complaints).toEqual([])
      } finally {
        await driver.close()
      }
    })
  })
}

async function openBook(page: Page, title: string): Promise<void> {
  await page.goto('/bookshop')
  await page.click(button(READ, card(title)))
  await page.see(dialog(title))
}

/** Waits until the viewer displays the page, counted from 1. */
async function showsPage(page: Page, number: number): Promise<void> {
  await page.see(button(new RegExp(`^Page (.* \\()?${number} of \\d+\\)?$`)))
  await page.until(
    `page ${number} of the book`,
    `[...document.querySelectorAll('[data-page-number="${number}"] img')].some((img) => img.checkVisibility() && img.complete && img.naturalWidth > 0)`,
  )
}

/** Presses a tool of the viewer, which a narrow header folds. */
async function openTool(page: Page, name: string): Promise<void> {
  if (!(await page.find(button(name), () => true))) await page.click(button('More tools'))
  await page.click(button(name))
}

async function plays(page: Page): Promise<void> {
  const from = await page.evaluate<number>(`document.querySelector('audio')?.currentTime ?? 0`)
  await page.until('sound', `document.querySelector('audio')?.currentTime > ${from + 0.5}`)
}

async function signIn(page: Page, { credentials }: Site): Promise<void> {
  await page.goto('/admin/login')
  await page.fill(field('Email'), credentials.email)
  await page.fill(field('Password'), credentials.password)
  await page.look('sign-in')
  await page.click(button('Sign in'))
  await page.untilAt(/\/admin\/books/)
}
