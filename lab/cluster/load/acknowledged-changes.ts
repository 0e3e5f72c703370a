import pLimit from 'p-limit'
import type { Book } from '#contracts/catalogue/book.ts'
import type { Order } from '#contracts/shop/order.ts'
import type { Message } from '#contracts/site/contact.ts'
import { deliversFile } from '../delivers-file.ts'

const AT_ONCE = 8
const FILES_READ = 10

/** Title and price of a book; undefined if the book is deleted. */
export type BookVersion = Pick<Book, 'title' | 'price'> | undefined
/** Book with its possible versions: both the old and the new version while a change is not acknowledged. */
type KnownBook = Pick<Book, 'pdfUrl' | 'pdfBytes'> & { versions: BookVersion[] }
type KnownOrder = { id: string; clientId: string; network: string }

/** Changes acknowledged by the site, to be verified later. */
export type AcknowledgedChanges = { books: Map<string, KnownBook>; orders: KnownOrder[]; messages: Set<string>; sessions: Set<string> }

export function createAcknowledgedChanges(): AcknowledgedChanges {
  return { books: new Map(), orders: [], messages: new Set(), sessions: new Set() }
}

/** Reads all acknowledged changes back through one node. Returns the missing ones. */
export async function findLost(
  url: string,
  { books, orders, messages, sessions }: AcknowledgedChanges,
  headers: Record<string, string>,
): Promise<string[]> {
  const inTurn = pLimit(AT_ONCE)
  const get = (path: string, own: Record<string, string> = headers) => inTurn(() => fetch(`${url}/api${path}`, { headers: own }))
  const lost: string[] = []

  const shown = new Map(((await (await get('/books')).json()) as Book[]).map((book) => [book.id, book]))
  for (const [id, { versions, pdfUrl }] of books) {
    const book = shown.get(id)
    const isKnown = versions.some((version) => version?.title === book?.title && version?.price === book?.price)
    if (!isKnown || (book && book.pdfUrl !== pdfUrl)) lost.push(`the book ${id}, or its last change`)
  }
  await Promise.all(
    orders.map(async ({ id, clientId, network }) => {
      const response = await get(`/orders/${id}`, { 'client-id': clientId, 'x-forwarded-for': network })
      const order = response.ok ? ((await response.json()) as Order) : undefined
      if (!order?.attempt) lost.push(`the order ${id} (${response.status})`)
    }),
  )
  const stored = new Set((await readMessages(get)).map(({ message }) => message))
  for (const message of messages) if (!stored.has(message)) lost.push(`the message ${message}`)
  await Promise.all(
    [...sessions].map(async (token) => {
      const { status } = await get('/sessions', { authorization: `Bearer ${token}` })
      if (status !== 200) lost.push(`a session (${status})`)
    }),
  )
  return lost
}

/** Reads the files of the last recorded free books through one node. Returns the files whose bytes differ from the published bytes. */
export async function findChangedFiles(url: string, { books }: AcknowledgedChanges): Promise<string[]> {
  const free = [...books.values()].filter(({ versions }) => versions.every((version) => version?.price === 0))
  const changed: string[] = []
  for (const { pdfUrl, pdfBytes } of free.slice(-FILES_READ)) {
    const isSame = await deliversFile(`${url}/api/media/${pdfUrl}`, pdfUrl, pdfBytes).catch(() => false)
    if (!isSame) changed.push(`the file ${pdfUrl}`)
  }
  return changed
}

async function readMessages(get: (path: string) => Promise<Response>): Promise<Message[]> {
  const found: Message[] = []
  for (let path: string | undefined = '/messages?limit=100'; path; ) {
    const response = await get(path)
    found.push(...((await response.json()) as Message[]))
    path = /<\/api([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  return found
}
