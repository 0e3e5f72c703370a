import type { Page } from 'playwright-core'
import type { Site } from './site.ts'

/** Signs in by the form, as the first admin unless others are given. */
export async function signInAt(page: Page, { email, password }: Site['credentials']): Promise<void> {
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/admin/books')
}

/** Goes to a page of the area and waits until it shows what it is about. */
export async function openArea(page: Page, path: string): Promise<void> {
  await page.goto(`/admin/${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
}
