import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { site } from '#site/site.ts'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { inEachSize } from '#tests/support/component/in-each-size.ts'
import { openPage } from '#tests/support/component/open-page.tsx'

const footer = page.getByRole('contentinfo')
const currency = footer.getByLabelText(/^Currency/)

test('the footer has its four columns and the current year', async () => {
  openFakeApi()
  await openPage('/publishing')
  await expect.element(footer.getByText(/empowering minds through knowledge, personal development and spiritual growth/i)).toBeVisible()
  expect(footer.getByRole('link', { name: / on (Facebook|X|Instagram|LinkedIn)$/ }).elements().length).toBe(4)
  expect(
    footer
      .getByRole('heading')
      .elements()
      .map((heading) => heading.textContent),
  ).toEqual(['Quick Links', 'Our Programs', 'Contact Us'])
  const links = [...footer.element().querySelectorAll('a')]
  const hrefs = links.map((link) => link.getAttribute('href'))
  expect(hrefs.filter((href) => href?.startsWith('/programs/'))).toEqual(site.programs.map(({ slug }) => `/programs/${slug}`))
  expect(hrefs).toEqual(expect.arrayContaining(['/', '/bookshop', '/authors', '/podcasts', '/publishing', '/contact']))
  expect(links.find(({ href }) => href.startsWith('tel:'))?.textContent).toBe(site.contact.phone)
  expect(links.find(({ href }) => href.startsWith('mailto:'))?.textContent).toBe(site.contact.email)
  expect([...currency.element().querySelectorAll('option')].map(({ text }) => text)).toEqual(['USD', 'ZWG'])
  await expect.element(footer.getByText(new RegExp(`© ${new Date().getFullYear()} ${site.brand.name}`))).toBeVisible()
  await inEachSize(({ width }) => {
    if (width < 1000) return
    const boxes = [...(footer.element().firstElementChild?.children ?? [])].map((column) => column.getBoundingClientRect())
    expect(new Set(boxes.map(({ x }) => x)).size).toBe(4)
    expect(new Set(boxes.map(({ y }) => y)).size).toBe(1)
  })
})

test('on a phone, the footer is about as high as the screen, and its links are large enough for a finger', async () => {
  openFakeApi()
  await openPage('/publishing')
  await expect.element(currency).toBeVisible()
  expect(footer.element().getBoundingClientRect().height).toBeLessThan(780)
  const sizes = [...footer.element().querySelectorAll('a, select')].map((control) => control.getBoundingClientRect())
  expect(sizes.filter(({ width, height }) => width < 44 || height < 44)).toEqual([])
})

test('a chosen currency is stored, announced, and restored on the next visit', async () => {
  openFakeApi()
  const { unmount } = await openPage('/publishing')
  await expect.element(currency).toHaveValue('USD')
  await currency.selectOptions('ZWG')
  await expect.element(page.getByText('Currency changed to ZWG')).toBeVisible()
  expect(localStorage.getItem('currency')).toBe('ZWG')
  await expect.element(currency).toHaveAccessibleDescription(/^Prices are in US dollars\. The checkout shows the amount in ZWG, or says/)
  await unmount()
  await openPage('/publishing')
  await expect.element(currency).toHaveValue('ZWG')
  await currency.selectOptions('USD')
  await expect.element(currency).not.toHaveAccessibleDescription()
})

test('without browser storage, a chosen currency applies to the current visit only, and a notice says so', { tags: ['full'] }, async () => {
  openFakeApi({ '/books': [], '/podcasts': [] })
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  await openPage('/publishing')
  await currency.selectOptions('ZWG')
  await expect.element(page.getByText('Currency changed to ZWG')).toBeVisible()
  await expect.element(page.getByText('This browser can’t save settings, so the currency applies to this visit only.')).toBeVisible()
  await expect.element(currency).toHaveValue('ZWG')
  await footer.getByRole('link', { name: 'Home' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: site.brand.vision })).toBeVisible()
  await expect.element(currency).toHaveValue('ZWG')
})
