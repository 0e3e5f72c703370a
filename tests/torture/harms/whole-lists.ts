import { get, type IncomingMessage } from 'node:http'

const FROM = '127.0.0.66'

export type WholeListFigures = { statuses: Record<string, number>; bytes: number; slowestMs: number }

/** Asks for lists without a limit, all of `paths` at once and `times` over. `read: false` leaves the answers unread until all have begun. */
export async function askWholeLists(
  { url }: { url: string; pid?: number | undefined },
  {
    paths = ['/api/books'],
    times = 20,
    encoding = 'gzip',
    read = true,
  }: { paths?: string[]; times?: number; encoding?: string; read?: boolean } = {},
  during: () => Promise<void> = async () => undefined,
): Promise<WholeListFigures> {
  const figures: WholeListFigures = { statuses: {}, bytes: 0, slowestMs: 0 }
  const began = performance.now()
  const answers = paths.flatMap((path) => Array.from({ length: times }, () => begin(url + path, encoding)))
  const reading = (async () => {
    if (!read) await Promise.all(answers)
    for (const outcome of await Promise.all(answers.map(async (answer) => drain(await answer)))) {
      figures.statuses[outcome.status] = (figures.statuses[outcome.status] ?? 0) + 1
      figures.bytes += outcome.bytes
    }
    figures.slowestMs = Math.round(performance.now() - began)
  })()
  await during()
  await reading
  return figures
}

function begin(address: string, encoding: string): Promise<IncomingMessage | undefined> {
  return new Promise((resolve) => {
    get(address, { agent: false, localAddress: FROM, headers: { 'accept-encoding': encoding } }, resolve).on('error', () =>
      resolve(undefined),
    )
  })
}

function drain(answer: IncomingMessage | undefined): Promise<{ status: string; bytes: number }> {
  let bytes = 0
  return new Promise((resolve) => {
    if (!answer) return resolve({ status: 'broken', bytes })
    answer.on('data', (piece: Buffer) => {
      bytes += piece.length
    })
    answer.on('end', () => resolve({ status: String(answer.statusCode), bytes })).on('error', () => resolve({ status: 'broken', bytes }))
  })
}
