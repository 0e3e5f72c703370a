import type { Page } from 'playwright-core'
import { ask } from './run-app.ts'
import { settle } from './settle.ts'
import type { Site } from './site.ts'

/** Signs in through the form of the sign-in page. */
export async function signInAt(page: Page, { email, password }: Site['credentials']): Promise<void> {
  await page.goto('/admin/login')
  await fillSignIn(page, { email, password })
  await page.waitForURL('**/admin/books')
}

/** Fills and submits the form of the open sign-in page. */
export async function fillSignIn(page: Page, { email, password }: Site['credentials']): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Ends the session of the page, which notices it at its next request. */
export async function endSession(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('adminToken'))
  await ask(new URL('/api/logout', page.url()).href, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
}

/** Signs in again on the page that reports the expired session. */
export async function signInAgain(page: Page, credentials: Site['credentials']): Promise<void> {
  await page.getByText('Your session has ended. Please sign in again.').first().waitFor()
  await page.waitForURL('**/admin/login')
  await fillSignIn(page, credentials)
}

/** Opens a page of the admin area and waits for its content. */
export async function openArea(page: Page, path: string): Promise<void> {
  await page.goto(`/admin/${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await settle(page)
}
