import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const decompressBrotli = promisify(brotliDecompress)
const decompressGzip = promisify(gunzip)

export type Encoding = 'br' | 'gzip' | 'identity'

const BROTLI = /(?:^|[\s,])br\s*(?:;\s*q\s*=\s*([\d.]+)\s*)?(?:,|$)/i
const GZIP = /(?:^|[\s,])gzip\s*(?:;\s*q\s*=\s*([\d.]+)\s*)?(?:,|$)/i

// @fastify/accept-negotiator is not used: it prefers the client's highest quality to the most compact encoding, and is case-sensitive.
/** Returns the most compact encoding that the header `accept-encoding` allows. */
export function chooseEncoding(accepted = ''): Encoding {
  if (allows(accepted, BROTLI)) return 'br'
  return allows(accepted, GZIP) ? 'gzip' : 'identity'
}

export function acceptsGzip(accepted = ''): boolean {
  return allows(accepted, GZIP)
}

/** Compresses a text for the cache. Compression may be slow, since each result serves many readers. */
export async function compress(text: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') {
    // The Brotli window is as large as the text: the default window would take megabytes for every page.
    const window = Math.min(
      Math.max(Math.ceil(Math.log2(text.length + 16)), constants.BROTLI_MIN_WINDOW_BITS),
      constants.BROTLI_DEFAULT_WINDOW,
    )
    const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_SIZE_HINT: hint, BROTLI_PARAM_LGWIN: bits } = constants
    return trim(await compressBrotli(text, { params: { [quality]: 5, [hint]: text.length, [bits]: window } }))
  }
  return encoding === 'gzip' ? trim(await compressGzip(text)) : text
}

/** Copies the result of zlib, which is a view of a 16 KB buffer that would otherwise stay in memory. */
function trim(view: Buffer): Buffer {
  return Buffer.from(new Uint8Array(view).buffer)
}

export async function decompress({ identity, br, gzip }: { [encoding in Encoding]?: Buffer }): Promise<Buffer> {
  if (identity) return identity
  if (br) return decompressBrotli(br)
  if (gzip) return decompressGzip(gzip)
  throw new Error('The cached text has no encoding')
}

function allows(accepted: string, encoding: RegExp) {
  const match = encoding.exec(accepted)
  return match !== null && Number(match[1] ?? 1) > 0
}
