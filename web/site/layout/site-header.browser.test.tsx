import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { site } from '#site/site.ts'
import { findViolations } from '#tests/support/component/accessibility.ts'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { inEachSize } from '#tests/support/component/in-each-size.ts'
import { buildPodcast } from '#tests/support/component/items.ts'
import { openPage } from '#tests/support/component/open-page.tsx'

const header = page.getByRole('banner')
const ground = () => getComputedStyle(header.element()).backgroundColor
const programs = (root: string) => [...document.querySelectorAll(`${root} a[href^="/programs/"]`)].map((link) => link.getAttribute('href'))
const openLists = () => openFakeApi({ '/books': [], '/podcasts': [buildPodcast()], '/authors': [] })

async function onDesktop(look: () => Promise<void>) {
  await page.viewport(1440, 900)
  try {
    await look()
  } finally {
    await page.viewport(360, 740)
  }
}

test('on a desktop the header lists the links and the six programs, is transparent over the hero, and changes its logo when scrolled', () =>
  onDesktop(async () => {
    openLists()
    await openPage('/')
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(getComputedStyle(header.element()).position).toBe('fixed')
    expect(ground()).toBe('rgba(0, 0, 0, 0)')
    expect(header.element().getBoundingClientRect().y).toBe(0)
    expect(document.querySelector('[data-hero]')?.getBoundingClientRect().y).toBe(0)
    const logo = () => header.element().querySelector('img')?.getAttribute('src')
    const before = logo()
    for (const name of ['Home', 'Bookshop', 'Authors', 'Podcasts', 'Publishing', 'Contact'])
      await expect.element(header.getByRole('link', { name })).toBeVisible()
    expect(header.getByRole('button', { name: 'Open menu' }).elements()).toEqual([])

    await header.getByRole('button', { name: 'Programs' }).click()
    expect(programs('header')).toEqual(site.programs.map(({ slug }) => `/programs/${slug}`))
    expect(await findViolations()).toEqual([])
    await header.getByRole('link', { name: /^Teen Coaching/ }).click()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Teen Coaching' })).toBeVisible()
    expect(programs('header')).toEqual([])

    scrollTo(0, 200)
    await expect.poll(logo).not.toBe(before)
    expect(header.element().getBoundingClientRect().y).toBe(0)
  }))

test('the header turns white when scrolled past 50 pixels', () =>
  onDesktop(async () => {
    openLists()
    await openPage('/')
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    scrollTo(0, 51)
    await expect.element(header).toHaveAttribute('data-scrolled', 'true')
    await expect.poll(ground).toBe('rgb(255, 255, 255)')
    scrollTo(0, 50)
    await expect.element(header).toHaveAttribute('data-scrolled', 'false')
  }))

test('on a phone a full-screen menu slides in, and its Programs group expands and collapses', async () => {
  openLists()
  await openPage('/')
  expect(header.getByRole('link', { name: 'Bookshop' }).elements()).toEqual([])
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect.element(menu).toBeVisible()
  const sheet = menu.element().children[0] as Element
  expect(getComputedStyle(sheet).animationName).toBe('slide')
  await expect.poll(() => sheet.getBoundingClientRect()).toMatchObject({ x: 0, y: 0, width: 360, height: 740 })
  expect(programs('dialog')).toEqual([])
  const group = menu.getByRole('button', { name: 'Programs' })
  await group.click()
  expect(programs('dialog').length).toBe(6)
  expect(await findViolations()).toEqual([])
  await group.click()
  await expect.poll(() => programs('dialog')).toEqual([])
})

test('the mobile menu opens, expands the programs and closes when a link is chosen', async () => {
  openLists()
  await openPage('/')
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByRole('button', { name: 'Programs' }).click()
  expect(programs('dialog').length).toBe(6)
  await menu.getByRole('link', { name: 'Bookshop' }).click()
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { level: 1, name: 'The Bookshop' })).toBeVisible()
})

const LOGO = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

test.each([
  ['a long name', { brand: { name: 'Mwenje Christian Books and Coaching of Zimbabwe' } }],
  ['a long word as its name', { brand: { name: 'W'.repeat(60) } }],
  ['a wide logo', { logos: { onLight: { src: LOGO, width: 600, height: 160 }, onDark: { src: LOGO, width: 600, height: 160 } } }],
  ['a very wide logo', { logos: { onLight: { src: LOGO, width: 3000, height: 100 }, onDark: { src: LOGO, width: 3000, height: 100 } } }],
])('with %s, the buttons of the header stay on the screen', async (_, own) => {
  openLists()
  await openPage('/publishing', own as unknown as Parameters<typeof openPage>[1])
  await expect.element(page.getByRole('banner').getByRole('link', { name: 'Search' })).toBeVisible()
  await inEachSize(
    ({ width }) => {
      const controls = [...page.getByRole('banner').element().querySelectorAll('a, button')].map((control) =>
        control.getBoundingClientRect(),
      )
      expect(controls.filter(({ width: own, left, right }) => own > 0 && (left < 0 || right > width))).toEqual([])
    },
    [
      { width: 320, height: 640 },
      { width: 360, height: 740 },
      { width: 768, height: 1024 },
      { width: 1440, height: 900 },
    ],
  )
})
