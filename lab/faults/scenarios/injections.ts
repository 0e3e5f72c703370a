import type { Page } from 'playwright-core'
import { PUBLIC_PAGES } from '#scripts/support/public-pages.ts'
import { launchBrowser, VIEWPORTS } from '#tests/support/browser.ts'
import { buildAudio, buildAuthorForm, buildBookForm, buildImage, buildPdf, buildPodcastForm } from '#tests/support/sample-files.ts'
import { settle } from '#tests/support/settle.ts'
import type { Figure, Product, Scenario } from '../scenario.ts'

/** Script payloads that call `ran` if a page executes them. */
const SCRIPTS = [
  '"><img src=x onerror=ran()>',
  '</script><script>ran()</script>',
  'javascript:ran()',
  '{{constructor.constructor("ran()")()}}',
  '<svg onload=ran()>',
  '\u2028ran()//',
]
const ADMIN_PAGES = [
  '/admin/books',
  '/admin/authors',
  '/admin/podcasts',
  '/admin/orders',
  '/admin/messages',
  '/admin/activity',
  '/admin/overview',
]
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="ran()"><script>ran()</script></svg>`
const HTML = '<!doctype html><script>ran()</script>'

type Seen = { violations: string[]; ran: number }

/** Fault scenario: scripts in every text field, `javascript:` links, and polyglot files. */
export const injections: Scenario = {
  number: 10,
  name: 'scripts in fields and files',
  settings: { CONTACT_DELIVERY: 'inbox' },
  run: injectEverywhere,
}

async function injectEverywhere(product: Product): Promise<Figure[]> {
  const published = await publishScripts(product)
  const files = await uploadPolyglots(product)
  const browser = await launchBrowser()
  const seen: Seen = { violations: [], ran: 0 }
  let visits = 0
  try {
    for (const viewport of VIEWPORTS) {
      const context = await browser.newContext({ viewport, baseURL: product.url })
      const page = await context.newPage()
      await watch(page, seen)
      const queries = SCRIPTS.flatMap((script) => [
        `/bookshop?q=${encodeURIComponent(script)}`,
        `/contact?subject=${encodeURIComponent(script)}`,
      ])
      for (const path of [...Object.values(PUBLIC_PAGES), ...queries, ...published.profiles]) {
        await page.goto(path)
        await settle(page)
        visits += 1
      }
      await signIn(page, product)
      for (const path of ADMIN_PAGES) {
        await page.goto(path)
        await settle(page)
        visits += 1
      }
      await context.close()
    }
  } finally {
    await browser.close()
  }
  return [
    { name: 'items published with scripts in every field', value: published.count, atLeast: SCRIPTS.length },
    { name: 'script links accepted', value: published.scriptLinks, atMost: 0 },
    { name: 'polyglot files', value: files.sent },
    { name: 'of these served as executable content', value: files.dangerous.length, atMost: 0 },
    { name: '5xx responses', value: published.failed + files.failed, atMost: 0 },
    { name: 'pages visited', value: visits },
    { name: 'scripts executed', value: seen.ran, atMost: 0 },
    { name: 'violations of the content security policy', value: seen.violations.length, atMost: 0 },
    ...[...new Set(seen.violations)].map((name) => ({ name, value: 1, atMost: 0 })),
  ]
}

async function publishScripts({ url, headers }: Product) {
  let [count, scriptLinks, failed] = [0, 0, 0]
  const profiles: string[] = []
  const send = async (path: string, body: FormData) => {
    const response = await fetch(`${url}/api${path}`, { method: 'POST', headers, body })
    failed += Number(response.status >= 500)
    return { status: response.status, item: (await response.json()) as { id?: string } }
  }
  for (const script of SCRIPTS) {
    const book = await send('/books', await buildBookForm({ title: script, author: script, categories: script, description: script }))
    const episode = await send('/podcasts', await buildPodcastForm({ title: script, host: script, description: script }))
    const author = await send('/authors', await buildAuthorForm({ name: script, bio: script }))
    count += [book, episode, author].every(({ status }) => status === 201) ? 1 : 0
    if (author.item.id) profiles.push(`/authors?profile=${author.item.id}`)
    for (const link of ['facebook', 'twitter', 'instagram', 'linkedin']) {
      const { status } = await send('/authors', await buildAuthorForm({ name: 'A link', [link]: 'javascript:ran()' }))
      scriptLinks += Number(status === 201)
    }
    const message = { name: script, email: 'rudo@reader.example', subject: 'Other', message: script }
    const response = await fetch(`${url}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
    })
    failed += Number(response.status >= 500)
  }
  return { count, scriptLinks, failed, profiles }
}

/** Uploads polyglot files. A rejected file is harmless; an accepted file must be served with its declared type only. */
async function uploadPolyglots({ url, headers }: Product) {
  const picture = await buildImage()
  const pdf = await buildPdf()
  const bytes = (...parts: (Blob | string)[]) => new Blob(parts)
  const forms = [
    ...[bytes(SVG), bytes(HTML), bytes(picture, HTML), bytes(HTML, picture), bytes('GIF89a', HTML)].map((coverImage) => ({ coverImage })),
    ...[bytes(SVG), bytes(HTML), bytes(pdf, HTML), bytes(HTML, pdf), bytes(SVG, pdf)].map((pdf) => ({ pdf })),
  ]
  const recordings = [bytes(HTML), bytes(SVG), bytes(buildAudio(), HTML), bytes('ID3', HTML)]
  let [sent, failed] = [0, 0]
  const dangerous: string[] = []
  const check = async (response: Response) => {
    sent += 1
    failed += Number(response.status >= 500)
    const text = await response.text()
    if (response.status !== 201) return
    for (const [path] of text.matchAll(/\/api\/media\/[^"?]+/g)) {
      const { headers } = await fetch(url + path, { method: 'HEAD' })
      const isInert =
        headers.get('x-content-type-options') === 'nosniff' && headers.get('content-security-policy')?.includes("default-src 'none'")
      if (!isInert || /html|svg|xml|javascript/.test(headers.get('content-type') ?? '')) dangerous.push(path)
    }
  }
  for (const form of forms) await check(await fetch(`${url}/api/books`, { method: 'POST', headers, body: await buildBookForm(form) }))
  for (const audio of recordings)
    await check(await fetch(`${url}/api/podcasts`, { method: 'POST', headers, body: await buildPodcastForm({ audio }) }))
  return { sent, failed, dangerous }
}

async function watch(page: Page, seen: Seen) {
  await page.exposeFunction('ran', () => {
    seen.ran += 1
  })
  await page.exposeFunction('violated', (what: string) => {
    seen.violations.push(what)
  })
  page.on('dialog', (dialog) => {
    seen.ran += 1
    void dialog.dismiss()
  })
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, documentURI }) => {
      const { violated } = window as unknown as { violated: (what: string) => void }
      violated(`${violatedDirective} ${blockedURI} on ${new URL(documentURI).pathname}`)
    })
  })
}

async function signIn(page: Page, { credentials }: Product) {
  await page.goto('/admin/login')
  await settle(page)
  await page.getByLabel('Email').fill(credentials.email)
  await page.getByLabel('Password').fill(credentials.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((address) => address.pathname !== '/admin/login')
}
