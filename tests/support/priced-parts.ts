import { beforeAll, describe, expect, test } from 'vitest'
import type { Book } from '#contracts/book.ts'
import { entitle, grantOf } from './entitle.ts'
import { storeBook } from './stored-items.ts'
import type { TestApp } from './test-app.ts'

/** Who may have what is made of the file of a priced book: tests of paths below its pages. */
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
      owner = { clientId: services.access.newClientId(), product: 'book', productId: priced.id }
      await entitle(services, owner)
      grant = await grantOf(services, owner)
    })
    const ask = (key: string, rest: string) => app().get(`/api/media/${key}/pages${rest}`)
    const expectRefused = async (key: string, query: string) => {
      for (const part of parts) expect((await ask(key, `${part}${query}`)).statusCode, part).toBe(403)
    }

    test('opens with the grant of the file alone, and no cache keeps it', async () => {
      await expectRefused(priced.pdfUrl, '')
      await expectRefused(priced.pdfUrl, '?grant=made-up')
      for (const part of parts) {
        const opened = await ask(priced.pdfUrl, `${part}${grant}`)
        expect(opened.statusCode, opened.body).toBe(200)
        expect(opened.headers).toMatchObject({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })
      }
    })

    test('doesn’t open with the grant of another book, nor after a refund', async () => {
      const other = await storeBook(app().services, { content: await content('Another'), price: 3 })
      await expectRefused(other.pdfUrl, grant)
      await entitle(app().services, owner, false)
      await expectRefused(priced.pdfUrl, grant)
    })

    test('leaves no grant in the log', () => {
      expect(app().logLines.join('\n')).not.toContain(grant.replace('?grant=', ''))
    })
  })
}
