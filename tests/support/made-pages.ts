import { createHash, randomUUID } from 'node:crypto'
import type { Services } from '#server/boot/services.ts'
import { prepareBytes } from '#server/media/processing/prepared-file.ts'
import type { PreparedFile } from '#server/media/store/media-asset.ts'
import { createBookPageStore } from '#server/reading/documents/book-pages.store.ts'
import { createBookReflowStore } from '#server/reading/documents/book-reflow.store.ts'

/** Stores a preview of a stored book's file, with arbitrary bytes. */
export async function addPreviewFile({ library, database }: Services, bookId: string, content: Buffer): Promise<string> {
  const file = await prepareBytes(content, { folder: library.tempFolder, type: 'application/pdf', role: 'preview' })
  await library.publish(async ({ addFile }) => {
    const { rows } = await database.pool.query<{ id: string }>('select asset_id as id from editions where item_id = $1', [bookId])
    await addFile(rows[0]?.id ?? '', file, 'public')
  })
  return file.key
}

const imageOf = (text: string) => Buffer.from(`image in ${text}`)
/** Returns the key of the image in the text of a page. */
export const imageKeyOf = (text: string) => `${createHash('sha256').update(imageOf(text)).digest('hex')}.webp`

/**
 * Stores pages of a file without the sandbox process that renders them. Each page has its text, a link, an image, a part of the reflowable
 * text and an image in that text.
 */
export async function addMadePages({ library, database }: Services, key: string, texts: string[]): Promise<void> {
  const store = createBookPageStore(database.orm)
  const pictures = texts.map((text) => Buffer.from(`picture of ${text}`))
  const packed = await prepareBytes(Buffer.concat([Buffer.from(randomUUID()), ...pictures]), {
    folder: library.tempFolder,
    type: 'application/pdf',
    role: 'pack',
  })
  const pack: PreparedFile = { ...packed, key: packed.key.replace('.pdf', '.pages'), type: 'application/octet-stream' }
  const images = await Promise.all(
    texts.map((text) => prepareBytes(imageOf(text), { folder: library.tempFolder, type: 'image/webp', role: 'rendition' })),
  )
  let start = 36
  const rows = pictures.map(({ length: bytes }, index) => {
    const picture = { page: index + 1, packKey: pack.key, pictures: [{ width: 480 as const, format: 'avif' as const, start, bytes }] }
    start += bytes
    return picture
  })
  await library.publish(async ({ transaction, add, addFile }) => {
    const assetId = await add({ kind: 'pages', files: [], details: {}, derivedFrom: key })
    const pages = { sizes: texts.map((): [number, number] => [300, 400]), labels: null, outline: [], hasText: true }
    await store.insertManifest(transaction, key, { assetId, state: 'complete', pages })
    await addFile(assetId, pack, 'nobody')
    for (const image of images) await addFile(assetId, image, 'nobody')
    await store.insertPictures(transaction, key, 'usual', rows)
    await store.insertTexts(
      transaction,
      key,
      texts.map((text, index) => ({
        page: index + 1,
        content: text,
        runs: [[10, 10, 200, 12, text, 1]],
        direction: 'ltr',
        links: [[10, 10, 200, 12, `https://example.com/${text.replaceAll(' ', '-')}`]],
      })),
    )
    const parts = texts.map((text, index) => ({
      title: text,
      page: index + 1,
      characters: text.length,
      blocks: [{ kind: 'paragraph' as const, page: index + 1, text: [text] }],
    }))
    await createBookReflowStore(database.orm).insertReflow(transaction, key, { parts, direction: 'ltr', language: null })
  })
}
