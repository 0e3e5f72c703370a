import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { Book } from '#contracts/catalogue/book.ts'
import type { NextActionResponse } from '#contracts/shop/access.ts'
import type { Figure } from '#lab/faults/scenario.ts'
import { distinctNetworks, postFrom } from '#lab/faults/scenarios/post-from.ts'
import { createShopper } from '#lab/faults/support/shopper.ts'
import { signIn } from '#tests/support/run-app.ts'
import { buildBookForm, buildPdf } from '#tests/support/sample-files.ts'
import type { Admin, Cluster } from './cluster.ts'
import { deliversFile } from './delivers-file.ts'
import { measureVisibility } from './measure-visibility.ts'
import type { Node } from './nodes.ts'
import type { StepContext } from './step.ts'
import { waitUntil } from './wait-until.ts'

const SEEN_MS = 5000
const MAILED_MS = 20_000
/** Number of attempts that exceeds the rate limit of any network. */
const MANY_TRIES = 60
const PAGES = ['/', '/bookshop', '/api/books?limit=20', '/sitemap.xml']
const TUS = { 'tus-resumable': '1.0.0' }

type Nodes = [Node, Node, ...Node[]]

/** Performs actions at one node and checks their effects at other nodes, without the balancer. Returns the number of failures by check. */
export async function checkSameEverywhere({ cluster }: StepContext): Promise<Figure[]> {
  const checks: Record<string, (cluster: Cluster, nodes: Nodes) => Promise<number>> = {
    'pages that differ': comparePages,
    'nodes without a book that another published': publishAtOne,
    'nodes that reject a session of another': useSession,
    'nodes without an order of another': readOrder,
    'nodes that reject the next chunk of an upload': uploadInTurn,
    'nodes that do not count attempts at another': tryElsewhere,
    'nodes that reject a code of another': useCode,
    'nodes that return other bytes of a file': readFile,
    'nodes that return other bytes of a purchased file': readPurchase,
  }
  const figures: Figure[] = []
  for (const [name, check] of Object.entries(checks))
    figures.push({ name, value: await check(cluster, cluster.nodes as unknown as Nodes), atMost: 0 })
  return [...figures, await measureVisibility(cluster)]
}

async function comparePages({ url: site }: Cluster, nodes: Nodes): Promise<number> {
  // `X-Forwarded-Host` is set as the balancer sets it: without this header, a node redirects requests to the URL of the site.
  const headers = { 'x-forwarded-host': new URL(site).host }
  const isSame = async (page: string) => {
    const texts = await Promise.all(nodes.map(async ({ url }) => (await fetch(url + page, { headers })).text()))
    // Scripts are not compared, since the page data in them is in the order in which database queries finish.
    return new Set(texts.map((text) => text.replace(/<script[\s\S]*?<\/script>/g, ''))).size === 1
  }
  let different = 0
  for (const page of PAGES)
    await waitUntil(`${page} is the same at all nodes`, () => isSame(page), { limitMs: SEEN_MS }).catch((error: Error) => {
      console.error(error.message)
      different += 1
    })
  return different
}

async function publishAtOne({ admins }: Cluster, [first, ...others]: Nodes): Promise<number> {
  const headers = await signIn(first.url, admins[0] as Admin)
  const body = await buildBookForm({ title: 'Seen everywhere' })
  const { id } = (await (await fetch(`${first.url}/api/books`, { method: 'POST', headers, body })).json()) as Book
  const shows = async (url: string) =>
    ((await (await fetch(`${url}/api/books?q=Seen+everywhere`)).json()) as Book[]).some((book) => book.id === id)
  return countFailed(others, ({ url }) => waitUntil('the book is listed', () => shows(url), { limitMs: SEEN_MS }))
}

async function useSession({ admins }: Cluster, [first, ...others]: Nodes): Promise<number> {
  const headers = await signIn(first.url, admins[0] as Admin)
  return countFailed(others, async ({ url }) => expectStatus(await fetch(`${url}/api/sessions`, { headers }), 200))
}

async function readOrder(cluster: Cluster, [first, ...others]: Nodes): Promise<number> {
  const { orderId, clientId, network } = await order(cluster, first)
  const headers = { 'client-id': clientId, 'x-forwarded-for': network }
  return countFailed(others, async ({ url }) => expectStatus(await fetch(`${url}/api/orders/${orderId}`, { headers }), 200))
}

/** Uploads one chunk through each node, then submits the form to the first node. */
async function uploadInTurn({ admins }: Cluster, nodes: Nodes): Promise<number> {
  const [first] = nodes
  const headers = { ...(await signIn(first.url, admins[0] as Admin)), ...TUS }
  const file = Buffer.from(await (await buildPdf({ title: randomBytes(4).toString('hex') })).arrayBuffer())
  const encode = (text: string) => Buffer.from(text).toString('base64')
  const metadata = `field ${encode('pdf')},filename ${encode('a.pdf')}`
  const begun = await fetch(`${first.url}/api/uploads`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(file.length), 'upload-metadata': metadata },
  })
  const id = begun.headers.get('location')?.split('/').at(-1) ?? ''
  const size = Math.ceil(file.length / nodes.length)
  let offset = 0
  const failed = await countFailed(nodes, async ({ url }) => {
    const response = await fetch(`${url}/api/uploads/${id}`, {
      method: 'PATCH',
      headers: { ...headers, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body: new Uint8Array(file.subarray(offset, offset + size)),
    })
    expectStatus(response, 204)
    offset = Number(response.headers.get('upload-offset'))
  })
  const body = await buildBookForm({ title: 'In pieces', pdf: undefined, pdfUpload: id })
  const published = await fetch(`${first.url}/api/books`, { method: 'POST', headers, body })
  const book = published.status === 201 ? ((await published.json()) as Book) : undefined
  return failed + Number(book?.pdfUrl !== `${digest(file)}.pdf`)
}

/** Guesses a password at one node until the node refuses the network, then expects the other nodes to refuse the network too. */
async function tryElsewhere(_cluster: Cluster, [first, ...others]: Nodes): Promise<number> {
  const [network = ''] = distinctNetworks(1, randomInt(1_000_000))
  const guess = (url: string) => postFrom(network, `${url}/api/login`, { email: 'nobody@lectern.example', password: 'a wrong guess' })
  let refused = false
  for (let tries = 0; tries < MANY_TRIES && !refused; tries++) refused = (await guess(first.url)).status === 429
  return refused ? countFailed(others, async ({ url }) => expectStatus(await guess(url), 429)) : others.length
}

/** Requests a purchase code at one node and claims the purchase with the code at another. */
async function useCode(cluster: Cluster, [first, second]: Nodes): Promise<number> {
  const { mail } = cluster
  const { pay, clientId, orderId, network, email } = await order(cluster, first)
  pay()
  const paid = async () => {
    const response = await fetch(`${second.url}/api/orders/${orderId}`, { headers: { 'client-id': clientId, 'x-forwarded-for': network } })
    return ((await response.json()) as { state: string }).state === 'paid'
  }
  await waitUntil('the order is paid', paid, { limitMs: MAILED_MS })
  const other = randomBytes(24).toString('base64url')
  expectStatus(await postFrom(network, `${first.url}/api/purchases/codes`, { email, clientId: other }), 204)
  let code = ''
  await waitUntil(
    'the code is mailed',
    () => {
      code =
        mail.mails.flatMap(({ to, content }) => (to.includes(email) && /^Subject: (\d+) is your code/m.exec(content)?.[1]) || []).at(-1) ??
        ''
      return code !== ''
    },
    { limitMs: MAILED_MS },
  )
  return countFailed([second], async ({ url }) =>
    expectStatus(await postFrom(network, `${url}/api/purchases`, { email, code, clientId: other }), 200),
  )
}

async function readFile({ items }: Cluster, nodes: Nodes): Promise<number> {
  const { freeFile, freeBytes } = items
  return countFailed(nodes, ({ url }) => expectFile(`${url}/api/media/${freeFile}`, freeFile, freeBytes))
}

/** Buys a book at one node and reads its file through each node; the last node redirects reads to the bucket. */
async function readPurchase(cluster: Cluster, nodes: Nodes): Promise<number> {
  const [first] = nodes
  const { pay, clientId, orderId, network, productId } = await order(cluster, first)
  pay()
  const book = (await (await fetch(`${first.url}/api/books/${productId}`)).json()) as Book
  const ask = { clientId, productId: book.id, product: 'book', currency: 'USD', returnUrl: `${cluster.url}/bookshop` }
  return countFailed(nodes, async ({ url }) => {
    let file = ''
    const isPaid = async () => {
      const { action, url: path } = (await (await postFrom(network, `${url}/api/get-next-action`, ask)).json()) as NextActionResponse
      file = new URL(path ?? '', url).href
      return action === 'view'
    }
    await waitUntil(`the order ${orderId} is paid`, isPaid, { limitMs: MAILED_MS })
    await expectFile(file, book.pdfUrl, book.pdfBytes)
  })
}

async function expectFile(url: string, key: string, bytes: number) {
  if (!(await deliversFile(url, key, bytes))) throw new Error(`The bytes of the file ${key} differ from the published ones`)
}

/** Creates an order at one node and starts its payment. */
async function order({ url: site, items, paynow }: Cluster, { url }: Node) {
  const shopper = createShopper({ url: site }, (address, init) => fetch(address.replace(site, url), init))
  const { clientId, network } = shopper
  const productId = items.priced[0] ?? ''
  const { orderId, reference } = await shopper.begin(await shopper.choose(productId), 'paynow')
  const pay = () => paynow.act(paynow.payments.find(({ number }) => String(number) === reference)?.fields.reference ?? '', 'pay')
  return { orderId, productId, pay, clientId, network, email: 'rudo@reader.example' }
}

async function countFailed(nodes: Node[], check: (node: Node) => Promise<unknown>): Promise<number> {
  let failed = 0
  for (const node of nodes)
    await check(node).catch((error: unknown) => {
      console.error(`${node.name}: ${(error as Error).message}`)
      failed += 1
    })
  return failed
}

function expectStatus(response: Response, status: number) {
  if (response.status !== status) throw new Error(`${response.url} returned ${response.status}, not ${status}`)
}

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
