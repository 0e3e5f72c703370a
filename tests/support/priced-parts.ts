import { beforeAll, describe, expect, test } from 'vitest'
import type { Book } from '#contracts/catalogue/book.ts'
import { entitle, grantOf } from './entitle.ts'
import { storeBook } from './stored-items.ts'
import type { TestApp } from './test-app.ts'

/**
 * Declares tests of the access to resources that are derived from the file of a priced book. `parts` are paths below the path of the book's
 * pages.
 */
export function testPricedParts(
  name: string,
  { app, parts, content }: { app: () => TestApp; parts: string[]; content: (title: string) => Promise<Buffer> },
) {
  describe(name, () => {
    let priced: Book
    let owner: { clientId: string; product: 'book'; productId: string }
    let grant = ''
    beforeAll(async () => {
      const { services } = app()
      priced = await storeBook(services, { content: await content('Sold'), price: 3 })
      owner = { clientId: services.shop.access.newClientId(), product: 'book', productId: priced.id }
      await entitle(services, owner)
      grant = await grantOf(services, owner)
    })
    const ask = (key: string, rest: string) => app().get(`/api/media/${key}/pages${rest}`)
    const expectRefused = async (key: string, query: string) => {
      for (const part of parts) expect((await ask(key, `${part}${query}`)).statusCode, part).toBe(403)
    }

    test('opens only with the grant of its own file, and is not cacheable', async () => {
      await expectRefused(priced.pdfUrl, '')
      await expectRefused(priced.pdfUrl, '?grant=made-up')
      for (const part of parts) {
        const opened = await ask(priced.pdfUrl, `${part}${grant}`)
        expect(opened.statusCode, opened.body).toBe(200)
        expect(opened.headers).toMatchObject({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })
      }
    })

    test('is refused with the grant of another book, and after a refund', async () => {
      const other = await storeBook(app().services, { content: await content('Another'), price: 3 })
      await expectRefused(other.pdfUrl, grant)
      await entitle(app().services, owner, false)
      await expectRefused(priced.pdfUrl, grant)
    })

    test('writes no grant to the log', () => {
      expect(app().logLines.join('\n')).not.toContain(grant.replace('?grant=', ''))
    })
  })
}
