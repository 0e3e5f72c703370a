import { type ByteRange, parseByteRange } from '#contracts/common/byte-range.ts'

/** Size of the parts in which a file is stored: complete parts survive a lost connection, and a range is read without the whole file. */
export const PART_BYTES = 512 * 1024
/** Header of each stored part, which contains the size of the whole file. */
export const FILE_BYTES = 'x-file-bytes'

export const partUrl = (fileUrl: string, index: number) => `${fileUrl}?part=${index}`

type FindPart = (index: number) => Promise<Response | undefined>

/** Returns the response to a request for a downloaded file or a range of the file; undefined if the file is not downloaded. */
export async function answerFromParts(request: Request, findPart: FindPart): Promise<Response | undefined> {
  const first = await findPart(0)
  if (!first) return undefined
  const total = Number(first.headers.get(FILE_BYTES))
  const headers = { 'content-type': first.headers.get('content-type') ?? '', 'accept-ranges': 'bytes', 'cache-control': 'no-store' }
  const range = parseByteRange(request.headers.get('range') ?? undefined, total)
  if (range === 'unsatisfiable') return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${total}` } })
  const { start, end } = range ?? { start: 0, end: total - 1 }
  return new Response(request.method === 'HEAD' ? null : streamParts({ start, end }, findPart), {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'content-length': String(end - start + 1),
      ...(range && { 'content-range': `bytes ${start}-${end}/${total}` }),
    },
  })
}

/** Streams the bytes of a range by reading the stored parts one after the other. */
function streamParts({ start, end }: ByteRange, findPart: FindPart): ReadableStream<Uint8Array> {
  let at = start
  return new ReadableStream({
    async pull(controller) {
      if (at > end) return controller.close()
      const index = Math.floor(at / PART_BYTES)
      const part = await findPart(index)
      if (!part) return controller.error(new Error('A part of the saved file is missing'))
      const from = at - index * PART_BYTES
      const bytes = new Uint8Array(await (await part.blob()).slice(from, from + end - at + 1).arrayBuffer())
      if (bytes.length === 0) return controller.error(new Error('A part of the saved file is too short'))
      at += bytes.length
      controller.enqueue(bytes)
    },
  })
}
