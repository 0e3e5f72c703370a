import { parseHTML } from 'linkedom'
import { expect } from 'vitest'
import { PUBLIC_PAGES } from '#scripts/support/public-pages.ts'
import { test } from '#tests/support/browser-test.ts'
import { rawGet } from '#tests/support/raw-get.ts'

/** Requests the path without normalizing it, unlike `fetch`. */
async function get(site: { url: string }, path: string) {
  const { status, headers, body } = await rawGet(site.url + path)
  return { status, location: headers.location, type: String(headers['content-type']), text: body.toString() }
}

test('other spellings of the path of a page redirect to its URL, with the whole query', async ({ site }) => {
  for (const path of Object.values(PUBLIC_PAGES)) {
    const spellings =
      path === '/'
        ? ['//']
        : [
            `${path}/`,
            `${path}//`,
            path.replace(/^\/[^/]+/, (segment) => segment.toUpperCase()),
            `/%${path.charCodeAt(1).toString(16)}${path.slice(2)}`,
          ]
    for (const spelling of spellings)
      expect(await get(site, `${spelling}?q=a&from=mail`), spelling).toMatchObject({ status: 308, location: `${path}?q=a&from=mail` })
  }
  for (const [path, normal] of [
    ['/sitemap.xml/', '/sitemap.xml'],
    ['/Robots.txt', '/robots.txt'],
    ['/ADMIN/books/', '/admin/books'],
    ['/Podcasts/a-slug', '/podcasts/a-slug'],
    ['/CHECKOUT/Ab-C', '/checkout/Ab-C'],
    ['/programs/Teen-Coaching', '/programs/teen-coaching'],
  ])
    expect(await get(site, String(path)), path).toMatchObject({ status: 308, location: normal })
  // Redirects never lead to another host.
  for (const path of ['//example.com/', '/\\example.com/', '/nowhere/']) expect((await get(site, path)).status, path).toBe(404)
})

test('paths with control characters are refused, and nothing is logged', async ({ site }) => {
  const before = site.output.length
  for (const path of ['/%0a1', '/%0D', '/bookshop%0a', '/books/%00', '/%0a1.data', '/a%09b', '/%7f', '/%C2%85', '/programs/%E2%80%A8'])
    expect(await get(site, path), path).toMatchObject({ status: 400, type: expect.stringContaining('application/problem+json') })
  expect(site.output.slice(before)).toEqual([])
})

test('every missing page has a title', async ({ site }) => {
  for (const path of [
    '/nowhere',
    '/books/none',
    '/podcasts/none',
    '/authors/none',
    '/programs/none',
    '/checkout/none',
    '/sandbox-gateway/none',
  ]) {
    const { text } = await get(site, path)
    const { document } = parseHTML(text)
    expect([path, document.querySelectorAll('head > title').length]).toEqual([path, 1])
    expect(document.title, path).toMatch(/\S · \S/)
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content'), path).toBe('noindex')
  }
})
