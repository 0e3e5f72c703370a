import { sql } from 'drizzle-orm'
import type { Services } from '#server/boot/services.ts'
import { prepareBytes } from '#server/media/processing/prepared-file.ts'
import type { MadeEpubDetails } from '#server/media/store/media-asset.ts'
import { addMadePages } from './made-pages.ts'

/** Stores arbitrary bytes as the EPUB that is made from a PDF, without the sandbox process that makes it; or another outcome. */
export async function addMadeEpub(services: Services, key: string, content: Buffer | 'poor' | 'failed'): Promise<void> {
  const { library, publish } = services
  const isFile = Buffer.isBuffer(content)
  const file = isFile
    ? await prepareBytes(content, { folder: library.tempFolder, type: 'application/epub+zip', role: 'made-epub' })
    : undefined
  const epub: MadeEpubDetails = { edition: 'test', outcome: isFile ? 'made' : content, score: isFile ? 0.97 : 0.61, subject: '' }
  const findAsset = async () => {
    const found = await services.database.orm.execute<{ id: string }>(sql`select id from media_assets where derived_from = ${key}`)
    return found.rows[0]?.id
  }
  if (!(await findAsset())) await addMadePages(services, key, ['One page'])
  const assetId = (await findAsset()) ?? ''
  await publish(async ({ transaction, addFile }) => {
    if (file) await addFile(assetId, file, 'nobody')
    await transaction.execute(sql`update media_assets set details = ${JSON.stringify({ epub })}::jsonb where id = ${assetId}`)
  })
}

/** Turns on or off whether a book offers the EPUB, without the checks of the form. */
export async function setOfferEpub({ publish }: Services, bookId: string, isOn: boolean): Promise<void> {
  await publish(async ({ transaction }) => {
    await transaction.execute(sql`update books set offer_epub = ${isOn} where id = ${bookId}`)
  })
}
