import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { Message } from '#contracts/contact.ts'
import { findBarriers, overflows } from '#tests/support/accessibility.ts'
import { UNANSWERED, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { ask } from '#tests/support/run-app.ts'
import { openSite, type Site } from '#tests/support/site.ts'

const THANKS = 'Your message has been sent successfully. We will get back to you soon!'
const LETTER = { name: 'Rudo Moyo', email: 'rudo@example.com', subject: 'Publishing', message: 'I have written a book.\nWhat now?' }

describe.each(VIEWPORTS)('at $width × $height', (viewport) => {
  let site: Site
  beforeAll(async () => {
    site = await openSite()
    await site.publishAuthor({ name: 'Tapiwa Gumbo', bio: 'He led schools.', facebook: 'https://facebook.com/tapiwa.example' })
    await site.publishAuthor({ name: 'Chiedza Mapfumo', bio: 'She kept the books of a clinic.' })
    await site.publishBook({ title: 'Sow in Season', author: 'tapiwa GUMBO' })
    await site.publishBook({ title: 'The Lamp and the Letter', author: 'Ruvimbo Chikomo' })
  })
  afterAll(() => site?.close())

  test('a profile opens by the keyboard, its book above it, and each gives the focus back', async () => {
    const { page } = await site.profile(viewport)
    await page.goto('/authors')
    const [tapiwa, chiedza] = ['Tapiwa Gumbo', 'Chiedza Mapfumo'].map((name) => page.getByRole('article').filter({ hasText: name }))
    await chiedza?.getByText('0 Books').waitFor()
    await tapiwa?.getByText('1 Book', { exact: true }).waitFor()
    expect(await findBarriers(page)).toEqual([])

    const viewProfile = tapiwa?.getByRole('button', { name: 'View Profile' })
    await viewProfile?.focus()
    await page.keyboard.press('Enter')
    const profile = page.getByRole('dialog', { name: 'Tapiwa Gumbo' })
    await profile.getByText('He led schools.').waitFor()
    const book = profile.getByRole('article').filter({ hasText: 'Sow in Season' }).getByRole('button', { name: 'Read' })
    await book.waitFor()
    expect(await profile.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
      'https://facebook.com/tapiwa.example',
      '/books/sow-in-season',
    ])
    expect(await findBarriers(page)).toEqual([])

    await book.focus()
    await page.keyboard.press('Enter')
    await page.getByText(/^Page 1 of \d+$/).waitFor()
    await page.keyboard.press('Escape')
    await profile.waitFor()
    await expect.poll(() => focused(page)).toBe('Read')
    await page.keyboard.press('Escape')
    await profile.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('View Profile')
    expect(new URL(page.url()).search).toBe('')
  })

  test('a profile has an address, and the way back closes it', async () => {
    const { page } = await site.profile(viewport)
    await page.goto('/authors')
    await page.getByRole('button', { name: 'View Profile' }).first().click()
    await page.getByRole('dialog').waitFor()
    const address = page.url()
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goto(address)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/authors')
  })

  test('a profile whose code does not come says so over the authors, and can be asked for again', async () => {
    const { page } = await site.profile(viewport, { mayComplain: UNANSWERED })
    const code = /\/assets\/author-profile[^/]*\.js/
    const failure = page.getByText('This could not be loaded. Check your connection.')
    await page.route(code, (route) => route.abort())
    await page.goto('/authors')
    const viewProfile = page.getByRole('button', { name: 'View Profile' }).first()
    await viewProfile.click()
    await failure.waitFor()
    await page.getByRole('heading', { name: 'Our Authors' }).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await failure.waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await expect.poll(() => focused(page)).toBe('View Profile')

    await viewProfile.click()
    await failure.waitFor()
    await page.evaluate(() => history.back())
    await failure.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/authors')

    await viewProfile.click()
    await failure.waitFor()
    await page.unroute(code)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('View Profile')
  })

  test('the founder’s page has the founder’s books alone, and nobody else has one', async () => {
    const { page } = await site.profile(viewport, { mayComplain: /404/ })
    await page.goto('/books-by-ruvimbo-chikomo')
    await page.getByRole('heading', { name: 'The Lamp and the Letter' }).waitFor()
    expect(await page.getByRole('article').count()).toBe(1)
    expect((await page.goto('/books-by-tapiwa-gumbo'))?.status()).toBe(404)
  })

  test('publishing names its services and hands out the packages', async () => {
    const { page } = await site.profile(viewport)
    await page.goto('/publishing')
    expect(await page.getByRole('heading', { level: 4 }).count()).toBe(13)
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download PDF' }).click()])
    expect(file.suggestedFilename()).toMatch(/\.pdf$/)
    expect(await file.failure()).toBeNull()
    expect(await findBarriers(page)).toEqual([])
  })

  test('a message is sent in a second and a half, without a call, and the form is cleared', async () => {
    const { page } = await site.profile(viewport)
    const calls: string[] = []
    page.on('request', (request) => {
      const fetched = ['fetch', 'xhr', 'ping', 'eventsource', 'websocket'].includes(request.resourceType())
      if (fetched || request.method() !== 'GET') calls.push(`${request.method()} ${request.url()}`)
    })
    await page.clock.install()
    await page.goto('/contact')
    await page.getByRole('button', { name: 'Send message' }).click()
    for (const text of ['Enter your name.', 'Enter your e-mail address.', 'Choose a subject.', 'Enter your message.'])
      await page.getByText(text).waitFor()
    expect(await focused(page, 'name')).toBe('name')
    expect(await findBarriers(page)).toEqual([])

    await fill(page, { ...LETTER, email: 'rudo@' })
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByText('Enter a valid e-mail address.').waitFor()
    await page.getByLabel('Email').fill(LETTER.email)
    await page.clock.pauseAt(Date.now() + 60_000)
    calls.length = 0
    await page.getByRole('button', { name: 'Send message' }).click()
    expect(await page.getByRole('button', { name: 'Sending...' }).isDisabled()).toBe(true)
    await page.clock.runFor(1400)
    expect(await page.getByRole('button', { name: 'Sending...' }).isDisabled()).toBe(true)
    await page.clock.runFor(200)
    await page.getByText(THANKS).waitFor()
    expect(await typed(page)).toEqual({ name: '', email: '', subject: '', message: '' })
    expect(calls).toEqual([])
  })

  test.each(['/authors', '/publishing', '/contact', '/books-by-ruvimbo-chikomo'])('%s fits 320 pixels', async (path) => {
    const { page } = await site.profile({ ...viewport, width: 320 }, { mayComplain: UNANSWERED })
    await page.goto(path)
    expect(await overflows(page)).toBe(false)
  })
})

describe('with an inbox', () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite({ CONTACT_DELIVERY: 'inbox' })
  })
  afterAll(() => site?.close())

  async function inbox(): Promise<Message[]> {
    return (await ask(`${site.url}/api/messages`, { headers: site.headers })).json() as Promise<Message[]>
  }

  test('what was typed survives a lost connection and arrives afterwards', async () => {
    const known = new Set((await inbox()).map(({ id }) => id))
    const arrived = async () => (await inbox()).filter(({ id }) => !known.has(id))
    const { context, page } = await site.profile(VIEWPORTS[0], { mayComplain: UNANSWERED })
    await page.goto('/contact?subject=Publishing')
    expect(await page.getByLabel('Subject').inputValue()).toBe('Publishing')
    await fill(page, LETTER)
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByRole('alert').getByText('Check your connection').waitFor()
    expect(await typed(page)).toEqual(LETTER)
    expect(await arrived()).toEqual([])

    await context.setOffline(false)
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByText(THANKS).waitFor()
    expect(await arrived()).toMatchObject([{ ...LETTER, read: false, answered: false }])
  })

  test('what the server refuses is said beside the field, and too many messages are said at all', async () => {
    const { page } = await site.profile(VIEWPORTS[1], { mayComplain: UNANSWERED })
    const refuse = (status: number, problem: object) =>
      page.route('**/api/contact', (route) =>
        route.fulfill({ status, contentType: 'application/problem+json', body: JSON.stringify({ status, ...problem }) }),
      )
    await page.goto('/contact')
    await fill(page, LETTER)
    await refuse(400, { errors: [{ field: 'email', message: 'Enter another e-mail address.' }] })
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByText('Enter another e-mail address.').waitFor()
    expect(await focused(page, 'name')).toBe('email')

    await page.unroute('**/api/contact')
    await refuse(429, { code: 'too_many_requests' })
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByRole('alert').getByText('Try again in a few minutes').waitFor()
    expect(await typed(page)).toEqual(LETTER)
    expect(await findBarriers(page)).toEqual([])
  })
})

/** What has the keyboard's focus: its words, or an attribute of it. */
function focused(page: Page, attribute?: string): Promise<string | null | undefined> {
  return page.evaluate((name) => (name ? document.activeElement?.getAttribute(name) : document.activeElement?.textContent), attribute)
}

async function fill(page: Page, letter: typeof LETTER) {
  await page.getByLabel('Name').fill(letter.name)
  await page.getByLabel('Email').fill(letter.email)
  await page.getByLabel('Subject').selectOption(letter.subject)
  await page.getByLabel('Message').fill(letter.message)
}

async function typed(page: Page): Promise<typeof LETTER> {
  const value = (label: string) => page.getByLabel(label).inputValue()
  return { name: await value('Name'), email: await value('Email'), subject: await value('Subject'), message: await value('Message') }
}
