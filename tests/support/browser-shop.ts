import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { VIEWPORTS } from './browser.ts'
import { closeByEscape } from './focus.ts'
import { newestMail } from './newest-mail.ts'
import { buildLargePdf, buildPdf } from './sample-files.ts'
import { openSite, type Site } from './site.ts'

export const HOUSE = 'A House for Two'
export const RAIN = 'Crossing Before Rain'
export const EPISODE = 'Money talks for newlyweds'
export const PAGES = 12
const ABOUT = `Two people and one roof. ${'What is built in a quarrel stands crooked. '.repeat(12)}\n\nIt ends well.`

/** Opens a site with two priced books and a priced episode. */
export async function openShop(): Promise<Site> {
  const site = await openSite()
  await site.publishBook({ title: HOUSE, price: '1204.5', description: ABOUT, pdf: await buildPdf({ pages: 5, title: HOUSE }) })
  await site.publishBook({ title: RAIN, price: '3', pdf: await buildLargePdf({ pages: PAGES, title: RAIN }) })
  await site.publishPodcast({ title: EPISODE, price: '1.5' })
  return site
}

export const phone = VIEWPORTS[0]
export const desktop = VIEWPORTS[1]
/** Returns a unique email address, so that repeated attempts of a test don't conflict. */
export const newAddress = (name: string) => `${name}-${randomUUID().slice(0, 8)}@example.com`
export const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })

/** Returns whether the header, or the phone menu, links to the purchases. */
export async function leadsToPurchases(page: Page): Promise<boolean> {
  const link = { name: 'My purchases' }
  if ((page.viewportSize()?.width ?? 0) > 1000) return page.getByRole('banner').getByRole('link', link).isVisible()
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByRole('link', { name: 'Contact' }).waitFor()
  const found = await menu.getByRole('link', link).isVisible()
  await closeByEscape(page, menu)
  await menu.waitFor({ state: 'detached' })
  return found
}

/** Opens the checkout of a book from the bookshop. */
export async function choose(page: Page, title: string): Promise<void> {
  await page.goto(`/bookshop?q=${encodeURIComponent(title)}`)
  await card(page, title)
    .getByRole('button', { name: /^Read\b(?! aloud)/ })
    .click()
  await page.waitForURL('**/checkout/*')
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

/** Submits the checkout form and follows the redirect to the test gateway. Returns the URL of the gateway's page. */
export async function goToGateway(page: Page, email: string): Promise<string> {
  await page.getByLabel('Your email address').fill(email)
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.waitForURL('**/sandbox-gateway/*')
  return page.url()
}

export const act = (page: Page, action: string) => page.getByRole('button', { name: new RegExp(`^${action}`) }).click()

export async function buy(page: Page, title: string, email: string): Promise<string> {
  await choose(page, title)
  const gateway = await goToGateway(page, email)
  await act(page, 'Pay The payment arrives immediately')
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  return gateway
}

/** Restores the purchases of an email address in the browser. */
export async function findAgain(page: Page, email: string, { dataDir }: Site): Promise<void> {
  await page.goto('/purchases')
  await page.getByText('No purchases in this browser yet.').waitFor()
  await page.getByLabel('Your email address').fill(email)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByText(/If we know this address, a code is on its way/).waitFor()
  const [, code = ''] = /^Subject: (\d{8}) is your code/m.exec(await newestMail(dataDir, email, /^Subject: \d{8} is your code/m)) ?? []
  await page.getByRole('textbox', { name: 'Code' }).fill(`${code.slice(0, 4)} ${code.slice(4)}`)
  await page.getByRole('button', { name: 'Show my purchases' }).click()
  await page.getByText('Your purchases are here.').waitFor()
}
